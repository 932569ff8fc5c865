import { eventListProblem } from '@anyhook/core';

/**
 * What is wrong with the events of a module hook, as far as its text shows: checking a file must not run it. Only a hook
 * that is written out as an object is judged; when it runs, every hook is.
 */
export function moduleTextProblem(text: string): string | undefined {
  const code = withoutComments(text);
  const start = exportedObject.exec(code);
  if (!start) return undefined;
  const body = code.slice(start.index + start[0].length);
  const on = onField.exec(body);
  // A spread may bring the field.
  if (!on) return body.includes('...') ? undefined : eventListProblem(undefined);
  if (on[1] === undefined) return undefined;
  const value = literalValue(on[1].trim());
  return value === unknownValue ? undefined : eventListProblem(value);
}

const exportedObject =
  /export\s+(?:default|const\s+hook\s*(?::[^=]{0,200})?=)\s*(?:defineHook\s*(?:<[^>]{0,200}>)?\s*\(\s*)?\{/;

/** The field `on`, and the text of its value if it has a simple one: a word, a string, or a list of them. */
const onField = /(?:^|[\s,])(?:on|'on'|"on")\s*(?:[,}(]|:\s*(undefined|null|'[^'\n]*'|"[^"\n]*"|\[[^[\]]*\])?)/;

const unknownValue = Symbol('unknown');

function literalValue(text: string): unknown {
  if (text === 'undefined') return undefined;
  try {
    return JSON.parse(text.replace(/'([^'"\\]*)'/g, '"$1"').replace(/,\s*\]$/, ']'));
  } catch {
    return unknownValue;
  }
}

const withoutComments = (text: string): string => text.replace(/^\s*\/\/.*$|\/\*[^*]*(?:\*(?!\/)[^*]*)*\*\//gm, ' ');
