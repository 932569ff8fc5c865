import { basename, dirname, join } from 'node:path';
import { hasFolder, listedPaths, slashedPath } from '@anyhook/core';
import { dataFile } from '../../formats/kit/scripts.js';
import type { CoverageWalk, ScriptLanguage, ScriptStart } from './coverage-walk.js';
import { programReaders } from './programs.js';
import type { ShellAssignment, ShellCommand, ShellStep, ShellWord, WordPart } from './shell-steps.js';
import { plainText, shellSteps } from './shell-steps.js';
import { changeFolder, isKnown, pathsIn, type ShellState, type WordValue, wordValue } from './words.js';

/** One call of a program, with what is known about its words and its input. */
export interface ProgramCall {
  /** The last part of the program's path. */
  readonly name: string;
  readonly args: readonly WordValue[];
  readonly state: ShellState;
  readonly walk: CoverageWalk;
  readonly command: ShellCommand;
  /** Variables that are set only for this call. */
  readonly env: ReadonlyMap<string, WordValue>;
}

/** Covers what a command line of a hook runs. `words` are its positional parameters. */
export function followShellLine(walk: CoverageWalk, line: string, words: readonly WordValue[] = []): void {
  readScript(line, newState({ folders: walk.place.startFolders, words }), walk);
}

/** Covers what a shell script starts and sources. */
export function followShellFile(
  walk: CoverageWalk,
  path: string,
  text: string,
  { folders, args = [] }: ScriptStart,
): void {
  readScript(text, newState({ folders, self: path, words: [{ texts: [path] }, ...args] }), walk);
}

export const newState = (more: Partial<ShellState> & Pick<ShellState, 'folders'>): ShellState => ({
  variables: new Map(),
  functions: new Set(),
  functionCalls: [],
  searchFolders: [],
  words: [],
  ...more,
});

/** Reads a script with a state, which it changes. */
export function readScript(text: string, state: ShellState, walk: CoverageWalk): void {
  walk.readNested(text, text.length, () => {
    const script = shellSteps(text);
    if (!script?.isWhole)
      walk.addGap(
        text,
        script ? 'its grammar is not understood to its end' : 'it is too long or nested too deeply to be read',
      );
    const steps = script?.steps ?? [];
    // A function may be called before its text.
    for (const step of steps) if (step.kind === 'function') state.functions.add(step.name);
    const before: ShellState = { ...state, variables: new Map(state.variables) };
    const callsBefore = state.functionCalls.length;
    readSteps(steps, state, walk);
    // The arguments of functions are known only after their calls, which come later in the text.
    if (state.functionCalls.length > callsBefore) readSteps(steps, before, walk);
  });
}

function readSteps(steps: readonly ShellStep[], state: ShellState, walk: CoverageWalk): void {
  const outer: (readonly string[] | undefined)[] = [];
  for (const step of steps) {
    if (step.kind === 'open') outer.push(state.folders);
    else if (step.kind === 'close') state.folders = outer.length > 0 ? outer.pop() : state.folders;
    else if (step.kind === 'loop') setLoopVariable(step.name, step.words, state, walk);
    else if (step.kind === 'command') readCommand(step, state, walk);
  }
}

function setLoopVariable(name: string, words: readonly ShellWord[], state: ShellState, walk: CoverageWalk): void {
  state.variables.set(name, anyOf(words, state, walk));
}

/** The possible values of several words. */
function anyOf(words: readonly ShellWord[], state: ShellState, walk: CoverageWalk): WordValue {
  const values = words.map((word) => wordValue(word, state, walk));
  const unknownValue = values.find((value) => !isKnown(value));
  const texts = values.flatMap((value) => (isKnown(value) ? value.texts : []));
  return unknownValue ?? { texts: [...new Set(texts)] };
}

const assignedValue = ({ value, items }: ShellAssignment, state: ShellState, walk: CoverageWalk): WordValue =>
  items ? anyOf(items, state, walk) : wordValue(value, state, walk);

function readCommand(command: ShellCommand, state: ShellState, walk: CoverageWalk): void {
  readOutputs(command, state, walk);
  const values = command.assignments.map((one) => [one.name, assignedValue(one, state, walk)] as const);
  const [first] = command.words;
  if (!first) {
    for (const [name, value] of values) assign(name, value, state, walk, command.conditional);
    return;
  }
  if (declarations.has(plainText(first))) {
    for (const one of command.declared)
      assign(one.name, assignedValue(one, state, walk), state, walk, command.conditional);
    return;
  }
  const words = command.words.map((word) => wordValue(word, state, walk));
  const env = new Map(values);
  const path = env.get('PATH');
  const searchFolders = path ? [...projectPathFolders(path, state, walk), ...state.searchFolders] : state.searchFolders;
  // The state is shared, so that `cd` counts for the next command; the PATH of one call is not.
  const before = state.searchFolders;
  state.searchFolders = searchFolders;
  runWords(words, { state, walk, command, env });
  state.searchFolders = before;
}

const declarations = new Set(['export', 'local', 'declare', 'readonly', 'typeset']);

/** Scripts in `$(…)` also run. */
function readOutputs(command: ShellCommand, state: ShellState, walk: CoverageWalk): void {
  const assigned = [...command.assignments, ...command.declared].flatMap(({ value, items = [] }) => [value, ...items]);
  const words = [...command.words, ...assigned];
  for (const part of words.flatMap(({ parts }) => parts)) readOutput(part, state, walk);
}

function readOutput(part: WordPart, state: ShellState, walk: CoverageWalk): void {
  const scripts = part.kind === 'output' ? [part.script] : part.kind === 'variable' ? part.scripts : [];
  for (const script of scripts) readScript(script, { ...state, variables: new Map(state.variables) }, walk);
}

function assign(name: string, value: WordValue, state: ShellState, walk: CoverageWalk, conditional: boolean): void {
  if (name === 'PATH') {
    state.searchFolders = [...projectPathFolders(value, state, walk), ...state.searchFolders];
    return;
  }
  const before = state.variables.get(name);
  // Under a condition both values are possible.
  const both = conditional && isKnown(before) && isKnown(value) ? [...before.texts, ...value.texts] : undefined;
  if (conditional && before && !isKnown(value) && isKnown(before) && before.texts.some((text) => text !== '')) return;
  state.variables.set(name, both ? { texts: [...new Set(both)].filter((text) => text !== '') } : value);
}

/** The folders of the project in a PATH. */
function projectPathFolders(value: WordValue, state: ShellState, walk: CoverageWalk): readonly string[] {
  if (!isKnown(value)) {
    if (!('harmless' in value))
      walk.addGap(`PATH=${value.unknown}`, 'programs are searched in a folder that is only known at run time');
    return [];
  }
  const folders = value.texts.flatMap((text) => listedPaths(text)).filter((folder) => folder !== '');
  const found = pathsIn({ texts: folders }, state.folders);
  return isKnown(found) ? found.texts.filter((folder) => walk.isInProject(`${folder}/x`)) : [];
}

type CallPlace = Pick<ProgramCall, 'state' | 'walk' | 'command' | 'env'>;

/** Covers what the words of one command run. */
export function runWords([program, ...args]: readonly WordValue[], place: CallPlace): void {
  const { walk } = place;
  if (program === undefined) return;
  if (!isKnown(program)) {
    if (!('harmless' in program)) walk.addGap(program.unknown, 'the program is only known at run time');
    else if (/^\$[@*]$/.test(program.unknown)) runGivenWords(args, place);
    else coverArguments(args, place);
    return;
  }
  for (const text of new Set(program.texts)) runProgram(text, args, place);
}

/** `"$@"`: a script or a function runs its arguments. */
function runGivenWords(args: readonly WordValue[], place: CallPlace): void {
  const { words, functionCalls } = place.state;
  for (const given of [words.slice(1), ...functionCalls])
    if (isKnown(given[0]))
      runWords([...given, ...args], { ...place, state: { ...place.state, words: [], functionCalls: [] } });
  coverArguments(args, place);
}

function runProgram(program: string, args: readonly WordValue[], place: CallPlace): void {
  const { state } = place;
  if (program === '') return;
  const name = basename(program);
  const reader = programReaders[name.replace(/^python[\d.]+$/, 'python')];
  const call: ProgramCall = { ...place, name, args };
  if (hasFolder(program)) startFile({ texts: [program] }, call, undefined);
  else if (state.functions.has(program)) {
    if (args.length > 0 && state.functionCalls.length < maxFunctionCalls) state.functionCalls.push(args);
    coverArguments(args, place);
    return;
  } else if (!findInSearchFolders(program, call) && state.packageFolder !== undefined) findInPackage(program, call);
  if (reader) reader(call);
  else coverArguments(args, place);
}

const maxFunctionCalls = 50;

function findInSearchFolders(program: string, call: ProgramCall): boolean {
  const { state, walk } = call;
  return state.searchFolders
    .map((folder) => walk.coverScript(join(folder, program), { folders: state.folders, args: call.args }))
    .includes(true);
}

/** A program of a package's own tools: `npm run` adds them to the PATH. */
function findInPackage(program: string, { state, walk }: ProgramCall): void {
  const found = walk.findUpwards(state.packageFolder ?? '', [join('node_modules', '.bin', program)]);
  if (found !== undefined) walk.addGap(`node_modules/.bin/${program}`, 'installed packages are not covered');
}

/** Covers a file that a program runs. `candidates` returns what else the name may mean. */
export function startFile(
  value: WordValue,
  { state, walk, args = [] }: Pick<ProgramCall, 'state' | 'walk'> & Partial<Pick<ProgramCall, 'args'>>,
  language: ScriptLanguage | undefined,
  candidates: (path: string) => readonly string[] = (path) => [path],
  modulePaths: readonly string[] = [],
): boolean {
  if (!isKnown(value)) {
    if (!('harmless' in value)) walk.addGap(value.unknown, 'the file is only known at run time');
    return true;
  }
  const paths = pathsIn(value, state.folders);
  if (!isKnown(paths)) {
    walk.addGap(value.texts[0] ?? '', 'its folder is only known at run time');
    return true;
  }
  return paths.texts
    .map((path) => {
      const found = candidates(path).find((candidate) => walk.files.isFile(candidate));
      return (
        found !== undefined &&
        walk.coverScript(found, { folders: state.folders, ...(language && { language }), modulePaths, args })
      );
    })
    .includes(true);
}

/** A program may run files of the project that it gets as arguments. */
export function coverArguments(args: readonly WordValue[], { state, walk }: Pick<CallPlace, 'state' | 'walk'>): void {
  for (const arg of args) {
    if (!isKnown(arg)) continue;
    const texts = arg.texts.filter((text) => /[./]/.test(text) && !text.startsWith('-') && text.length < 4096);
    const paths = pathsIn({ texts }, state.folders ?? []);
    if (!isKnown(paths)) continue;
    for (const path of paths.texts.filter((one) => walk.isInProject(one))) {
      if (scriptFile.test(path)) walk.coverScript(path, { folders: state.folders });
      else if (!dataFile.test(path)) walk.coverProgram(path, { folders: state.folders });
    }
  }
}

const scriptFile = /\.(?:sh|bash|zsh|py|[cm]?[jt]sx?|rb|pl|php|ps1)$/i;

/** Reads a sourced file in the same shell. */
export function sourceFile(value: WordValue, { state, walk }: ProgramCall): void {
  if (!isKnown(value)) {
    if (!('harmless' in value)) walk.addGap(`source ${value.unknown}`, 'the file is only known at run time');
    return;
  }
  const paths = pathsIn(value, state.folders);
  if (!isKnown(paths)) {
    walk.addGap(`source ${value.texts[0] ?? ''}`, 'its folder is only known at run time');
    return;
  }
  for (const path of paths.texts) {
    if (!walk.coverFile(path) || !walk.isInProject(path)) continue;
    const text = walk.textOf(path);
    if (/\/(?:\.venv|venv)\/(?:bin|Scripts)\/activate/.test(slashedPath(path)))
      walk.addGap(dirname(dirname(path)), 'installed packages are not covered');
    else if (text !== undefined) readScript(text, { ...state, self: path, functions: state.functions }, walk);
  }
}

/** `cd`: the next command starts there; under a condition it may also start where it was. */
export function enterFolder(call: ProgramCall): void {
  const { args, state, walk, command } = call;
  const target = args.find((arg) => !isKnown(arg) || !/^-./.test(arg.texts[0] ?? '')) ?? { texts: [walk.place.home] };
  const next = changeFolder(target, state.folders);
  const isUncertain = command.conditional && next && state.folders;
  state.folders = isUncertain ? [...new Set([...(state.folders ?? []), ...next])].slice(0, 8) : next;
}
