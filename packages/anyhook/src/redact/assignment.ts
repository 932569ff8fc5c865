import { spacePattern } from '../../.cache/secret-words.js';
import { isWordy, looksRandom } from './entropy.js';
import { isPlaceholder, namesItself } from './placeholder.js';
import { type NameClass, nameClass } from './secret-names.js';

/** A name that may hold a secret contains one of these. */
export const secretWords = [
  ...(['pass', 'pwd', 'secret', 'token', 'key', 'auth', 'credential', 'jwt', 'mnemonic', 'phrase'] as const),
  ...(['kennwort', '_pat', '-pat'] as const),
];

/** The position of the value under a secret name; empty if there is none. `next` is where to continue the search. */
export interface Assignment {
  readonly start: number;
  readonly end: number;
  readonly next: number;
}

/** The secret assigned to the name at this position, in code, a shell, JSON, YAML, a URL, XML or an env file. */
export function findAssignment(text: string, at: number): Assignment {
  const name = nameAround(text, at);
  const none = { start: 0, end: 0, next: name.end };
  const kind = nameClass(text.slice(name.start, name.end));
  if (!kind || kind === 'header') return none;
  const value = valueAfter(text, name);
  if (!value || value.text === text.slice(name.start, name.end) || !isSecret(value, kind)) return none;
  const end = value.form === 'quoted' ? value.end : longEnd(text, value);
  return { start: value.start, end, next: end };
}

/** The end of a value of which only the first part was judged. */
function longEnd(text: string, { start, end, form }: AssignedValue): number {
  if (end - start < maxJudged) return end;
  const ending = valueEnds[form];
  ending.lastIndex = end;
  return ending.exec(text)?.index ?? text.length;
}

/** Whether a value under this key of an object can be a secret by its name. */
export const mayNameSecret = (name: string): boolean =>
  name !== '' && name.length <= 128 && nameClass(name) !== undefined;

/** Whether a string under this key of an object is a secret. */
export function isNamedSecret(name: string, text: string): boolean {
  if (name.length > 128 || text.length > 8192 || text.length < 3) return false;
  const kind = nameClass(name);
  if (!kind || isPlaceholder(text) || namesItself(text)) return false;
  if (kind === 'token') return looksRandom(text);
  if (kind === 'header') return /[\d=]/.test(text);
  return !text.includes('\n') && (text.match(/\s/g) ?? []).length <= 24 && !isSentence(text);
}

const isSentence = (text: string): boolean => /\s/.test(text) && /[.!?:]$|^[A-Z][a-z]{1,16}\s[a-z]/.test(text);

interface TextRange {
  readonly start: number;
  readonly end: number;
}

const maxName = 64;
const isNameCode = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95 || code === 45;

function nameAround(text: string, at: number): TextRange {
  let start = at;
  while (start > 0 && at - start < maxName && isNameCode(text.charCodeAt(start - 1))) start--;
  // The `n` of an escaped line break and the dashes of a flag are not part of a name.
  if (start > 0 && text.charAt(start - 1) === '\\' && start < at) start++;
  // Nor is the end of a terminal color code.
  if (/\x1b\[[\d;]{0,8}$/.test(text.slice(Math.max(0, start - 12), start)))
    start += /^\d{0,3}m/.exec(text.slice(start, at))?.[0].length ?? 0;
  while (start < at && text.charAt(start) === '-') start++;
  let end = at;
  while (end < text.length && end - at < maxName && isNameCode(text.charCodeAt(end))) end++;
  return { start, end };
}

/** How a value is written, which says what else it could be. */
type ValueForm = 'quoted' | 'env' | 'flag' | 'query' | 'line' | 'loose' | 'markup';

interface AssignedValue extends TextRange {
  readonly text: string;
  readonly form: ValueForm;
  /** The character after it. */
  readonly after: string;
}

const quote = '\\\\{0,8}["\'`]';
/** From the name to its value. Group 1 is the separator, group 2 the opening quote. */
const assignmentSign = new RegExp(
  `(?:${quote})?\\]?[ \\t]{0,8}(:=|=>|[=!]==?|[?+]?=|:|%3[Dd]|\\\\u003[dD])[ \\t]{0,8}(?:[|>][+-]?\\s{1,40})?(?:[A-Za-z][A-Za-z<>|\\[\\] ]{0,40}=\\s{0,4}(?=["'\`]))?(?:[fbrulFBRUL@$](?=["']))?(${quote})?`,
  'y',
);
/** A value in its own argument, attribute or field: `set('password', 'x')`, `name="password" value="x"`. */
const separateValue = new RegExp(
  `(?:${quote})(?:[ \\t]{0,4},[ \\t]{0,4}|,?${spacePattern}{1,40}value\\s{0,4}[=:]\\s{0,4}|${spacePattern}{0,4},${spacePattern}{0,40}${quote}value${quote}\\s{0,4}:\\s{0,4})(${quote})|${spacePattern}{1,40}value:[ \\t]{1,4}(${quote})?(?=\\S)`,
  'y',
);
const space = new RegExp(`[ \\t]{1,8}(${quote})?(?=[^\\s-])`, 'y');
const setters =
  /(?:^|[^A-Za-z0-9_]|\\n|\[[0-9;]{0,8}m)(?:ENV|ARG|setenv|setx|set(?: -[a-zA-Z]{1,4}| -{2}[a-z]{1,12}){0,3}|config set|configure set|secrets? set)\s{1,4}$/;

/** The end of a path, or a ternary with two strings: not a name. */
const notAName = /[\w.]\/$|\?\s{0,4}["'`]$/;
/** What comes before a name whose value is separate. */
const beforeArgument =
  /(?:(?:set|put|add|append|header|env|with|property|param|option)\w{0,16}\(\s{0,4}|name\\{0,4}["']?\s{0,4}[=:]\s{0,4}|key\\{0,4}["']?\s{0,4}[=:]\s{0,4})(?:\\{0,4}["'`])?$/i;

function valueAfter(text: string, name: TextRange): AssignedValue | undefined {
  const before = text.slice(Math.max(0, name.start - 40), name.start);
  if (notAName.test(before)) return undefined;
  assignmentSign.lastIndex = name.end;
  const assigned = assignmentSign.exec(text);
  if (assigned)
    return readValue(text, assignmentSign.lastIndex, assigned[2] ?? '', formOf(text, name, before, assigned[1] ?? ''));
  if (text.charAt(name.end) === '>' && before.endsWith('<')) return readValue(text, name.end + 1, '', 'markup');
  separateValue.lastIndex = name.end;
  const separate = beforeArgument.test(before) ? separateValue.exec(text) : null;
  if (separate) return readValue(text, separateValue.lastIndex, separate[1] ?? separate[2] ?? '', 'line');
  if (!isFlag(before) && !setters.test(before)) return undefined;
  space.lastIndex = name.end;
  const spaced = space.exec(text);
  return spaced ? readValue(text, space.lastIndex, spaced[1] ?? '', 'flag') : undefined;
}

const isFlag = (before: string): boolean => /(?:^|[\s"'`=,[])--?$/.test(before);

function formOf(text: string, name: TextRange, before: string, operator: string): ValueForm {
  if (/[?&;]$|\\u0026$|%26$/.test(before) && !/\s$/.test(before)) return 'query';
  if (isFlag(before)) return 'flag';
  const glued = text.charAt(name.end) === '=' && !/\s/.test(text.charAt(name.end + 1));
  if (glued && /^[A-Z0-9_]+$/.test(text.slice(name.start, name.end))) return 'env';
  const lineStart = /(?:^|\n|\\n)[ \t]{0,40}(?:- |export |set |\w{1,24}\.)?["']?$/.test(before);
  return lineStart && (operator === ':' || operator === '=') ? 'line' : 'loose';
}

/** The end of a value without quotes. */
const valueEnds: Readonly<Record<ValueForm, RegExp>> = {
  quoted: /$/,
  env: /[\x1b"'`\s]|&&|\|\||;(?=\s|$)|\\["']/g,
  flag: /[\x1b\s"'`]|;(?=\s|$)|\\["']/g,
  query: /[\x1b\s"'`&;#<>]|\\["'u]|%26/g,
  line: /[\x1b\s"'`,]|;$|;\s|\\["'n]/g,
  loose: /[\x1b\s"'`,;&<>()[\]{}]|\\["'n]/g,
  markup: /<(?=\/)|\n|$/g,
};
/** How much of a value is read: quoted, and unquoted, to decide whether it is a secret. */
const maxQuoted = 4096;
const maxJudged = 512;

function readValue(text: string, start: number, openingQuote: string, form: ValueForm): AssignedValue | undefined {
  if (openingQuote !== '') {
    const quotedText = text.slice(start, start + maxQuoted);
    const end = closingQuote(quotedText, openingQuote);
    if (end >= 0) return { start, end: start + end, text: quotedText.slice(0, end), form: 'quoted', after: '' };
  }
  const rest = text.slice(start, start + maxJudged);
  const shellDefault = /^\$\{\w{1,64}:?[-=]/.exec(rest);
  const from = shellDefault ? shellDefault[0].length : 0;
  const ending = valueEnds[openingQuote === '' ? form : 'flag'];
  ending.lastIndex = from;
  const found = shellDefault ? rest.indexOf('}', from) : (ending.exec(rest)?.index ?? rest.length);
  const length = found < 0 ? rest.length : found;
  return {
    start: start + from,
    end: start + length,
    text: rest.slice(from, length),
    form: shellDefault ? 'env' : form,
    after: rest.slice(length, length + 1),
  };
}

/** The position of the closing quote: the same quote with the same number of escapes as the opening one. */
function closingQuote(rest: string, openingQuote: string): number {
  const depth = openingQuote.length - 1;
  const mark = openingQuote.at(-1) ?? '';
  for (let at = rest.indexOf(mark); at >= 0; at = rest.indexOf(mark, at + 1)) {
    let slashes = 0;
    while (slashes < at && rest.charAt(at - 1 - slashes) === '\\') slashes++;
    if (slashes <= depth) return at - slashes;
  }
  return -1;
}

/** Is a value under such a name a secret? Judged by its form and by what else has that form. */
function isSecret({ text, form, after }: AssignedValue, kind: NameClass): boolean {
  if (text.length < 3 || isPlaceholder(text) || namesItself(text)) return false;
  if (/^\\?[$`(<{[]/.test(text) && form !== 'quoted' && !/^\$[^\w{(]/.test(text)) return false;
  if (kind === 'token') return isToken(text, form, after);
  if (form === 'quoted') return !/\s/.test(text) && !/^\$\{?\w+\}?$/.test(text);
  if (form === 'markup' && after !== '<') return false;
  if (isPlain(form)) return after !== '(';
  if (isCode(text, after) || /^\d{1,3}$/.test(text)) return false;
  return isLiteral(text) || (form === 'line' && /^[\r\n]?$/.test(after) && /^[a-z]{6,}$/.test(text));
}

function isToken(text: string, form: ValueForm, after: string): boolean {
  if (!looksRandom(text) || /[()[\]{}|^*<>]/.test(text)) return false;
  return form === 'quoted' || isPlain(form) || !isCode(text, after);
}

/** Forms in which a text is always literal. */
const isPlain = (form: ValueForm): boolean =>
  form === 'env' || form === 'flag' || form === 'query' || form === 'markup';

/** A call, an index or a property path: an expression, not a literal. */
const isCode = (text: string, after: string): boolean =>
  after === '(' ||
  /^[A-Za-z_$][\w$.]*[([]|^(?:await|new|function|return|typeof|async)$/.test(text) ||
  (/^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+;?$/.test(text) && isWordy(text.replace(/[?;]/g, '')));

/** Not just an identifier. */
const isLiteral = (text: string): boolean =>
  /\d/.test(text) ? /[^\d.,:;)}\]]/.test(text) || text.length >= 4 : /[^\w$.?!,:;)}\]-]/.test(text);
