import { posix } from 'node:path';
import { hasFolder, nameOf, pathOfAddress, type ToolCall, wordsOfName } from '@anyhook/core';
import { hasControlKeys, isLabelField, toolFieldName, toolTable, typedTexts } from '@anyhook/guard';
import { areCut, isReadingName, patchHeader, patchPath, writeTargets } from '../kit/write-targets.js';
import { isStartFile } from './guarded-paths.js';

const { toolFields, toolWords } = toolTable();

/** The possible effects of a call of a tool other than the shell, from all texts of its input. */
interface InputTexts {
  /** Texts that may be paths of files that the tool changes. */
  readonly paths: readonly string[];
  /** Command lines that the tool may run. */
  readonly scripts: readonly string[];
  /** Code in any language that the tool may run. */
  readonly code: readonly string[];
  /** Texts that a file tool writes to a shell start file. */
  readonly startLines: readonly string[];
  /** Tools that delete or move affect everything below a path. */
  readonly removes: boolean;
  /** Tools that check out, unpack or clone put files of any name below a folder. */
  readonly fills: boolean;
  /** A limit was reached: there may be more. */
  readonly isCut: boolean;
}

const maxTexts = 10_000;
const maxPaths = 10_000;
const maxDepth = 64;
const maxPathLength = 4096;

const readingKinds: readonly string[] = ['read', 'list', 'search', 'fetch', 'websearch', 'todo', 'task'];

/** Reads all strings of the input, whatever the names of their fields. */
export function inputTexts(call: ToolCall): InputTexts {
  const isFileTool = call.kind === 'write' || call.kind === 'edit' || call.kind === 'patch';
  const texts = new FoundTexts();
  const words = wordsOfName(nameOf(call));
  const removes = words.some((word) => removingWords.has(word));
  const fills = words.some((word) => fillingWords.has(word));
  // Return before reading the input: a replay then knows that redacted values cannot affect the result.
  if (readingKinds.includes(call.kind))
    return { paths: [], scripts: [], code: [], startLines: [], removes, fills, isCut: false };
  const start = { field: '', depth: 0, skips: isFileTool ? isContent : undefined };
  collectTexts(call.input, start, texts);
  collectTexts(call.hidden, start, texts);
  const runsTexts = isUnknownKind(call) && words.some((word) => toolWords.runs.has(word));
  const isCodeField = (field: string) => runsTexts && !isLabelField(toolFieldName(field));
  const runs = {
    scripts: texts.all.filter(({ field }) => hasWord(field, scriptWords) || isCodeField(field)).map(({ text }) => text),
    code: texts.all
      .filter(({ field, text }) => hasWord(field, codeWords) || (isCodeField(field) && /[(=]/.test(text)))
      .map(({ text }) => text),
  };
  if (isReadingName(call) && !/query|open/i.test(nameOf(call)))
    return { paths: [], ...runs, startLines: [], removes, fills, isCut: texts.isCut };
  const paths = texts.all.filter((one) => isFileTool || !cannotBePath(one)).flatMap(({ text }) => pathsIn(text));
  const targets = writeTargets(call);
  return {
    paths: [...new Set([...targets, ...paths])].slice(0, maxPaths),
    ...(isFileTool ? { scripts: [], code: [] } : runs),
    startLines: isFileTool && paths.some(isStartFile) ? allTexts(call) : [],
    removes,
    fills,
    isCut: texts.isCut || areCut(targets) || paths.length > maxPaths,
  };
}

function allTexts({ input }: ToolCall): readonly string[] {
  const texts = new FoundTexts();
  collectTexts(input, { field: '', depth: 0, skips: undefined }, texts);
  return texts.all.map(({ text }) => text);
}

/** The command lines in the fields of a shell tool, the usual one and any other. */
export function shellScripts(call: ToolCall): Pick<InputTexts, 'scripts' | 'isCut'> {
  const texts = new FoundTexts();
  collectTexts(call.input, { field: '', depth: 0, skips: undefined }, texts);
  collectTexts(call.hidden, { field: 'command', depth: 0, skips: undefined }, texts);
  const scripts = texts.all
    .filter(({ field }) => hasWord(field, scriptWords))
    .flatMap(({ text }) => (hasControlKeys(text) ? [text, ...typedTexts(text).texts] : [text]));
  return { scripts: [...new Set(scripts)], isCut: texts.isCut };
}

const isUnknownKind = ({ kind }: ToolCall): boolean => kind === 'mcp' || kind === 'other';

/** Fields with the content that a file tool writes. */
const isContent = (field: string): boolean => toolFields.content.has(toolFieldName(field));

/** Fields that hold only what a tool runs. */
const isScript = (field: string): boolean => {
  const name = toolFieldName(field);
  return toolFields.command.has(name) || toolFields.run.has(name);
};

/** Text that a tool runs, or one line of several words that it writes. */
const cannotBePath = ({ field, text }: NamedText): boolean =>
  isScript(field) || (isContent(field) && /\S[ \t]\S/.test(text) && !text.includes('\n'));

/** Words in the names of fields that hold code, and of those that hold commands: `bash_command`, `stdin`. */
const codeWords = new Set([...toolFields.code, ...toolFields.executable, 'sql']);
const scriptWords = new Set([...toolFields.command, ...toolFields.run, ...toolFields.keys]);

const hasWord = (field: string, words: ReadonlySet<string>): boolean =>
  words.has(toolFieldName(field)) || wordsOfName(field).some((word) => words.has(word));

const removingWords = new Set([...toolWords.delete, ...toolWords.move, 'clean', 'clear', 'truncate', 'drop']);

/** Words in the names of tools that put files of any name below a folder. */
const fillingWords = new Set(
  (
    'pull checkout switch merge rebase reset restore revert cherry stash clone apply sync mirror extract unpack unzip untar ' +
    'decompress scaffold deploy'
  ).split(' '),
);

interface NamedText {
  readonly field: string;
  readonly text: string;
}

interface TextPosition {
  readonly field: string;
  readonly depth: number;
  /** Fields to skip. */
  readonly skips: ((field: string) => boolean) | undefined;
}

/** The texts of a call up to a limit. */
class FoundTexts {
  readonly all: NamedText[] = [];
  isCut = false;

  push(...texts: readonly NamedText[]): void {
    for (const one of texts)
      if (this.all.length < maxTexts) this.all.push(one);
      else this.isCut = true;
  }
}

function collectTexts(value: unknown, position: TextPosition, found: FoundTexts): void {
  const { field, depth, skips } = position;
  if (depth > maxDepth) found.isCut = true;
  if (found.isCut) return;
  const inner = { ...position, depth: depth + 1 };
  if (typeof value === 'string') {
    found.push({ field, text: value });
    if (!/^\s*[[{"]/.test(value)) return;
    // The text of a file is data, whatever its length.
    if (value.length > longestJson) found.isCut ||= !isContent(field);
    else collectTexts(parsed(value), inner, found);
  } else if (Array.isArray(value)) {
    // The words of one command.
    if (isScript(field) && value.every((one) => typeof one === 'string')) found.push({ field, text: value.join(' ') });
    // The lines of a patch, or the parts of a path.
    if (value.length <= maxParts && value.every((one) => typeof one === 'string'))
      found.push({ field, text: value.join('\n') }, { field, text: value.join('/') });
    for (const one of value) {
      if (found.isCut) return;
      collectTexts(one, inner, found);
    }
  } else if (typeof value === 'object' && value !== null) {
    const line = commandLine(value);
    if (line !== undefined) found.push({ field: 'command', text: line });
    found.push(...folderAndFile(value));
    for (const name of Object.keys(value)) {
      if (found.isCut) return;
      if (skips?.(name)) continue;
      // A path may also be the name of a field.
      if (hasFolder(name)) found.push({ field, text: name });
      collectTexts((value as Readonly<Record<string, unknown>>)[name], { ...inner, field: name }, found);
    }
  }
}

/** A program and its arguments in two fields. */
function commandLine(fields: object): string | undefined {
  const values = fields as Readonly<Record<string, unknown>>;
  const names = Object.keys(fields);
  const isProgram = (name: string): boolean =>
    toolFields.program.has(toolFieldName(name)) || toolFields.programFile.has(toolFieldName(name));
  const program = names.find((name) => isProgram(name) && typeof values[name] === 'string');
  const rest = names.find((name) => toolFields.argument.has(toolFieldName(name)));
  if (program === undefined || rest === undefined) return undefined;
  const more = values[rest];
  return [values[program], ...(Array.isArray(more) ? more : [more])].join(' ');
}

/** A folder and the name of a file in it, in two fields. */
function folderAndFile(fields: object): readonly NamedText[] {
  const short = Object.keys(fields)
    .slice(0, maxParts)
    .filter((name) => !isContent(name))
    .map((name) => (fields as Readonly<Record<string, unknown>>)[name])
    .filter((one): one is string => typeof one === 'string' && /^\S{1,300}$/.test(one));
  const folders = short.filter((one) => /[/.~\\]/.test(one));
  const names = short.filter((one) => !/^[/~\\]/.test(one));
  return folders.flatMap((folder) =>
    names.flatMap((name) => (name === folder ? [] : [{ field: 'path', text: `${folder}/${name}` }])),
  );
}

/** Longer lists are not joined; of an object, only so many fields are combined. */
const maxParts = 32;

const longestJson = 256 * 1024;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const hasOneWordPerLine = (text: string): boolean => text.split('\n').every((line) => !/\s/.test(line.trim()));

/** The text as a path; the files of a patch or of a list, if it is one. */
function pathsIn(text: string): readonly string[] {
  const trimmed = text.trim();
  if (trimmed.includes('\n')) {
    const headers = [...text.matchAll(patchHeader)].map(([, path]) => patchPath(path ?? ''));
    const lines = hasOneWordPerLine(trimmed.slice(0, maxPathLength)) ? trimmed.split(/\s+/) : [];
    return [...headers, ...lines].filter((path) => path !== '');
  }
  // A program that removes `..` first can open a path that is too long as written.
  if (trimmed.length > maxPathLength) return [posix.normalize(trimmed)].filter(({ length }) => length <= maxPathLength);
  if (trimmed === '') return [];
  // Four words before any slash: a sentence.
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
