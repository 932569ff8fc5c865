/**
 * Programs in other languages on a command line: `python -c`, `node -e`, a here-document to an interpreter. A program
 * is read once from top to bottom; literals, joined texts, variables and lists are followed to the functions that start
 * programs, delete, write, read or send. A text that reaches no such function is only text.
 *
 * It does not see: names that are computed from input at run time, modules that are downloaded or written elsewhere,
 * code in other files, objects that keep a path in a field, and branches (both sides count). Unknown parts stay
 * unknown: rules decide about them. All is bounded: 64 KB of text, 20,000 tokens, 8 calls deep.
 */
import { guardLimits } from '../limits.js';
import type { Language, LaunchOptions, Machine } from '../machine.js';
import { hasMark, marks, type Value } from '../value.js';
import { awkReader } from './awk.js';
import { callCodeValue, memberOf } from './calls.js';
import {
  type Arguments,
  type CodeFunction,
  type CodeValue,
  codeList,
  sourcesIn,
  unknownCodeValue,
} from './code-values.js';
import { type CodeReader, Flow } from './flow.js';
import { Statements } from './statements.js';
import { runTcl } from './tcl.js';
import { readTokens, type Token } from './tokens.js';

/** Runs the text of a program on the simulated machine; returns its output, as far as known. */
export function runLanguage(
  language: Exclude<Language, 'sed'>,
  code: Value,
  machine: Machine,
  options: LaunchOptions,
): Value {
  if (language === 'tcl') return runTcl(code, machine, options);
  const { tokens, complete } = readTokens(code, language);
  if (!complete) machine.note({ do: 'unread', why: 'length' });
  noteForeignCode(tokens, machine);
  const flow = new Flow(machine, language, options, codeReader);
  const last = newReader(tokens, flow).read();
  // An emptied file without new content counts as deleted.
  flow.end();
  for (const at of flow.emptied.values()) machine.note({ do: 'delete', at, recursive: false });
  // `node -p` and R print the last value; for `node -e` an unused secret is not worth a special case.
  if ((language === 'javascript' || language === 'r') && sourcesIn(flow.settle(last)).includes(marks.secret))
    flow.print(last);
  return flow.printed.join('');
}

const newReader = (tokens: readonly Token[], flow: Flow): Statements =>
  flow.language === 'awk' ? awkReader(tokens, flow) : new Statements(tokens, flow);

const codeReader: CodeReader = {
  callAny: callCodeValue,
  readText(text: Value, flow: Flow): CodeValue {
    const { tokens } = readTokens(text.slice(0, guardLimits.codeLength), flow.language);
    return flow.step(tokens.length) ? readBody(tokens, flow) : unknownCodeValue;
  },
  readFunction(fn: CodeFunction, args: Arguments, flow: Flow): CodeValue {
    const names = flow.language === 'perl' ? [...fn.params, '@_'] : fn.params;
    const values = names.flatMap((name, at) => {
      const value = name === '@_' ? codeList(args.list) : (args.list[at] ?? args.named.get(name) ?? unknownCodeValue);
      return parameterValues(name, flow.settle(value), flow);
    });
    const before = values.map(([name]) => [name, flow.variables.get(name)] as const);
    for (const [name, value] of values) flow.variables.set(name, value);
    const result = readBody(fn.body, flow);
    for (const [name, value] of before) {
      if (value === undefined) flow.variables.delete(name);
      else flow.variables.set(name, value);
    }
    return result;
  },
};

/** Reads the tokens of a function or a text; returns its return value, or its last value. */
function readBody(tokens: readonly Token[], flow: Flow): CodeValue {
  const before = flow.returned;
  flow.returned = undefined;
  const last = newReader(tokens, flow).read();
  const result = flow.returned ?? last;
  flow.returned = before;
  return result;
}

/** The variables that a parameter sets: one, or several if it destructures a list or a map. */
function parameterValues(param: string, value: CodeValue, flow: Flow): readonly (readonly [string, CodeValue])[] {
  const [open, ...names] = param.split(' ');
  if (open === '[')
    return names.map((name, at) => [name, value.kind === 'list' ? (value.items[at] ?? unknownCodeValue) : value]);
  if (open === '{') return names.map((name) => [name, memberOf(value, name, flow)]);
  return [[param, value]];
}

/** Marks outside of quoted texts are code from elsewhere. */
function noteForeignCode(tokens: readonly Token[], machine: Machine): void {
  const foreign = tokens
    .filter(({ kind }) => kind === 'mark')
    .map(({ text }) => text)
    .join('');
  if (hasMark(foreign, 'net')) machine.note({ do: 'run', code: 'remote' });
  else if (hasMark(foreign, 'decoded')) machine.note({ do: 'run', code: 'decoded' });
}
