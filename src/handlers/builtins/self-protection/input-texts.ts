import { hasFolder, pathOfAddress } from '../../../core/file-path.js';
import type { ToolCall } from '../../../core/tool.js';
import { nameOf, wordsOfName } from '../../../core/tool-name.js';
import { isReadingName, patchHeader, patchPath, writeTargets } from '../kit/write-targets.js';
import { isStartFile } from './guarded-paths.js';
import { labelField } from './plain-input.js';

/** What a call of a tool other than the shell may do, from all texts of its input. */
export interface InputTexts {
  /** Texts that may be paths of files that the tool changes. */
  readonly paths: readonly string[];
  /** Command lines that the tool may run. */
  readonly scripts: readonly string[];
  /** Code in any language that the tool may run. */
  readonly code: readonly string[];
  /** Tools that delete or move affect everything below a path. */
  readonly removes: boolean;
}

const maxTexts = 2_000;
const maxDepth = 20;
const maxPathLength = 4096;

const readingKinds: readonly string[] = ['read', 'list', 'search', 'fetch', 'websearch', 'todo', 'task'];

/** Reads all strings of the input, whatever the names of their fields. */
export function inputTexts(call: ToolCall): InputTexts {
  const isFileTool = call.kind === 'write' || call.kind === 'edit' || call.kind === 'patch';
  const texts: NamedText[] = [];
  const words = wordsOfName(nameOf(call));
  const removes = words.some((word) => removingWords.has(word));
  // What is not looked at is not read: a replay knows then that a redacted text in it changes nothing.
  if (readingKinds.includes(call.kind)) return { paths: [], scripts: [], code: [], removes };
  const start = { field: '', depth: 0, skips: isFileTool ? contentField : undefined };
  collectTexts(call.input, start, texts);
  collectTexts(call.hidden, start, texts);
  const runsTexts = isUnknownKind(call) && words.some((word) => runningWords.has(word));
  const isGiven = (field: string) => runsTexts && !labelField.test(field);
  const runs = {
    scripts: texts.filter(({ field }) => hasWord(field, scriptWords) || isGiven(field)).map(({ text }) => text),
    code: texts
      .filter(({ field, text }) => hasWord(field, codeWords) || (isGiven(field) && /[(=]/.test(text)))
      .map(({ text }) => text),
  };
  if (isReadingName(call) && !/query|open/i.test(nameOf(call))) return { paths: [], ...runs, removes };
  const paths = texts
    .filter(({ field }) => isFileTool || !scriptField.test(field))
    .flatMap(({ text }) => pathsIn(text));
  return {
    paths: [...new Set([...writeTargets(call), ...paths])],
    ...(isFileTool ? { scripts: [], code: paths.some(isStartFile) ? allTexts(call) : [] } : runs),
    removes,
  };
}

function allTexts({ input }: ToolCall): readonly string[] {
  const texts: NamedText[] = [];
  collectTexts(input, { field: '', depth: 0, skips: undefined }, texts);
  return texts.map(({ text }) => text);
}

/** The command lines in the fields of a shell tool, the usual one and any other that the tool may take. */
export function shellScripts(call: ToolCall): readonly string[] {
  const texts: NamedText[] = [];
  collectTexts(call.input, { field: '', depth: 0, skips: undefined }, texts);
  collectTexts(call.hidden, { field: 'command', depth: 0, skips: undefined }, texts);
  return [...new Set(texts.filter(({ field }) => hasWord(field, scriptWords)).map(({ text }) => text))];
}

const isUnknownKind = ({ kind }: ToolCall): boolean => kind === 'mcp' || kind === 'other';

/** Fields with what a file tool writes. */
const contentField = /^(?:content|contents|oldText|newText|old_string|new_string|text|body|description|explanation)$/i;

/** Fields with what a tool runs, and nothing else. */
const scriptField = /^(?:commands?|cmds?|scripts?|code|args|argv|arguments|command_?lines?|shell|program)$/i;

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Words in the names of fields with what a tool runs: `bash_command`, `shellCommand`, `stdin`. */
const codeWords = wordSet('code script scripts expression expr program python javascript js cell source statement sql');
const scriptWords = wordSet(
  'command commands cmd cmds commandline commandlines script scripts code args argv arguments params shell bash sh zsh ' +
    'program exec run stdin keys keystrokes chars',
);

/** Words in the names of tools that run what they are given. */
const runningWords = wordSet(
  'terminal shell bash sh zsh powershell exec execute run eval keys stdin pty console tmux ssh repl python cell subprocess input',
);

const hasWord = (field: string, words: ReadonlySet<string>): boolean =>
  wordsOfName(field).some((word) => words.has(word));

const removingWords = new Set(
  'move mv rename delete del remove rm rmdir unlink trash erase destroy purge wipe clean clear truncate drop'.split(
    ' ',
  ),
);

interface NamedText {
  readonly field: string;
  readonly text: string;
}

interface TextPosition {
  readonly field: string;
  readonly depth: number;
  /** Fields that are left out. */
  readonly skips: RegExp | undefined;
}

function collectTexts(value: unknown, position: TextPosition, found: NamedText[]): void {
  const { field, depth, skips } = position;
  if (found.length >= maxTexts || depth > maxDepth) return;
  const inner = { ...position, depth: depth + 1 };
  if (typeof value === 'string') {
    found.push({ field, text: value });
    const json = /^\s*[[{"]/.test(value) ? parsed(value) : undefined;
    if (json !== undefined) collectTexts(json, inner, found);
  } else if (Array.isArray(value)) {
    // The words of one command.
    if (scriptField.test(field) && value.every((one) => typeof one === 'string'))
      found.push({ field, text: value.slice(0, maxTexts).join(' ') });
    // The lines of a patch, or the parts of a path.
    if (value.length <= maxParts && value.every((one) => typeof one === 'string'))
      found.push({ field, text: value.join('\n') }, { field, text: value.join('/') });
    for (const one of value.slice(0, maxTexts)) collectTexts(one, inner, found);
  } else if (typeof value === 'object' && value !== null) {
    const line = commandLine(value);
    if (line !== undefined) found.push({ field: 'command', text: line });
    found.push(...folderAndFile(value));
    for (const name of Object.keys(value).slice(0, maxTexts)) {
      if (skips?.test(name)) continue;
      // A path may also be the name of a field.
      if (hasFolder(name)) found.push({ field, text: name });
      collectTexts((value as Readonly<Record<string, unknown>>)[name], { ...inner, field: name }, found);
    }
  }
}

/** A program and its arguments in two fields. */
function commandLine(fields: object): string | undefined {
  const values = fields as Readonly<Record<string, unknown>>;
  const names = Object.keys(fields).slice(0, maxParts);
  const program = names.find((name) => programField.test(name) && typeof values[name] === 'string');
  const rest = names.find((name) => argumentsField.test(name));
  if (program === undefined || rest === undefined) return undefined;
  const more = values[rest];
  return [values[program], ...(Array.isArray(more) ? more.slice(0, maxTexts) : [more])].join(' ');
}

const programField = /^(?:command|cmd|program|exe|executable|binary|bin)$/i;
const argumentsField = /^(?:args|argv|arguments|params|parameters|options|flags|subcommand)$/i;

/** A folder and the name of a file in it, in two fields. */
function folderAndFile(fields: object): readonly NamedText[] {
  const short = Object.keys(fields)
    .slice(0, maxParts)
    .filter((name) => !contentField.test(name))
    .map((name) => (fields as Readonly<Record<string, unknown>>)[name])
    .filter((one): one is string => typeof one === 'string' && /^\S{1,300}$/.test(one));
  const folders = short.filter((one) => /[/.~\\]/.test(one));
  const names = short.filter((one) => !/^[/~\\]/.test(one));
  return folders.flatMap((folder) =>
    names.flatMap((name) => (name === folder ? [] : [{ field: 'path', text: `${folder}/${name}` }])),
  );
}

/** More fields or parts than this are not put together. */
const maxParts = 12;

function parsed(text: string): unknown {
  if (text.length > 256 * 1024) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isOneWordALine = (text: string): boolean => text.split('\n').every((line) => !/\s/.test(line.trim()));

/** The text as a path; the files of a patch or of a list, if it is one. */
function pathsIn(text: string): readonly string[] {
  const trimmed = text.trim();
  if (trimmed.includes('\n')) {
    const headers = [...text.matchAll(patchHeader)].map(([, path]) => patchPath(path ?? ''));
    const lines = isOneWordALine(trimmed.slice(0, maxPathLength)) ? trimmed.split(/\s+/) : [];
    return [...headers, ...lines].filter((path) => path !== '').slice(0, maxTexts);
  }
  if (trimmed === '' || text.length > maxPathLength) return [];
  // A sentence that ends with a path.
  if (/^(?:[^\s/]+\s+){4}/.test(trimmed)) return [];
  const plain = trimmed.replace(/^(["'`])(.*)\1$/, '$2');
  const path = pathOfAddress(plain) || plain;
  return path.includes('%') ? [path, decoded(path)] : [path];
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
