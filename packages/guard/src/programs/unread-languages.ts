import { unreadLanguages } from '../../.cache/programs/unread-languages.js';
import { askPacks, type Call, type Machine, type Program, type ProgramTable } from '../machine.js';
import { hasMark, marks, type Value } from '../value.js';
import { argumentsOf, isStandardInput } from './call-words.js';
import { firstCommands } from './command-lines.js';

/**
 * Languages for which the guard has no reader. Such a program is judged by its words: does it start programs, delete or
 * write, and which texts does it contain? A text that starts a program is judged as a command, one that is deleted or
 * written as a path. A program without such words passes; one whose texts are computed asks.
 */
export interface UnreadLanguage {
  /** Options whose value is program text. */
  readonly code: readonly string[];
  /** A subcommand that is followed by the text: `crystal eval '…'`. */
  readonly order?: string;
  /** A subcommand that is followed by files: `go run main.go`. */
  readonly fileOrder?: string;
  /** Without text and file, it runs its input. */
  readonly readsInput?: true;
}

const maxCodeLength = 65_536;
const maxTexts = 400;

/** "…", '…', `…`, and m4's `…'. */
const quoted = /"((?:[^"\\]|\\.){0,16000})"|'((?:[^'\\\n]|\\.){0,16000})'|`([^`']{0,16000})[`']/g;
const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Parts of names, as in `callCommand`, `rm_rf!` and `delete-tree`. */
const starts = words('system shell sh exec execute run cmd command spawn popen process syscmd esyscmd subprocess');
const deletes = words('rm rmdir rmtree rf unlink delete remove erase trash');
const writes = words('write spit truncate append dump save');
const reads = words('read slurp open reader include');
const copies = words('copy copies copyto cp mirror extract unpack unzip untar recursively');
const homes = words('home homedir userhome homedirectory env getenv environ');
/** A call of a function that starts a program, with an argument that is not a string. */
const computedStart = /\b(?:system|shell|exec|execute|spawn|popen|esyscmd|syscmd)\s*[(!]\s*(?!\u0001)[\w$@]/i;

const nameParts = (code: string): ReadonlySet<string> =>
  words(
    code
      .replace(/([a-z\d])([A-Z])/g, '$1 $2')
      .replace(/[^A-Za-z]+/g, ' ')
      .toLowerCase(),
  );

const looksLikePath = (text: Value): boolean => /^(?:[~/]|\.{1,2}(?:\/|$))|^[\w.-]+(?:\/[\w.*-]+)*\/?$/.test(text);

/** Judges the text of a program by its words. */
function judgeByWords(text: Value, call: Call, machine: Machine): Value {
  if (hasMark(text, 'net')) machine.note({ do: 'run', code: 'remote' });
  else if (hasMark(text, 'decoded')) machine.note({ do: 'run', code: 'decoded' });
  if (text.length > maxCodeLength) machine.note({ do: 'unread', why: 'length' });
  const all: Value[] = [];
  const code = text.slice(0, maxCodeLength).replace(quoted, (whole, double, single, tick) => {
    all.push(unescaped(double ?? single ?? tick ?? ''));
    // Texts with only a comma or nothing between them are words of one command.
    return whole.startsWith('`') ? ' run \u0001 ' : '\u0001';
  });
  const parts = nameParts(code);
  const has = (some: ReadonlySet<string>): boolean => [...parts].some((part) => some.has(part));
  const [isStart, isDelete] = [has(starts) || /\u0001\s*\.?!/.test(code), has(deletes)];
  const texts = isStart || isDelete ? firstCommands(all, maxTexts, machine) : all.slice(0, maxTexts);
  if (isStart) startTexts(texts, code, call, machine);
  if (isDelete)
    for (const path of texts.filter(looksLikePath))
      machine.note({ do: 'delete', at: machine.place(path), recursive: true });
  const isComputed = (isDelete && has(homes)) || computedStart.test(code);
  if (isComputed) machine.note({ do: 'run', code: 'unknown' });
  const isWrite = has(writes) || texts.some((mode) => /^[wa][bt+]{0,2}$/.test(mode));
  if (isWrite) for (const path of texts) if (/^[~/]./.test(path)) machine.write(path, 'over');
  if (has(copies))
    copyTexts(
      texts,
      [...parts].some((part) => part.endsWith('home') || part === 'homedir'),
      machine,
    );
  const read = has(reads) ? texts.filter(looksLikePath).map((path) => machine.read(path)) : [];
  return marks.any + read.filter((one) => one.includes(marks.secret)).join('');
}

/** A copy to the last path; if one is the home folder or above it, any path may be the target. */
function copyTexts(texts: readonly Value[], isToHome: boolean, machine: Machine): void {
  const paths = texts.filter((path) => /^[~/]/.test(path) && looksLikePath(path));
  for (const [at, path] of [...paths, ...(isToHome ? ['~'] : [])].entries())
    if (at >= paths.length - 1 || /^(?:home|above)$/.test(machine.place(path).scope)) machine.write(path, 'unpack');
}

const unescaped = (text: string): string => text.replace(/\\(["'\\$`])/g, '$1');

/** Each text as a command, and adjacent texts as the words of one. */
function startTexts(texts: readonly Value[], code: string, call: Call, machine: Machine): void {
  for (const text of texts) if (/\S\s+\S/.test(text)) machine.runShell(text, { via: call.name });
  const groups = code.match(/\u0001(?:[\s,[\]()]{0,10}\u0001)*/g) ?? [];
  let at = 0;
  for (const group of groups) {
    const count = group.split('\u0001').length - 1;
    const argv = texts.slice(at, at + count);
    at += count;
    if (argv.length > 1 || !/\s/.test(argv[0] ?? ' ')) machine.run(argv, { via: call.name });
  }
}

const program =
  (language: UnreadLanguage): Program =>
  (call, machine) => {
    const all = argumentsOf(call);
    if (language.fileOrder !== undefined && all[0] !== language.fileOrder) return askPacks;
    const given = language.fileOrder === undefined ? all : all.slice(1);
    const codes = given.flatMap((word, at) => codeOf(word, given[at + 1], language));
    const orderAt = language.order === undefined ? -1 : given.indexOf(language.order);
    if (orderAt >= 0) codes.push(...given.slice(orderAt + 1).filter((word) => !word.startsWith('-')));
    if (codes.length === 0) {
      const file = given.find((word, at) => !word.startsWith('-') && !given[at - 1]?.startsWith('--'));
      const isInput = file === undefined || isStandardInput(file);
      if (isInput && language.readsInput) codes.push(call.stdin ?? '');
      else if (file !== undefined && language.order === undefined) codes.push(machine.read(file));
    }
    const known = codes.filter((code) => code !== '' && code !== marks.any);
    return known.length === 0 ? askPacks : known.map((code) => judgeByWords(code, call, machine)).join('');
  };

/** The program text in an option: `-e X`, `--eval=X`, `--eval:X`. */
function codeOf(word: Value, next: Value | undefined, { code }: UnreadLanguage): readonly Value[] {
  for (const name of code) {
    if (name === '') continue;
    if (word === name) return next === undefined ? [] : [next];
    if (name.startsWith('--') && (word.startsWith(`${name}=`) || word.startsWith(`${name}:`)))
      return [word.slice(name.length + 1)];
  }
  return [];
}

const programs: ProgramTable = Object.fromEntries(
  Object.entries(unreadLanguages).map(([name, language]) => [name, program(language)]),
);

export const unreadLanguagePrograms = (): ProgramTable => programs;
