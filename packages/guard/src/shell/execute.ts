import { foldsNames } from '@anyhook/core';
import { changedValue } from '../left-out.js';
import { askPacks, type Call } from '../machine.js';
import { packsOf } from '../packs/index.js';
import { runPack } from '../packs/match-pack.js';
import { programNamed, shellProgramNames } from '../programs/index.js';
import { hasGlob, hasUnknown, isFullyKnown, marks, sourcesOf, type Value } from '../value.js';
import { shellBuiltins } from './builtins.js';
import { isFetched } from './files.js';
import { runGlobName, runUnknownName } from './hidden-names.js';
import type { Interpreter } from './interpreter.js';
import type { Assignment } from './parse.js';
import { runBody } from './run.js';
import type { SeenCall } from './seen-calls.js';
import type { ShellFrame } from './state.js';
import { TextStream } from './streams.js';

/** How deeply function calls may nest. */
const maxCallDepth = 8;

/** The cost of copying a variable or function, and of evaluating a character of input. */
const copyCost = 8;
const inputCost = 4;

/** Runs a command with expanded words: a function, an alias, a builtin of the shell, or a program. */
export function executeArgv(
  argv: readonly Value[],
  shell: Interpreter,
  state: ShellFrame,
  declared: readonly Assignment[] = [],
  skipsFunctions = false,
): void {
  if (!shell.step(argv)) return;
  // The shell's state is copied for the programs that it starts.
  shell.spend(copyCost * (state.variables.size + state.functions.size));
  const word = argv[0] ?? '';
  const body = skipsFunctions ? undefined : state.functions.get(word);
  if (body) {
    callFunction(word, body, argv, shell, state);
    return;
  }
  const alias = skipsFunctions ? undefined : state.aliases.get(word);
  if (alias !== undefined) {
    callAlias(alias, argv, shell, state);
    return;
  }
  const builtin = shellBuiltins[word];
  if (builtin && Object.hasOwn(shellBuiltins, word)) {
    shell.seen.calls.push({ name: word, argv, cwd: shell.folderOf(state), isFullyKnown: true });
    shell.calling(argv, `shell:${word}`, () => builtin(argv, shell, state, declared));
  } else startProgram(argv, shell, state);
}

function callFunction(
  name: string,
  body: Parameters<typeof runBody>[0],
  argv: readonly Value[],
  shell: Interpreter,
  state: ShellFrame,
): void {
  const { args, calledWith, running, runningBodies, locals } = state;
  // A function that defines another one with its own name does not call itself.
  const again = runningBodies.filter((one) => one === body).length;
  if (again > 0) {
    const hasCopies = shell.recursions.has(`${name} background`) || shell.recursions.has(`${name} pipe`);
    if (hasCopies && state.isConcurrent) {
      shell.note({ do: 'exhaust', what: `${name} starts itself repeatedly` }, state.remote);
      return;
    }
    if (again > (hasCopies ? 1 : maxCallDepth)) return;
  }
  // One more call represents all later ones.
  const words =
    again < maxCallDepth ? argv : argv.map((one, at) => changedValue('calls', state.calledWith[at] ?? '', one));
  if (again === maxCallDepth && words.every((one, at) => one === argv[at])) return;
  state.locals = new Map();
  state.args = [args[0] ?? 'bash', ...words.slice(1)];
  state.calledWith = words;
  state.running = [...running, name];
  state.runningBodies = [...runningBodies, body];
  shell.through(name, () => runBody(body, shell, state));
  for (const [variable, before] of state.locals) {
    if (before) state.variables.set(variable, before);
    else state.variables.delete(variable);
  }
  state.locals = locals;
  state.args = args;
  state.calledWith = calledWith;
  state.running = running;
  state.runningBodies = runningBodies;
  state.hasEnded = false;
}

/** An alias is text in front of the other words. */
function callAlias(alias: string, argv: readonly Value[], shell: Interpreter, state: ShellFrame): void {
  const inner = state.copy();
  inner.aliases.delete(argv[0] ?? '');
  const words = argv.slice(1).map((word) => `'${word.replaceAll("'", "'\\''")}'`);
  shell.noteLeftOut(alias, state.remote);
  shell.through('alias', () => shell.runText([alias, ...words].join(' '), inner));
}

/** Runs a program that is not part of the shell. */
export function startProgram(argv: readonly Value[], shell: Interpreter, state: ShellFrame): void {
  const word = state.hashed.get(argv[0] ?? '') ?? argv[0] ?? '';
  // A word after the keyword `time` that is not an option of it: a shell without the keyword runs the program.
  if (/^-[a-z-]/.test(word)) {
    startProgram(['time', ...argv], shell, state);
    return;
  }
  const name = programName(word);
  shell.noteLeftOut(word, state.remote);
  // `npx https://…` runs an untrusted package.
  if (word.includes(marks.net) || /^(?:git\+)?https?:\/\//.test(word))
    shell.note({ do: 'run', code: 'remote' }, state.remote);
  else if (word.includes(marks.decoded)) shell.note({ do: 'run', code: 'decoded' }, state.remote);
  else if (hasUnknown(name)) runUnknownName(argv, shell, state);
  else if (hasGlob(name)) runGlobName(name, argv, shell, state);
  else if (runWrittenFile(word, argv, shell, state)) return;
  // `/usr/bin/printf` and `/usr/bin/command` behave like the builtins, but do not change the shell.
  else if (word !== name && Object.hasOwn(shellBuiltins, name) && !programNamed(name))
    executeArgv([name, ...argv.slice(1)], shell, state.copy(), [], true);
  else state.streams.get(1)?.write(runNamed(name, argv, shell, state));
}

/** `rm` for `/bin/rm`, `RM.EXE` and `rm@1.0`. */
export const programName = (word: Value, folds = foldsNames()): string => {
  const base = word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1);
  // `npx prisma@5` runs prisma.
  const name = base.replace(/\.(?:exe|cmd|bat)$/i, '').replace(/(.)(?:@|==)[\w.^~-]{0,40}$/, '$1');
  // On file systems that ignore case, `RM` and `Rm` are `rm`; elsewhere `RM` can hardly mean anything else.
  const isFolded = folds ? !/^zkCli/.test(name) : /^[A-Z][A-Z0-9._-]+$/.test(name);
  return isFolded ? name.toLowerCase() : name;
};

export function runNamed(name: string, argv: readonly Value[], shell: Interpreter, state: ShellFrame): Value {
  const input = state.streams.get(0);
  if (!(input instanceof TextStream)) return runOnce(name, argv, shell, state);
  const { left, spelledOutRuns: before } = input;
  const printed = runOnce(name, argv, shell, state);
  if (input.left === left) input.takePrinted(printed);
  if (input.spelledOut === undefined || input.spelledOutRuns > before || !argv.some(isShell)) return printed;
  input.spelledOutRuns++;
  const again = state.copy();
  again.streams.set(0, new TextStream(input.spelledOut));
  return printed + runOnce(name, argv, shell, again);
}

const isShell = (word: Value): boolean => shellProgramNames.has(programName(word));

function runOnce(name: string, argv: readonly Value[], shell: Interpreter, state: ShellFrame): Value {
  const machine = shell.machineFor(state);
  const seen: { -readonly [Key in keyof SeenCall]: SeenCall[Key] } = {
    name,
    argv,
    cwd: machine.cwd,
    isFullyKnown: false,
  };
  shell.seen.calls.push(seen);
  const input = state.streams.get(0);
  let stdin: { readonly text: Value | undefined } | undefined;
  const call: Call = {
    name,
    argv,
    get stdin() {
      if (!stdin) {
        stdin = { text: input?.read() };
        shell.spend(inputCost * (stdin.text?.length ?? 0));
      }
      if (stdin.text !== undefined) seen.stdin = stdin.text;
      return stdin.text;
    },
  };
  const sourcesOfInput = (): Value => {
    if (!(input instanceof TextStream && input.isKnown)) return sourcesOf(call.stdin);
    seen.stdin = input.read() ?? '';
    return '';
  };
  const isOnNetwork = input?.isNetwork || state.streams.get(1)?.isNetwork;
  return shell.calling(argv, name, () => {
    const program = programNamed(name);
    if (isOnNetwork && shellProgramNames.has(name)) machine.note({ do: 'shell', over: 'network' });
    if (program) {
      const output = program(call, machine);
      seen.isFullyKnown = output !== askPacks;
      if (output !== askPacks) {
        // The user's own pack for the program also applies.
        for (const pack of shell.ownPacksFor(name)) runPack(pack, call, machine);
        return output === '' && maySpeak(argv, state) ? marks.any : (output ?? marks.any + sourcesOfInput());
      }
    }
    const packs = shell.packsFor(name);
    if (packs.length === 0) {
      runGivenCommand(name, argv, shell, state);
      return marks.any + sourcesOfInput().replaceAll(marks.secret, '');
    }
    // Its effect depends on its first word.
    shell.noteLeftOut(argv[1] ?? '', state.remote);
    let printed: Value | undefined;
    for (const pack of packs) {
      shell.source = `${name}:${pack.name}`;
      const output = runPack(pack, call, machine);
      if (output !== undefined) printed = (printed ?? '') + output;
    }
    return printed ?? marks.any + sourcesOfInput().replaceAll(marks.secret, '');
  });
}

/**
 * `limiter -n 5 -- rm -rf ~` and `retry -t 3 rm -rf ~`: an unknown program may start the command after its dashes or
 * its own words. Its output stays unknown.
 */
function runGivenCommand(name: string, argv: readonly Value[], shell: Interpreter, state: ShellFrame): void {
  const dashes = argv.indexOf('--');
  const at = dashes < 0 ? commandAt(argv) : dashes + 1;
  const command = at < 1 || printers.test(name) ? [] : argv.slice(at);
  if (command.length > 1 && isKnownProgram(command[0] ?? ''))
    shell.through(argv[0], () => executeArgv(command, shell, state.copy(), [], true));
}

/** Programs whose words are texts to print or to look up. */
const printers =
  /^(?:cowsay|figlet|toilet|say|espeak|notify-send|tldr|cheat|navi|howdoi|apropos|whatis|info|explain\w*)$/;

/** Programs that are not subcommands of others, except `rm`, which then has no `-r`. */
const startedPrograms =
  ' git dd shred wipefs docker podman kubectl helm terraform tofu aws gcloud psql mysql chmod chown sudo bash sh zsh python python3 node npm npx systemctl rsync curl ';

/** Where a command may begin: after options, their values, numbers and variables; 0 if nowhere. */
function commandAt(argv: readonly Value[]): number {
  for (let at = 1; at < Math.min(argv.length - 1, 12); at++) {
    const word = argv[at] ?? '';
    const isRemove = programName(word) === 'rm' && /^(?:-[a-zA-Z]*[rR]|--recursive)/.test(argv[at + 1] ?? '');
    if (isRemove || startedPrograms.includes(` ${programName(word)} `)) return at;
    const isOwn = /^-|^\d+[a-z]?$|^\w+=/.test(word) || (argv[at - 1] ?? '').startsWith('-');
    if (!isOwn) return 0;
  }
  return 0;
}

/** A usually silent program may print progress or errors. */
const maySpeak = (argv: readonly Value[], { streams }: ShellFrame): boolean =>
  streams.get(2) === streams.get(1) || argv.some((word, at) => at > 0 && /^-[a-zA-Z]*v|^--verbose$/.test(word));

/** A file that this command wrote is read before it runs; the content of a downloaded one is unknown. */
function runWrittenFile(word: Value, argv: readonly Value[], shell: Interpreter, state: ShellFrame): boolean {
  if (!word.includes('/') || shell.files.size + shell.memory.size === 0) return false;
  const { path } = shell.placeIn(state, word);
  if (isFetched(path, shell)) {
    shell.note({ do: 'run', code: 'remote' }, state.remote);
    return true;
  }
  const text = shell.files.get(path);
  if (text === undefined) return false;
  const interpreter = /^#!\s*\S*?(?:\/env\s+(?:-S\s*)?)?([\w.]+)\s*$/m.exec(text.slice(0, 200))?.[1];
  if (!isFullyKnown(text)) {
    // It may be a copy of another program.
    shell.seen.calls.push({ name: programName(word), argv, cwd: shell.folderOf(state), isFullyKnown: false });
    runGivenCommand(word, argv, shell, state);
  }
  const runner = interpreter && !shellProgramNames.has(interpreter) ? interpreter : 'sh';
  state.streams.get(1)?.write(shell.machineFor(state).run([runner, word, ...argv.slice(1)], { via: word }));
  return true;
}

export const isKnownProgram = (word: Value): boolean => {
  const name = programName(word);
  return programNamed(name) !== undefined || packsOf(name).length > 0;
};
