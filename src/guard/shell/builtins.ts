import { guardLimits } from '../limits.js';
import { memoryKeys } from '../machine.js';
import { readWords } from '../packs/options.js';
import { hasUnknown, marks, sourcesOf, type Value } from '../value.js';
import { assign } from './assign.js';
import { executeArgv } from './execute.js';
import { readFile } from './files.js';
import type { Interpreter } from './interpreter.js';
import { numberIn } from './numbers.on-demand.js';
import type { Assignment } from './parse.js';
import { formatted, unescaped } from './printf.on-demand.js';
import { networkStream } from './redirect.js';
import type { ShellFrame } from './state.js';
import { expandQuoted } from './words.js';

/** A command of the shell itself: it may change what the shell knows. */
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
  const target = operands[0] ?? shell.readVariable(state, 'HOME');
  const before = shell.folderOf(state);
  if (argv[0] === 'popd' || target === '-') state.folders = [state.previousFolder];
  else if (/^[+-]\d+$/.test(target)) state.folders = [marks.any];
  else state.folders = foldersOf(target, shell, state);
  state.previousFolder = before;
};

/** Where `cd` may lead: `CDPATH` names folders in which it looks first. */
function foldersOf(target: Value, shell: Interpreter, state: ShellFrame): readonly Value[] {
  const here = shell.placeIn(state, target).path;
  if (!state.variables.has('CDPATH') || /^[./]/.test(target)) return [here];
  const paths = shell.readVariable(state, 'CDPATH').split(':', guardLimits.alternatives - 1);
  return [...paths.map((path) => shell.placeIn(state, `${path || '.'}/${target}`).path), here];
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
    // A reference that is declared again is not written through.
    if (has('n')) state.variables.delete(one.name);
    assign(one, shell, state);
    const set = state.variables.get(one.name);
    if (!set) continue;
    if (has('n')) state.variables.set(one.name, { ...set, refersTo: set.values[0] ?? '' });
    else if (letterCase) shell.assign(state, one.name, set.values[0] ?? '', { letterCase });
  }
  for (const operand of operands) {
    const equals = operand.indexOf('=');
    const name = equals < 0 ? operand : operand.slice(0, equals);
    if (declaredNames.has(name)) continue;
    if (equals > 0) shell.assign(state, name, operand.slice(equals + 1), letterCase ? { letterCase } : {});
    else if (has('p')) print(state, `${name}=${shell.readVariable(state, name)}\n`);
    else if (letterCase)
      shell.assign(state, name, shell.isSet(state, name) ? shell.readVariable(state, name) : '', { letterCase });
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
  else shell.assign(state, target, text);
};

const read: ShellBuiltin = (argv, shell, state) => {
  const { options, operands } = readWords(argv.slice(1), { values: ['-a', '-d', '-i', '-n', '-N', '-p', '-t', '-u'] });
  const value = (name: string): Value | undefined => options.find((one) => one.name === name)?.value;
  const stream = state.streams.get(Number(value('-u') ?? 0));
  const line = value('-d') === undefined ? stream?.readLine() : stream?.read();
  const text = line ?? marks.any;
  const ifs = state.variables.has('IFS') ? shell.readVariable(state, 'IFS') : ' \t\n';
  const words = splitBy(text, ifs);
  const list = value('-a');
  if (list !== undefined) shell.assign(state, list, words[0] ?? '', { list: words });
  const names = operands.length > 0 ? operands : ['REPLY'];
  names.forEach((name, index) => {
    const own =
      names.length === 1 ? text.trim() : index === names.length - 1 ? words.slice(index).join(' ') : words[index];
    shell.assign(state, name, own ?? (hasUnknown(text) ? marks.any + sourcesOf(text) : ''));
  });
};

const splitBy = (text: Value, ifs: string): readonly Value[] => {
  const fields: string[] = [''];
  for (const character of text) {
    if (ifs.includes(character)) fields.push('');
    else fields[fields.length - 1] += character;
  }
  return fields.filter((field) => field !== '');
};

const readLines: ShellBuiltin = (argv, shell, state) => {
  const { options, operands } = readWords(argv.slice(1), { values: ['-d', '-n', '-O', '-s', '-u', '-C', '-c'] });
  const fd = Number(options.find(({ name }) => name === '-u')?.value ?? 0);
  const text = state.streams.get(fd)?.read() ?? marks.any;
  const list = text.split('\n').filter((line) => line !== '');
  shell.assign(state, operands[0] ?? 'MAPFILE', list[0] ?? '', { list });
  const callback = options.find(({ name }) => name === '-C')?.value;
  if (callback !== undefined) shell.runForeignText(callback, state.copy());
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

/** `command`, `builtin` and `exec` run what follows, without functions. */
const runRest: ShellBuiltin = (argv, shell, state, declared) => {
  const { options, operands } = readWords(argv.slice(1), {
    values: argv[0] === 'exec' ? ['-a'] : [],
    stopsAtOperand: true,
  });
  if (argv[0] === 'command' && options.some(({ name }) => name === '-v' || name === '-V'))
    return typeOf(argv, shell, state, declared);
  if (operands.length > 0) shell.through(argv[0], () => executeArgv(operands, shell, state, declared, true));
};

/** `type -p`, `command -v` and `which` print where a program is. */
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

/** What stands in a trap runs with the variables of that moment: at the end for `EXIT`, at any time for a signal. */
const trap: ShellBuiltin = (argv, shell, state) => {
  const { operands } = readWords(argv.slice(1));
  const [text, ...signals] = operands;
  if (text === undefined || signals.length === 0 || text === '-') return;
  const runTrap = () => shell.through('trap', () => shell.runForeignText(text, state.copy()));
  shell.atExit.push(runTrap);
  if (!signals.some((signal) => /^(?:SIG)?EXIT$|^0$/i.test(signal))) runTrap();
};

const hash: ShellBuiltin = (argv, _, state) => {
  const { options, operands } = readWords(argv.slice(1), { values: ['-p'] });
  const path = options.find(({ name }) => name === '-p')?.value;
  const name = operands[0];
  if (path !== undefined && name !== undefined) state.hashed.set(name, path);
};

/** `let` reads its words as arithmetic. */
const readNumbers: ShellBuiltin = (argv, shell, state) => {
  for (const word of argv.slice(1)) numberIn(word, shell, state);
};

/** `test -v name[…]`: the subscript is expanded. */
const testNames: ShellBuiltin = (argv, shell, state) => {
  const name = argv[argv.indexOf('-v') + 1];
  if (argv.includes('-v') && name?.includes('[')) expandQuoted(name, shell, state);
};

/** `compgen -C` runs its text, `-W` expands its words. */
const listWords: ShellBuiltin = (argv, shell, state) => {
  const { options } = readWords(argv.slice(1), {
    values: ['-A', '-C', '-F', '-G', '-P', '-S', '-V', '-W', '-X', '-o'],
  });
  for (const { name, value = '' } of options) {
    if (name === '-C') shell.runForeignText(value, state.copy());
    else if (name === '-W') expandQuoted(value, shell, state);
  }
  print(state, marks.any);
};

/** `ztcp host port` of zsh: `REPLY` is the descriptor of a connection. */
const openSocket: ShellBuiltin = (argv, shell, state) => {
  const { options, operands } = readWords(argv.slice(1), { values: ['-d'] });
  const isGiven = (option: string): boolean => options.some(({ name }) => name === option);
  if (isGiven('-c')) return;
  if (isGiven('-l')) shell.note({ do: 'expose', what: 'a port of this machine' }, state.remote);
  const descriptor = options.find(({ name }) => name === '-d')?.value ?? String(10 + state.streams.size);
  state.streams.set(Number(descriptor), networkStream(operands[0] ?? '', shell, state));
  shell.assign(state, 'REPLY', descriptor);
};

const endBranch: ShellBuiltin = (_, __, state) => {
  state.hasEnded = true;
};

const getOptions: ShellBuiltin = (argv, shell, state) => {
  if (argv[2] !== undefined) shell.assign(state, argv[2], marks.any);
  shell.assign(state, 'OPTARG', marks.any);
};

const printFolder: ShellBuiltin = (_, shell, state) => print(state, `${shell.folderOf(state)}\n`);

/** By name; the words that follow them are what the shell gives them. */
export const shellBuiltins: Readonly<Record<string, ShellBuiltin>> = {
  cd: changeFolder,
  chdir: changeFolder,
  pushd: changeFolder,
  popd: changeFolder,
  declare,
  typeset: declare,
  local: declare,
  export: declare,
  readonly: declare,
  echo,
  print: echo,
  printf: printFormatted,
  read,
  mapfile: readLines,
  readarray: readLines,
  set: setWords,
  shift,
  unset,
  eval: evaluateText,
  source: sourceFile,
  '.': sourceFile,
  command: runRest,
  builtin: runRest,
  exec: runRest,
  noglob: runRest,
  nocorrect: runRest,
  type: typeOf,
  which: typeOf,
  whence: typeOf,
  alias: aliasText,
  trap,
  hash,
  exit: endBranch,
  return: endBranch,
  compgen: listWords,
  complete: listWords,
  getopts: getOptions,
  pwd: printFolder,
  ztcp: openSocket,
  ':': silent,
  true: silent,
  false: silent,
  test: testNames,
  '[': testNames,
  wait: silent,
  jobs: silent,
  fg: silent,
  bg: silent,
  disown: silent,
  umask: silent,
  ulimit: silent,
  shopt: silent,
  setopt: silent,
  unsetopt: silent,
  break: silent,
  continue: silent,
  let: readNumbers,
  times: silent,
  dirs: silent,
};
