import type { LaunchOptions, Machine } from '../machine.js';
import { marks, sourcesOf, type Value } from '../value.js';

/** Effects of a sed script besides changing text: it may run commands (`e`, `s///e`) and write or read files. */
export function runSed(script: Value, machine: Machine, options: LaunchOptions): Value {
  let output = sourcesOf(options.stdin);
  // The line after the last `s`; `e` without a command runs it.
  let line = options.stdin ?? marks.any;
  const via = { via: 'sed', ...(options.cwd === undefined ? {} : { cwd: options.cwd }) };
  for (let at = 0; at < script.length; ) {
    at = skipAddress(script, at);
    const command = script[at] ?? '';
    if (command === 's' || command === 'y') {
      const substitution = runSubstitution(script, at, machine, options);
      at = substitution.end;
      line = substitution.text ?? line;
    } else if (command !== '' && 'ewWrR'.includes(command)) {
      const lineEnd = endOfLine(script, at);
      const rest = script.slice(at + 1, lineEnd).trim();
      if (command === 'e') output += machine.runShell(/^[;}]?$/.test(rest) ? line : rest, via);
      else if (command === 'w' || command === 'W') machine.write(rest, 'over');
      else output += machine.read(rest);
      at = lineEnd;
    } else if (command === 'a' || command === 'i' || command === 'c') at = endOfText(script, at);
    else if (command === '#' || command === ':' || command === 'b' || command === 't' || command === 'T')
      at = endOfLabel(script, at, command);
    else at++;
  }
  return output;
}

const endOfLine = (script: Value, at: number): number => {
  const end = script.indexOf('\n', at);
  return end < 0 ? script.length : end;
};

function endOfLabel(script: Value, at: number, command: string): number {
  const line = endOfLine(script, at);
  const semicolon = script.indexOf(';', at);
  return command === '#' || semicolon < 0 ? line : Math.min(line, semicolon);
}

/** Text of `a`, `i` and `c` continues after a line that ends with a backslash. */
function endOfText(script: Value, start: number): number {
  let end = endOfLine(script, start);
  while (end < script.length && script[end - 1] === '\\') end = endOfLine(script, end + 1);
  return end;
}

/** Line numbers, patterns, `$`, `!`, braces and blanks before a command. */
function skipAddress(script: Value, start: number): number {
  let at = start;
  while (at < script.length) {
    const char = script[at] as string;
    if (char === '/') at = endOfPart(script, at + 1, '/');
    else if (char === '\\' && at + 1 < script.length) at = endOfPart(script, at + 2, script[at + 1] as string);
    else if (' \t\n;,!${}+~0123456789'.includes(char)) at++;
    else if ((char === 'I' || char === 'M') && script[at - 1] === '/') at++;
    else break;
  }
  return at;
}

/** The position after the delimiter that ends a part; a backslash escapes the next character. */
function endOfPart(script: Value, start: number, char: string): number {
  let inClass = false;
  for (let at = start; at < script.length; at++) {
    const here = script[at];
    if (here === '\\') at++;
    else if (here === '[' && !inClass) inClass = true;
    else if (here === ']') inClass = false;
    else if (here === char && !(inClass && script.indexOf(']', at) > 0 && char === '/')) return at + 1;
  }
  return script.length;
}

interface Substitution {
  /** Where the next command may start. */
  readonly end: number;
  /** The line after an `s`. */
  readonly text?: Value;
}

function runSubstitution(script: Value, start: number, machine: Machine, options: LaunchOptions): Substitution {
  const char = script[start + 1] ?? '';
  const middle = endOfPart(script, start + 2, char);
  const end = endOfPlainPart(script, middle, char);
  if (script[start] === 'y') return { end };
  let at = end;
  while (at < script.length && 'gpiImMe0123456789'.includes(script[at] as string)) at++;
  const text = replacementText(script.slice(middle, end - 1), char, sourcesOf(options.stdin) || marks.any);
  if (script.slice(end, at).includes('e'))
    machine.runShell(text, { via: 'sed', ...(options.cwd === undefined ? {} : { cwd: options.cwd }) });
  if (script[at] === 'w') {
    const lineEnd = endOfLine(script, at);
    machine.write(script.slice(at + 1, lineEnd).trim(), 'over');
    return { end: lineEnd, text };
  }
  return { end: Math.max(at, start + 1), text };
}

function endOfPlainPart(script: Value, start: number, char: string): number {
  for (let at = start; at < script.length; at++) {
    if (script[at] === '\\') at++;
    else if (script[at] === char) return at + 1;
  }
  return script.length;
}

/** The replacement as a command; the text that the pattern matched is unknown, but its source is known. */
function replacementText(part: Value, char: string, found: Value): Value {
  let text = '';
  for (let at = 0; at < part.length; at++) {
    const here = part[at] as string;
    const next = part[at + 1] ?? '';
    if (here === '&') text += found;
    else if (here !== '\\') text += here;
    else {
      at++;
      if (next >= '0' && next <= '9') text += found;
      else text += next === 'n' ? '\n' : next === char || next === '&' || next === '/' ? next : `\\${next}`;
    }
  }
  return text;
}
