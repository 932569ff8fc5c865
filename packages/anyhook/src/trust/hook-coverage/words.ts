import { basename, dirname, isAbsolute, join, normalize, parse } from 'node:path';
import type { CoverageWalk } from './coverage-walk.js';
import { plainText, type ShellCommand, type ShellWord, shellSteps, type WordPart } from './shell-steps.js';

/** The possible values of a word at run time: some texts, or an unknown value. */
export type WordValue =
  | { readonly texts: readonly string[] }
  /** `harmless`: its value is not in the project, or it was passed as an argument that is covered itself. */
  | { readonly unknown: string; readonly harmless?: true };

/** The known state of a shell at one point of a script. */
export interface ShellState {
  /** The folders that it may be in; undefined if that is unknown. */
  folders: readonly string[] | undefined;
  readonly variables: Map<string, WordValue>;
  readonly functions: Set<string>;
  /** The arguments of the script's functions, call by call. */
  readonly functionCalls: (readonly WordValue[])[];
  /** Folders of the project that were added to the PATH. */
  searchFolders: readonly string[];
  /** The script itself. */
  readonly self?: string;
  /** The positional parameters, with `$0`. */
  words: readonly WordValue[];
  /** A package whose `node_modules/.bin` is on the PATH. */
  readonly packageFolder?: string;
}

const maxValues = 16;
/** Limits for the text inside of a word, and for the nesting of `$(…)`. */
const maxInner = 2_000;
const maxWordLength = 64 * 1024;
const maxOutputDepth = 6;
/** Variables of the machine, whose paths are not in a project. */
const machineVariables =
  /^(?:USER|LOGNAME|SHELL|EDITOR|VISUAL|PAGER|TERM|LANG|LC_\w+|TMPDIR|TMP|TEMP|HOSTNAME|XDG_\w+|NVM_DIR|NVM_BIN|FNM_\w+|VOLTA_HOME|PYENV_ROOT|RBENV_ROOT|ASDF_\w+|MISE_\w+|CARGO_HOME|RUSTUP_HOME|GOPATH|GOROOT|GOBIN|JAVA_HOME|ANDROID_\w+|HOMEBREW_\w+|BUN_INSTALL|DENO_\w+|PNPM_HOME|CONDA_\w+|SSH_\w+|ProgramFiles|APPDATA|LOCALAPPDATA|USERPROFILE|SystemRoot|OSTYPE|MACHTYPE|RANDOM|PPID|UID|EUID|SECONDS|LINENO|BASH|BASH_VERSION|COMSPEC)$/;

export const isKnown = (value: WordValue | undefined): value is { readonly texts: readonly string[] } =>
  value !== undefined && 'texts' in value;

const unknown = (what: string): WordValue => ({ unknown: what });

/** Expands the known parts of a word. A pattern expands to all matching files. */
export function wordValue(word: ShellWord, state: ShellState, walk: CoverageWalk): WordValue {
  let patterns: readonly string[] = [''];
  for (const part of word.parts) {
    const value = partValue(part, state, walk);
    if (!isKnown(value)) return value;
    patterns = patterns.flatMap((before) => value.texts.map((text) => before + text)).slice(0, maxValues);
    if (patterns.some((text) => text.length > maxWordLength)) return unknown(`${patterns[0]?.slice(0, 40)}…`);
  }
  const texts = patterns
    .flatMap(expandBraces)
    .map((text) => text.replace(/^~(?=\/|$)/, walk.place.home))
    .flatMap((text) => expandGlob(text, state, walk));
  return { texts: texts.slice(0, maxGlobResults) };
}

/** Escapes pattern characters with a backslash. */
const escapeSigns = (text: string): string => text.replace(/[*?[\]{}\\~,]/g, '\\$&');
const unescapeSigns = (text: string): string => text.replace(/\\(.)/gs, '$1');

function partValue(part: WordPart, state: ShellState, walk: CoverageWalk): WordValue {
  if (part.kind === 'text') return { texts: [part.quoted ? escapeSigns(part.text) : part.text] };
  const value = part.kind === 'output' ? outputValue(part.script, state, walk) : variableValue(part, state, walk);
  return isKnown(value) ? { texts: value.texts.map(escapeSigns) } : value;
}

function variableValue(
  { name, operator, operand }: Extract<WordPart, { kind: 'variable' }>,
  state: ShellState,
  walk: CoverageWalk,
): WordValue {
  const value = plainVariable(name.replace(/\[(?:0|@|\*)?\]$/, ''), state, walk);
  if (operator === '') return value;
  if (/^:?[-=]$/.test(operator)) {
    const fallback = wordValue(operand, state, walk);
    if (!isKnown(value)) return isKnown(fallback) ? fallback : value;
    return isKnown(fallback) ? { texts: [...new Set([...value.texts, ...fallback.texts])] } : value;
  }
  if (/^:?\?$/.test(operator)) return value;
  if (!isKnown(value)) return value;
  const rest = plainText(operand);
  if (operator.startsWith('%') && rest === '/*') return { texts: value.texts.map((text) => dirname(text)) };
  if (operator === '%' && rest === '/') return { texts: value.texts.map((text) => text.replace(/\/$/, '')) };
  if (operator === '##' && rest === '*/') return { texts: value.texts.map((text) => basename(text)) };
  if (operator.startsWith('%') && /^\.\w+$/.test(rest))
    return { texts: value.texts.map((text) => (text.endsWith(rest) ? text.slice(0, -rest.length) : text)) };
  return unknown(`\${${name}${operator}${rest}}`);
}

function plainVariable(name: string, state: ShellState, walk: CoverageWalk): WordValue {
  const set = state.variables.get(name);
  if (set) return set;
  if (name === 'PWD') return state.folders ? { texts: state.folders } : unknown('$PWD');
  if (name === 'HOME') return { texts: [walk.place.home] };
  if (name === 'PATH') return { texts: [''] };
  if ((name === '0' || name === 'BASH_SOURCE') && state.self !== undefined) return { texts: [state.self] };
  if (/^\d$/.test(name)) return givenWord(Number(name), state);
  if (name === '@' || name === '*') return { unknown: `$${name}`, harmless: true };
  const given = Object.hasOwn(walk.place.variables, name) ? walk.place.variables[name] : undefined;
  if (given) return { texts: given };
  // Agents name these after themselves.
  if (/^[A-Z]+_PROJECT_DIR$/.test(name))
    return { texts: [...new Set([walk.place.root, ...walk.place.projectFolders.slice(0, 1)])] };
  if (/^(?:[A-Z]+_)?PLUGIN_ROOT$/.test(name)) return { texts: [walk.place.root] };
  return machineVariables.test(name) ? { unknown: `$${name}`, harmless: true } : unknown(`$${name}`);
}

/** `$1`: a word of the script or of a call of one of its functions. */
function givenWord(position: number, { words, functionCalls }: ShellState): WordValue {
  const given = [words[position], ...functionCalls.map((call) => call[position - 1])].filter(
    (one) => one !== undefined,
  );
  const notKnown = given.find((one) => !isKnown(one) && !('harmless' in one));
  const texts = given.flatMap((one) => (isKnown(one) ? one.texts : []));
  if (notKnown) return notKnown;
  return texts.length > 0
    ? { texts: [...new Set(texts)].slice(0, maxValues) }
    : { unknown: `$${position}`, harmless: true };
}

/** The output of a few programs that scripts use to find their own files. */
export function outputValue(script: string, state: ShellState, walk: CoverageWalk): WordValue {
  if (script.length > maxInner || walk.outputDepth >= maxOutputDepth) return unknown(`$(${script.slice(0, 40)})`);
  walk.outputDepth++;
  const value = printedValue(script, state, walk);
  walk.outputDepth--;
  return value;
}

function printedValue(script: string, state: ShellState, walk: CoverageWalk): WordValue {
  const commands = shellSteps(script)?.steps.filter((step) => step.kind === 'command') ?? [];
  const inner: ShellState = { ...state, variables: new Map(state.variables) };
  const texts = new Set<string>();
  for (const [index, command] of commands.entries()) {
    // Only the output of the last command of a pipe is used.
    if (commands[index + 1]?.pipedFrom === command) continue;
    const value = commandOutput(command, inner, walk);
    if (value === 'nothing') continue;
    if (isKnown(value)) for (const text of value.texts) texts.add(text);
    else if (texts.size === 0) return value;
  }
  return texts.size > 0 ? { texts: [...texts].slice(0, maxValues) } : unknown(`$(${script})`);
}

function commandOutput(command: ShellCommand, state: ShellState, walk: CoverageWalk): WordValue | 'nothing' {
  const [program, ...args] = command.words.map((word) => wordValue(word, state, walk));
  const notKnown = unknown(`$(${isKnown(program) ? program.texts[0] : '…'})`);
  if (!isKnown(program) || command.pipedFrom) return notKnown;
  const name = basename(program.texts[0] ?? '');
  const operands = args.filter((arg) => !isKnown(arg) || !arg.texts[0]?.startsWith('-'));
  const [first] = operands;
  const mapped = (change: (text: string) => string): WordValue =>
    isKnown(first) ? { texts: first.texts.map(change) } : (first ?? notKnown);
  switch (name) {
    case 'cd':
    case 'pushd':
      state.folders = changeFolder(first, state.folders);
      return 'nothing';
    case 'true':
    case ':':
    case 'test':
    case '[':
    case 'exit':
      return 'nothing';
    case 'pwd':
      return state.folders ? { texts: state.folders } : notKnown;
    case 'dirname':
      return mapped(dirname);
    case 'basename':
      return mapped((text) => basename(text));
    case 'realpath':
    case 'readlink':
      return isKnown(first) ? pathsIn(first, state.folders) : (first ?? notKnown);
    case 'echo':
    case 'printf':
      return name === 'echo' || operands.length === 1 ? mapped((text) => text) : (operands[1] ?? notKnown);
    case 'command':
    case 'which':
    case 'type':
      return mapped((text) => text);
    case 'git':
      return args.some((arg) => isKnown(arg) && arg.texts[0] === '--show-toplevel')
        ? { texts: repositoryFolders(state, walk) }
        : notKnown;
    default:
      return notKnown;
  }
}

/** The top folder of the repository, for the possible working folders. */
function repositoryFolders({ folders }: ShellState, walk: CoverageWalk): readonly string[] {
  const tops = (folders ?? walk.place.startFolders).flatMap((folder) => {
    const found = walk.findUpwards(folder, [join('.git', 'HEAD'), '.git']);
    return found === undefined ? [] : [workTreeOf(found)];
  });
  return [...new Set([...tops, ...walk.place.projectFolders.slice(0, 1), walk.place.root])];
}

/** The folder that contains this `.git`, or this file in it; Windows uses a backslash between them. */
export const workTreeOf = (found: string): string => found.replace(/[\\/]\.git(?:[\\/]HEAD)?$/, '');

/** The folders after `cd`. */
export function changeFolder(
  target: WordValue | undefined,
  folders: readonly string[] | undefined,
): readonly string[] | undefined {
  if (!isKnown(target) || target.texts.includes('-')) return undefined;
  const found = pathsIn(target, folders);
  return isKnown(found) ? found.texts : undefined;
}

/** The absolute paths that a value may name. */
export function pathsIn(
  value: { readonly texts: readonly string[] },
  folders: readonly string[] | undefined,
): WordValue {
  if (!folders && value.texts.some((text) => !isAbsolute(text))) return unknown(value.texts[0] ?? '');
  const paths = value.texts.flatMap((text) =>
    isAbsolute(text) ? [normalize(text)] : (folders ?? []).map((folder) => join(folder, text)),
  );
  return { texts: [...new Set(paths)].slice(0, maxGlobResults) };
}

const maxGlobResults = 100;

/** `{a,b}` as two texts; `{1..3}` stays. */
function expandBraces(text: string): readonly string[] {
  if (!text.includes('{') || text.length > 1_000) return [text];
  const done: string[] = [];
  for (const waiting = [text]; waiting.length > 0 && done.length + waiting.length <= maxGlobResults; ) {
    const next = waiting.shift() as string;
    const open = /(?<!\\)\{((?:[^{}\\]|\\.)*(?<!\\),(?:[^{}\\]|\\.)*)\}/.exec(next);
    if (!open) {
      done.push(next);
      continue;
    }
    const after = next.slice(open.index + open[0].length);
    for (const choice of (open[1] ?? '').split(/(?<!\\),/)) waiting.push(next.slice(0, open.index) + choice + after);
  }
  return done.length > 0 ? done : [text];
}

const globSign = /(?<!\\)(?:\\\\)*[*?[]/;

/** The files that a pattern matches now; the text itself if it is not a pattern or matches nothing. */
function expandGlob(text: string, { folders }: ShellState, walk: CoverageWalk): readonly string[] {
  if (!globSign.test(text) || text.length > 1_000) return [unescapeSigns(text)];
  // On Windows it is the drive, and the value of a variable may have backslashes.
  const { root } = parse(isAbsolute(text) ? text : '');
  const names = root === '' || root === '/' ? text : text.slice(root.length).replaceAll('\\', '/');
  const starts = root === '' ? (folders ?? []) : [root];
  const found = starts.flatMap((start) => {
    let paths: readonly string[] = [start];
    for (const segment of names.split('/').filter((one) => one !== '' && one !== '.')) {
      if (!globSign.test(segment)) paths = paths.map((path) => join(path, unescapeSigns(segment)));
      else
        paths = paths
          .filter((path) => walk.isInProject(`${path}/x`))
          .flatMap((path) =>
            walk.files
              .listNames(path)
              .filter(globTest(segment))
              .map((name) => join(path, name)),
          )
          .slice(0, maxGlobResults);
    }
    return paths;
  });
  return found.length > 0 ? found : [unescapeSigns(text)];
}

/** Matches a name against one segment of a pattern; backtracks over only one star at a time. */
function globTest(segment: string): (name: string) => boolean {
  const source = segment.replace(/\\(.)|\*+|\?|\[[^\]]*\]|[\s\S]/g, (sign, escaped?: string) => {
    if (escaped !== undefined) return escapeRegExp(escaped);
    if (sign.startsWith('*')) return '.*';
    if (sign === '?') return '.';
    return sign.length > 1 ? sign.replace(/^\[!/, '[^').replace(/\\/g, '\\\\') : escapeRegExp(sign);
  });
  const stars = source.split('.*').length - 1;
  // A pattern with many stars could take forever, so everything is covered instead.
  if (stars > 3) return () => true;
  let pattern: RegExp;
  try {
    pattern = new RegExp(`^${source}$`, 's');
  } catch {
    return () => true;
  }
  return (name) => (segment.startsWith('.') || !name.startsWith('.')) && pattern.test(name);
}

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The known values of several words. */
export const wordValues = (words: readonly ShellWord[], state: ShellState, walk: CoverageWalk): readonly WordValue[] =>
  words.map((word) => wordValue(word, state, walk));
