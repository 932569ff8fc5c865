import type { ToolCall } from '../../../core/tool.js';
import { isReadingName, nameOf, patchHeader, wordsOfName, writeTargets } from '../kit/write-targets.js';

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
  // What is not looked at is not read: a replay knows then that a redacted text in it changes nothing.
  if (!readingKinds.includes(call.kind))
    collectTexts(call.input, { field: '', depth: 0, skips: isFileTool ? contentField : undefined }, texts);
  const textsOf = (fields: RegExp) => texts.filter(({ field }) => fields.test(field)).map(({ text }) => text);
  const runs = { scripts: textsOf(scriptField), code: textsOf(codeField) };
  const removes = wordsOfName(nameOf(call)).some((word) => removingWords.has(word));
  if (isReadingName(call) && !/query|open/i.test(nameOf(call))) return { paths: [], ...runs, removes };
  const paths = texts
    .filter(({ field }) => isFileTool || !scriptField.test(field))
    .flatMap(({ text }) => pathsIn(text));
  return {
    paths: [...new Set([...writeTargets(call), ...paths])],
    ...(isFileTool ? { scripts: [], code: [] } : runs),
    removes,
  };
}

/** Fields with what a file tool writes. */
const contentField = /^(?:content|contents|oldText|newText|old_string|new_string|text|body|description|explanation)$/i;

/** Fields with what a tool runs. */
const scriptField = /^(?:commands?|cmds?|scripts?|code|args|argv|arguments|command_?lines?|shell|program)$/i;
const codeField = /^(?:code|scripts?|expression|source_code|program)$/i;

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
    const json = /^\s*[[{]/.test(value) ? parsed(value) : undefined;
    if (typeof json === 'object') collectTexts(json, inner, found);
  } else if (Array.isArray(value)) {
    // The words of one command.
    if (scriptField.test(field) && value.every((one) => typeof one === 'string'))
      found.push({ field, text: value.slice(0, maxTexts).join(' ') });
    for (const one of value.slice(0, maxTexts)) collectTexts(one, inner, found);
  } else if (typeof value === 'object' && value !== null) {
    const line = commandLine(value);
    if (line !== undefined) found.push({ field: 'command', text: line });
    for (const name of Object.keys(value).slice(0, maxTexts)) {
      if (skips?.test(name)) continue;
      // A path may also be the name of a field.
      if (name.includes('/')) found.push({ field, text: name });
      collectTexts((value as Readonly<Record<string, unknown>>)[name], { ...inner, field: name }, found);
    }
  }
}

/** A program and its arguments in two fields. */
function commandLine(fields: object): string | undefined {
  const { command, cmd, program, args, argv, arguments: more } = fields as Readonly<Record<string, unknown>>;
  const words = [args, argv, more].find(Array.isArray);
  const first = [command, cmd, program].find((one) => typeof one === 'string');
  return words && first !== undefined ? [first, ...words.slice(0, maxTexts)].join(' ') : undefined;
}

function parsed(text: string): unknown {
  if (text.length > 256 * 1024) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The text as a path; the files of a patch, if it is one. */
function pathsIn(text: string): readonly string[] {
  if (text.includes('\n'))
    return [...text.matchAll(patchHeader)].flatMap(([, path]) => patchPath(path ?? '')).slice(0, maxTexts);
  if (text === '' || text.length > maxPathLength) return [];
  const [, address] = /^file:\/\/[^/]*(\/.*)$/.exec(text) ?? [];
  return [address === undefined ? text : decoded(address)];
}

function patchPath(path: string): readonly string[] {
  const clean = path.replace(/^[ab]\//, '').replace(/\t.*$/, '');
  return clean === '' || clean === '/dev/null' ? [] : [clean];
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
