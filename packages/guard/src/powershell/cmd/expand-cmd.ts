import { hasUnknown, marks, type Value } from '../../value.js';
import { replaceIgnoringCase } from '../operators.js';
import type { WindowsSession } from '../session.js';
import { windowsBaseName, windowsParent } from '../windows-paths.js';

export interface CmdVariables {
  readonly session: WindowsSession;
  /** Variables of `for`, by letter. */
  readonly loop: ReadonlyMap<string, Value>;
  /** `%0`, `%1` and so on. */
  readonly args: readonly Value[];
}

const maxNameLength = 8_192;

/** Replaces `%NAME%`, `!NAME!`, `%1` and the variables of `for`. */
export function expandCmd(text: Value, variables: CmdVariables): Value {
  let result = '';
  for (let at = 0; at < text.length; ) {
    const char = text[at] as string;
    const found = char === '%' || char === '!' ? variableAt(text, at, variables) : undefined;
    result += found ? found.value : char;
    at += found ? found.length : 1;
  }
  return variables.session.bounded(result);
}

function variableAt(text: Value, at: number, variables: CmdVariables): { value: Value; length: number } | undefined {
  const char = text[at] as string;
  if (char === '%') {
    const loop = loopVariable(text, at, variables);
    if (loop) return loop;
  }
  const end = text.indexOf(char, at + 1);
  if (end > at + 1 && end - at <= maxNameLength) {
    const inner = text.slice(at + 1, end);
    const named = /^([A-Za-z_][\w().#$-]*)(?::(.*))?$/.exec(inner);
    if (named) {
      const value = variables.session.environment(named[1] as string);
      return { value: changed(value, named[2], variables), length: end + 1 - at };
    }
  }
  return char === '%' ? argument(text, at, variables) : undefined;
}

/** `%x`, `%%x` and `%~nxx` of `for`. */
function loopVariable(text: Value, at: number, { loop }: CmdVariables): { value: Value; length: number } | undefined {
  const start = text[at + 1] === '%' ? at + 2 : at + 1;
  const plain = loop.get(text[start] ?? '');
  if (plain !== undefined) return { value: plain, length: start + 1 - at };
  if (text[start] !== '~') return undefined;
  for (let end = start + 1; end < start + 9; end++) {
    const value = loop.get(text[end] ?? '');
    const modifiers = text.slice(start + 1, end);
    if (value !== undefined && /^[fdpnxsatz]*$/.test(modifiers) && !/^[fdpnxsatz]$/.test(text[end + 1] ?? ''))
      return { value: modified(value.replaceAll('"', ''), modifiers), length: end + 1 - at };
  }
  return undefined;
}

function modified(value: Value, modifiers: string): Value {
  if (modifiers === '' || /[fs]/.test(modifiers)) return value;
  const name = windowsBaseName(value);
  if (/[dp]/.test(modifiers)) return /[nx]/.test(modifiers) ? value : `${windowsParent(value)}/`;
  if (modifiers.includes('n')) return modifiers.includes('x') ? name : name.replace(/\.[^.]*$/, '');
  return /\.[^.]*$/.exec(name)?.[0] ?? '';
}

/** `%1`, `%*`, `%~dp0`. */
function argument(text: Value, at: number, { args }: CmdVariables): { value: Value; length: number } | undefined {
  const found = /^%(~[fdpnxsatz]*)?([0-9*])/.exec(text.slice(at, at + 14));
  if (!found) return undefined;
  const value = found[2] === '*' ? args.slice(1).join(' ') : args[Number(found[2])];
  if (value === undefined || args.length === 0) return { value: marks.any, length: found[0].length };
  return { value: found[1] ? modified(value, found[1].slice(1)) : value, length: found[0].length };
}

/** `:~1,2` takes a part, `:a=b` replaces. */
function changed(value: Value, change: string | undefined, variables: CmdVariables): Value {
  if (change === undefined) return value;
  const part = /^~(-?\d+)?(?:,(-?\d+))?$/.exec(change);
  if (part) {
    if (hasUnknown(value)) return value;
    const start = Number(part[1] ?? 0);
    const from = start < 0 ? Math.max(0, value.length + start) : start;
    const count = part[2] === undefined ? value.length : Number(part[2]);
    return count < 0 ? value.slice(from, count) : value.slice(from, from + count);
  }
  const equals = change.indexOf('=');
  if (equals < 1) return value;
  const to = expandCmd(change.slice(equals + 1), variables);
  return replaceIgnoringCase(value, change.slice(0, equals), to);
}
