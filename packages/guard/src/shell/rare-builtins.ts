import { readWords } from '../packs/options.js';
import { hasUnknown, marks, sourcesOf, type Value } from '../value.js';
import type { Interpreter } from './interpreter.js';
import { numberIn } from './numbers.js';
import { networkStream } from './redirect.js';
import type { ShellFrame } from './state.js';
import { type Stream, TextStream } from './streams.js';
import { readVariable, setVariable } from './variables.js';
import { expandQuoted } from './words.js';

type RareBuiltin = (argv: readonly Value[], shell: Interpreter, state: ShellFrame) => void;

const read: RareBuiltin = (argv, shell, state) => {
  const { options, operands } = readWords(argv.slice(1), { values: ['-a', '-d', '-i', '-n', '-N', '-p', '-t', '-u'] });
  const value = (name: string): Value | undefined => options.find((one) => one.name === name)?.value;
  const stream = state.streams.get(Number(value('-u') ?? 0));
  const isSure = shell.isSure() && !state.hasEnded && value('-t') === undefined;
  if (stream instanceof TextStream && !isSure) stream.keepWhole();
  const text = lineOf(stream, value) ?? marks.any;
  if (stream instanceof TextStream && isSure && value('-d') === '' && stream.left === 0) stream.drain();
  const ifs = state.variables.has('IFS') ? readVariable('IFS', shell, state) : ' \t\n';
  const words = splitBy(text, ifs);
  const list = value('-a');
  if (list !== undefined) setVariable(list, words[0] ?? '', shell, state, { list: words });
  const names = operands.length > 0 ? operands : ['REPLY'];
  names.forEach((name, index) => {
    const own =
      names.length === 1 ? text.trim() : index === names.length - 1 ? words.slice(index).join(' ') : words[index];
    setVariable(name, own ?? (hasUnknown(text) ? marks.any + sourcesOf(text) : ''), shell, state);
  });
};

/** The text that `read` consumes: a line, the text before another delimiter, or a number of characters. */
function lineOf(stream: Stream | undefined, value: (name: string) => Value | undefined): Value | undefined {
  const end = value('-d') === '' ? '\0' : (value('-d')?.slice(0, 1) ?? '\n');
  const count = Number(value('-N') ?? value('-n'));
  if (!(stream instanceof TextStream) || !(count > 0) || stream.left === 0) return stream?.readLine(end);
  const at = value('-N') === undefined ? (stream.read() ?? '').indexOf(end) : -1;
  return at >= 0 && at < count ? stream.readLine(end) : stream.take(count);
}

const splitBy = (text: Value, ifs: string): readonly Value[] => {
  const fields: string[] = [''];
  for (const character of text) {
    if (ifs.includes(character)) fields.push('');
    else fields[fields.length - 1] += character;
  }
  return fields.filter((field) => field !== '');
};

const readLines: RareBuiltin = (argv, shell, state) => {
  const { options, operands } = readWords(argv.slice(1), { values: ['-d', '-n', '-O', '-s', '-u', '-C', '-c'] });
  const fd = Number(options.find(({ name }) => name === '-u')?.value ?? 0);
  const stream = state.streams.get(fd);
  const text = stream?.read() ?? marks.any;
  const isAll = !options.some(({ name }) => name === '-n');
  if (stream instanceof TextStream && isAll && shell.isSure() && !state.hasEnded) stream.drain();
  const list = text.split('\n').filter((line) => line !== '');
  setVariable(operands[0] ?? 'MAPFILE', list[0] ?? '', shell, state, { list });
  const callback = options.find(({ name }) => name === '-C')?.value;
  if (callback !== undefined) shell.runForeignText(callback, state.copy());
};

/** A trap runs with the variables of its moment: at the end for `EXIT`, at any time for a signal. */
const trap: RareBuiltin = (argv, shell, state) => {
  const { operands } = readWords(argv.slice(1));
  const [text, ...signals] = operands;
  if (text === undefined || signals.length === 0 || text === '-') return;
  const runTrap = () => shell.through('trap', () => shell.runForeignText(text, state.copy()));
  shell.atExit.push(runTrap);
  if (!signals.some((signal) => /^(?:SIG)?EXIT$|^0$/i.test(signal))) runTrap();
};

const hash: RareBuiltin = (argv, _, state) => {
  const { options, operands } = readWords(argv.slice(1), { values: ['-p'] });
  const path = options.find(({ name }) => name === '-p')?.value;
  const name = operands[0];
  if (path !== undefined && name !== undefined) state.hashed.set(name, path);
};

/** `let` reads its words as arithmetic. */
const readNumbers: RareBuiltin = (argv, shell, state) => {
  for (const word of argv.slice(1)) numberIn(word, shell, state);
};

/** `compgen -C` runs its text, `-W` expands its words. */
const listWords: RareBuiltin = (argv, shell, state) => {
  const { options } = readWords(argv.slice(1), {
    values: ['-A', '-C', '-F', '-G', '-P', '-S', '-V', '-W', '-X', '-o'],
  });
  for (const { name, value = '' } of options) {
    if (name === '-C') shell.runForeignText(value, state.copy());
    else if (name === '-W') expandQuoted(value, shell, state);
  }
  state.streams.get(1)?.write(marks.any);
};

/** `ztcp host port` of zsh: `REPLY` is the descriptor of a connection. */
const openSocket: RareBuiltin = (argv, shell, state) => {
  const { options, operands } = readWords(argv.slice(1), { values: ['-d'] });
  const isGiven = (option: string): boolean => options.some(({ name }) => name === option);
  if (isGiven('-c')) return;
  if (isGiven('-l')) shell.note({ do: 'expose', what: 'a port of this machine' }, state.remote);
  const descriptor = options.find(({ name }) => name === '-d')?.value ?? String(10 + state.streams.size);
  state.streams.set(Number(descriptor), networkStream(operands[0] ?? '', shell, state));
  setVariable('REPLY', descriptor, shell, state);
};

const getOptions: RareBuiltin = (argv, shell, state) => {
  if (argv[2] !== undefined) setVariable(argv[2], marks.any, shell, state);
  setVariable('OPTARG', marks.any, shell, state);
};

const builtins: Readonly<Record<string, RareBuiltin>> = {
  read,
  mapfile: readLines,
  readarray: readLines,
  trap,
  hash,
  let: readNumbers,
  compgen: listWords,
  complete: listWords,
  getopts: getOptions,
  ztcp: openSocket,
};

/** Runs the builtin that the first word names. */
export const runRareBuiltin: RareBuiltin = (argv, shell, state) => builtins[argv[0] ?? '']?.(argv, shell, state);
