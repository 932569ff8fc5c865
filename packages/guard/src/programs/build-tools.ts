import { askPacks, type Call, type Machine, type Program, programTable } from '../machine.js';
import { readWords } from '../packs/options.js';
import { marks, type Value } from '../value.js';
import { wordSet } from '../word-lists.js';
import { argumentsOf, isStandardInput, joinPath } from './call-words.js';
import { filledLines, firstCommands, linesToRun } from './command-lines.js';
import { isGiven, optionValues } from './kit.js';

/** Build tools, and programs that start others and have unusual options. */

/** gdb runs shell text after `shell` and `!`, and a program after `--args`. */
const gdb: Program = (call, machine) => {
  const words = argumentsOf(call);
  const given = words.filter((_, at) => /^--?(?:ex|iex|eval-command|init-eval-command)$/.test(words[at - 1] ?? ''));
  const joined = words.flatMap((word) => /^--?(?:ex|iex|eval-command)=([\s\S]*)$/.exec(word)?.[1] ?? []);
  for (const line of [...given, ...joined, ...filledLines(call.stdin ?? '', machine)]) {
    const text = /^(?:shell\s|!)([\s\S]*)$/.exec(line)?.[1];
    if (text !== undefined) machine.runShell(text, { via: 'gdb' });
    const code = /^(?:python|py|pi)\s([\s\S]*)$/.exec(line)?.[1];
    if (code !== undefined) machine.runCode('python', code, { via: 'gdb' });
  }
  const at = words.findIndex((word) => word === '--args' || word === '-args');
  return at < 0 ? undefined : machine.run(words.slice(at + 1), { via: 'gdb' });
};

const makeValues = '-f --file --makefile -C --directory -I -o -W -j -l -O --eval -E'.split(' ');

/** make runs the recipes of its files, as opaque as scripts; text from the command itself is read. */
const make: Program = (call, machine) => {
  const words = readWords(argumentsOf(call), { values: makeValues });
  if (isGiven(words, '-n', '--dry-run', '--just-print', '--recon')) return undefined;
  runVariables(words.operands, call, machine);
  const texts = optionValues(words, '--eval', '-E');
  const named = optionValues(words, '-f', '--file', '--makefile');
  const folder = optionValues(words, '-C', '--directory').reduce(joinPath, '');
  const usual = ['GNUmakefile', 'makefile', 'Makefile'].map((name) => joinPath(folder, name));
  const read = (file: Value) => (isStandardInput(file) ? (call.stdin ?? '') : machine.read(file));
  const given = named.map(read);
  // The makefile of a freshly cloned repository is like its tests: people build what they clone.
  if (given.some((text) => text.includes(marks.net))) machine.note({ do: 'run', code: 'remote' });
  const known = [...texts, ...(named.length === 0 ? usual.map(read) : given)].filter((text) =>
    /[^\uE000-\uE00B]/.test(text),
  );
  return known.length === 0 ? askPacks : known.map((text) => runRecipes(text, { call, folder, machine })).join('');
};

/** Variables of make that name the program to start. */
const programVariable = /^(?:SHELL|CC|CXX|CPP|LD|AR|AS|RM|MAKE|INSTALL|CMD)(?:::?|\?|\+|!)?=/;

/** `make CC=…` and `make SHELL=…` set which program runs. */
function runVariables(words: readonly Value[], call: Call, machine: Machine): void {
  for (const word of words) {
    const name = programVariable.exec(word);
    if (name) machine.runShell(word.slice(name[0].length), { via: call.name });
  }
}

interface MakeRun {
  readonly call: Call;
  /** The folder of `-C`. */
  readonly folder: Value;
  readonly machine: Machine;
}

const maxOrders = 200;

/** The recipes of a makefile: lines after a tab, the text after `target: ;`, and `$(shell …)`. */
function runRecipes(text: Value, { call, folder, machine }: MakeRun): Value {
  const start = { via: call.name, ...(folder === '' ? {} : { cwd: machine.place(folder).path }) };
  const lines = linesToRun(text, machine);
  const recipes = lines.flatMap((line) => {
    if (line.startsWith('\t')) return [line.slice(1)];
    const semicolon = /^[^:=#]{1,200}::?[^;=]{0,200};(.*)$/.exec(line);
    return semicolon ? [semicolon[1] ?? ''] : [];
  });
  const printed = recipes.map((recipe) =>
    machine.runShell(recipe.replace(/^[\s@+-]+/, '').replaceAll('$$', '$'), start),
  );
  for (const part of firstCommands(text.split('$(shell '), maxOrders, machine).slice(1)) {
    const end = part.indexOf(')');
    machine.runShell(end < 0 ? part : part.slice(0, end), start);
  }
  return printed.join('');
}

/** `cmake -E` has its own programs, so that build files work everywhere. */
const cmakePrograms: Readonly<Record<string, readonly string[]>> = {
  rm: ['rm'],
  remove: ['rm', '-f'],
  remove_directory: ['rm', '-r'],
  copy: ['cp'],
  copy_if_different: ['cp'],
  copy_directory: ['cp', '-rT'],
  rename: ['mv'],
  cat: ['cat'],
  env: ['env'],
  time: [],
  tar: ['tar'],
  create_symlink: ['ln', '-s'],
};

const valueOfOption = (words: readonly Value[], name: string): Value | undefined =>
  words.includes(name) ? words[words.indexOf(name) + 1] : undefined;

/** The commands of a cmake script that start programs and delete files. */
function runBuildScript(text: Value, machine: Machine): void {
  const found = [...text.matchAll(/\b(file|execute_process)\s*\(([^()]{0,16000})\)/gi)];
  const orders = firstCommands(found, maxOrders, machine);
  for (const [, name = '', body = ''] of orders) {
    const words = (body.match(/"(?:[^"\\]|\\.)*"|[^\s"]+/g) ?? []).map((word) => word.replace(/^"|"$/g, ''));
    const at = words.indexOf('COMMAND');
    if (name.toLowerCase() === 'execute_process' && at >= 0) machine.run(words.slice(at + 1), { via: 'cmake -P' });
    else if (words[0] === 'REMOVE' || words[0] === 'REMOVE_RECURSE')
      machine.run(['rm', words[0] === 'REMOVE' ? '-f' : '-rf', ...words.slice(1)], { via: 'cmake -P' });
  }
}

const cmake: Program = (call, machine) => {
  const [option, order = '', ...rest] = argumentsOf(call);
  const script = valueOfOption(argumentsOf(call), '-P');
  if (script !== undefined) runBuildScript(machine.read(script), machine);
  if (option !== '-E' || !Object.hasOwn(cmakePrograms, order)) return askPacks;
  return machine.run([...(cmakePrograms[order] ?? []), ...rest], {
    via: 'cmake -E',
    ...(call.stdin === undefined ? {} : { stdin: call.stdin }),
  });
};

const bwrapTwo =
  wordSet(`--bind --bind-try --dev-bind --dev-bind-try --ro-bind --ro-bind-try --symlink --setenv --bind-data
  --ro-bind-data --file --chmod --bind-fd --ro-bind-fd`);
const bwrapOne =
  wordSet(`--proc --dev --tmpfs --mqueue --dir --chdir --uid --gid --hostname --unsetenv --lock-file --sync-fd --args
  --seccomp --cap-add --cap-drop --remount-ro --size --perms --userns --argv0 --overlay-src --tmp-overlay
  --ro-overlay`);

/** bwrap: its options have no, one or two values; the command follows them. */
const bwrap: Program = (call, machine) => {
  const words = argumentsOf(call);
  let at = 0;
  while (at < words.length && words[at]?.startsWith('-') && words[at] !== '--')
    at += bwrapTwo.has(words[at] ?? '') ? 3 : bwrapOne.has(words[at] ?? '') ? 2 : 1;
  return machine.run(words.slice(words[at] === '--' ? at + 1 : at), { via: 'bwrap' });
};

/** start-stop-daemon starts a program that an option names, with the words after `--`. */
const startStopDaemon: Program = (call, machine) => {
  const words = argumentsOf(call);
  const program = words[words.findIndex((word) => /^(?:-x|-a|--exec|--startas)$/.test(word)) + 1];
  const isStart = words.some((word) => /^(?:-S|--start)$/.test(word));
  const dashes = words.indexOf('--');
  if (!isStart || program === undefined) return undefined;
  return machine.run([program, ...(dashes < 0 ? [] : words.slice(dashes + 1))], { via: call.name });
};

/** capsh passes the words after `--` to bash. */
const capsh: Program = (call, machine) => {
  const words = argumentsOf(call);
  const at = words.findIndex((word) => word === '--' || word === '==');
  return at < 0 ? undefined : machine.run(['bash', ...words.slice(at + 1)], { via: 'capsh' });
};

export const buildTools = programTable({
  gdb,
  'make gmake': make,
  capsh,
  bwrap,
  'start-stop-daemon': startStopDaemon,
  cmake,
});
