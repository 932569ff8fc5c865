import type { EffectPlace } from '../effect.js';
import { firstItems } from '../left-out.js';
import { guardLimits } from '../limits.js';
import { memoryKeys } from '../machine.js';
import { readWords } from '../packs/options.js';
import { hasUnknown, marks, type Value } from '../value.js';
import { byWord } from '../word-lists.js';
import { assign } from './assign.js';
import { executeArgv } from './execute.js';
import { readFile } from './files.js';
import type { Interpreter } from './interpreter.js';
import type { Assignment } from './parse.js';
import { formatted, unescaped } from './printf.js';
import { runRareBuiltin } from './rare-builtins.js';
import type { ShellFrame } from './state.js';
import { isSet, readVariable, setVariable } from './variables.js';
import { expandQuoted } from './words.js';

/** A command of the shell itself: it may change the shell's state. */
type ShellBuiltin = (
  argv: readonly Value[],
  shell: Interpreter,
  state: ShellFrame,
  declared: readonly Assignment[],
) => void;

const print = (state: ShellFrame, text: Value): void => state.streams.get(1)?.write(text);
const silent: ShellBuiltin = () => {};

const changeFolder: ShellBuiltin = (argv, shell, state) => {
  const { operands } = readWords(argv.slice(1));
  const target = operands[0] ?? readVariable('HOME', shell, state);
  const before = shell.folderOf(state);
  if (argv[0] === 'popd' || target === '-') state.folders = [state.previousFolder];
  else if (/^[+-]\d+$/.test(target)) state.folders = [marks.any];
  else state.folders = foldersOf(target, shell, state);
  state.previousFolder = before;
};

/** The folders that `cd` may enter: `CDPATH` lists folders that it searches first. */
function foldersOf(target: Value, shell: Interpreter, state: ShellFrame): readonly Value[] {
  const folder = ({ path, leftOut = '' }: EffectPlace): Value => path + leftOut;
  const here = folder(shell.placeIn(state, target));
  if (!state.variables.has('CDPATH') || /^[./]/.test(target)) return [here];
  const paths = firstItems(readVariable('CDPATH', shell, state).split(':'), guardLimits.alternatives);
  return [...paths.map((path) => folder(shell.placeIn(state, `${path || '.'}/${target}`))), here];
}

const declare: ShellBuiltin = (argv, shell, state, declared) => {
  const { options, operands } = readWords(argv.slice(1));
  const letters = new Set(options.map(({ name }) => name));
  const has = (letter: string): boolean => letters.has(`-${letter}`);
  const declaredNames = new Set(declared.map(({ name }) => name));
  const isLocal = /^(?:local|declare|typeset)$/.test(argv[0] ?? '') && !has('g') && state.locals !== undefined;
  for (const word of isLocal ? [...declaredNames, ...operands] : []) {
    const name = word.split('=', 1)[0] ?? '';
    if (!state.locals?.has(name)) state.locals?.set(name, state.variables.get(name));
  }
  const letterCase = has('u') ? ('upper' as const) : has('l') ? ('lower' as const) : undefined;
  for (const one of declared) {
    // If a reference is declared again, the value is not written to its target.
    if (has('n')) state.variables.delete(one.name);
    assign(one, shell, state);
    const set = state.variables.get(one.name);
    if (!set) continue;
    if (has('n')) state.variables.set(one.name, { ...set, refersTo: set.values[0] ?? '' });
    else if (letterCase) setVariable(one.name, set.values[0] ?? '', shell, state, { letterCase });
  }
  for (const operand of operands) {
    const equals = operand.indexOf('=');
    const name = equals < 0 ? operand : operand.slice(0, equals);
    if (declaredNames.has(name)) continue;
    if (equals > 0) setVariable(name, operand.slice(equals + 1), shell, state, letterCase ? { letterCase } : {});
    else if (has('p')) print(state, `${name}=${readVariable(name, shell, state)}\n`);
    else if (letterCase)
      setVariable(name, isSet(name, shell, state) ? readVariable(name, shell, state) : '', shell, state, {
        letterCase,
      });
  }
  if (operands.length === 0 && declared.length === 0 && (has('p') || has('x') || options.length === 0))
    print(state, marks.environment);
};

const echo: ShellBuiltin = (argv, _, state) => {
  let at = 1;
  let escapes = false;
  let hasEnd = true;
  for (; /^-[neE]+$/.test(argv[at] ?? ''); at++) {
    if (argv[at]?.includes('e')) escapes = true;
    if (argv[at]?.includes('n')) hasEnd = false;
  }
  const text = argv.slice(at).join(' ');
  print(state, (escapes ? unescaped(text) : text) + (hasEnd ? '\n' : ''));
};

const printFormatted: ShellBuiltin = (argv, shell, state) => {
  const words = argv.slice(1);
  const target = words[0] === '-v' ? words[1] : undefined;
  const rest = target === undefined ? words : words.slice(2);
  const [format = '', ...values] = rest[0] === '--' ? rest.slice(1) : rest;
  const text = formatted(format, values);
  if (target === undefined) print(state, text);
  else setVariable(target, text, shell, state);
};

const setWords: ShellBuiltin = (argv, _, state) => {
  const dashes = argv.indexOf('--');
  const first = argv[1];
  if (dashes > 0) state.args = [state.args[0] ?? 'bash', ...argv.slice(dashes + 1)];
  else if (first !== undefined && !/^[-+]/.test(first)) state.args = [state.args[0] ?? 'bash', ...argv.slice(1)];
  else if (first === undefined) print(state, marks.environment);
};

const shift: ShellBuiltin = (argv, _, state) => {
  const count = /^\d+$/.test(argv[1] ?? '') ? Number(argv[1]) : 1;
  state.args = [state.args[0] ?? 'bash', ...state.args.slice(1 + count)];
};

const unset: ShellBuiltin = (argv, shell, state) => {
  for (const name of readWords(argv.slice(1)).operands) {
    if (name.includes('[')) expandQuoted(name, shell, state);
    state.variables.delete(name);
    state.functions.delete(name);
  }
};

const evaluateText: ShellBuiltin = (argv, shell, state) => {
  const text = argv[1] === '--' ? argv.slice(2).join(' ') : argv.slice(1).join(' ');
  shell.through('eval', () => shell.runForeignText(text, state));
};

const sourceFile: ShellBuiltin = (argv, shell, state) => {
  const path = argv[1] === '--' ? argv[2] : argv[1];
  if (path === undefined) return;
  const hadUnset = shell.hasReadUnset;
  shell.hasReadUnset = false;
  const args = state.args;
  if (argv.length > 2) state.args = [path, ...argv.slice(2)];
  const text = readFile(path, shell, state);
  if (text.includes(marks.secret)) shell.memory.set(memoryKeys.secretVariables, path);
  shell.through(argv[0], () => shell.runForeignText(text, state));
  state.args = args;
  shell.hasReadUnset = hadUnset;
};

/** `command`, `builtin` and `exec` run the command that follows, ignoring functions. */
const runRest: ShellBuiltin = (argv, shell, state, declared) => {
  const { options, operands } = readWords(argv.slice(1), {
    values: argv[0] === 'exec' ? ['-a'] : [],
    stopsAtOperand: true,
  });
  if (argv[0] === 'command' && options.some(({ name }) => name === '-v' || name === '-V'))
    return typeOf(argv, shell, state, declared);
  if (operands.length > 0) shell.through(argv[0], () => executeArgv(operands, shell, state, declared, true));
};

/** `type -p`, `command -v` and `which` print the path of a program. */
const typeOf: ShellBuiltin = (argv, _, state) => {
  for (const name of readWords(argv.slice(1)).operands)
    print(state, `${name.startsWith('/') || hasUnknown(name) ? name : `/usr/bin/${name}`}\n`);
};

const aliasText: ShellBuiltin = (argv, _, state) => {
  for (const word of argv.slice(1)) {
    const equals = word.indexOf('=');
    if (equals > 0) state.aliases.set(word.slice(0, equals), word.slice(equals + 1));
  }
};

/** `test -v name[…]`: the subscript is expanded. */
const testNames: ShellBuiltin = (argv, shell, state) => {
  const name = argv[argv.indexOf('-v') + 1];
  if (argv.includes('-v') && name?.includes('[')) expandQuoted(name, shell, state);
};

const endBranch: ShellBuiltin = (_, __, state) => {
  state.hasEnded = true;
};

const printFolder: ShellBuiltin = (_, shell, state) => print(state, `${shell.folderOf(state)}\n`);

/** Runs a builtin whose code is loaded on first use. */
const rare: ShellBuiltin = (argv, shell, state) => runRareBuiltin(argv, shell, state);

/** By name, with the words that the shell passes them after the name. */
export const shellBuiltins: Readonly<Record<string, ShellBuiltin>> = byWord({
  'cd chdir pushd popd': changeFolder,
  'declare typeset local export readonly': declare,
  'echo print': echo,
  printf: printFormatted,
  'read mapfile readarray trap hash compgen complete getopts ztcp let': rare,
  set: setWords,
  shift,
  unset,
  eval: evaluateText,
  'source .': sourceFile,
  'command builtin exec noglob nocorrect': runRest,
  'type which whence': typeOf,
  alias: aliasText,
  'exit return': endBranch,
  pwd: printFolder,
  ': true false wait jobs fg bg disown umask ulimit shopt setopt unsetopt break continue times dirs': silent,
  'test [': testNames,
});
