import { nameOf, type ToolCall, wordsOfName } from '@anyhook/core';

// An unknown tool is judged by its name; without a name it may do anything.
const writingName = /write|edit|create|update|replace|insert|append|patch|move|rename|delete|remove|save/i;
export const patchHeader =
  /^(?:(?:[ \t]*\*\*\* (?:(?:Add|Update|Delete) File|Move to):|\+\+\+|---|(?:rename|copy) (?:from|to))[ \t]+|diff --git "?a\/.{1,4096} "?(?=b\/))(.+?)[ \t]*$/gm;
const maxPaths = 5_000;

/** Whether targets may be missing because a limit was reached. */
export const areCut = (paths: readonly string[]): boolean => paths.length >= maxPaths;

/** The paths that a call will change or has changed; empty for calls that do not write files. */
export function writeTargets(call: ToolCall): readonly string[] {
  let paths = targetsByCall.get(call);
  if (!paths) {
    paths = targetsOf(call);
    targetsByCall.set(call, paths);
  }
  return paths;
}

/** A cache, because several builtins ask about the same call. */
const targetsByCall = new WeakMap<ToolCall, readonly string[]>();

function targetsOf(call: ToolCall): readonly string[] {
  switch (call.kind) {
    case 'write':
    case 'edit':
      return namedPaths(call);
    case 'patch':
      return pathsInPatch(call);
    case 'mcp':
    case 'other':
      return mayWrite(call) ? namedPaths(call) : [];
    default:
      return [];
  }
}

const mayWrite = (call: ToolCall): boolean => nameOf(call) === '' || writingName.test(nameOf(call));

// Words of names such as fs_read, getSymbols or list-files.
const readingWords = new Set(
  (
    'read get list ls search find grep glob view show cat stat head tail tree open fetch query describe inspect look browse ' +
    'diff blame log history status info exists count outline symbols hover references definition diagnostics explain ' +
    'analyze analyse summarize summarise lint check validate'
  ).split(' '),
);

/** The paths of `writeTargets`, and those of an unknown tool whose name does not imply that it only reads. */
export function possibleWriteTargets(call: ToolCall): readonly string[] {
  return isUnknownTool(call) && !isReadingName(call) ? namedPaths(call) : writeTargets(call);
}

/** Does the name imply that the tool only reads? */
export const isReadingName = (call: ToolCall): boolean => isUnknownTool(call) && onlyReads(nameOf(call));

/** Neither known as a tool that writes nor named like one. */
export const isUnknownTool = (call: ToolCall): boolean =>
  (call.kind === 'mcp' || call.kind === 'other') && !mayWrite(call);

// Words that imply that a tool does more than read: copy_tree, set_status, fetch_to_file.
const changingWords = new Set(
  (
    'put set copy cp sync mirror link ln store upload download import export run exec execute apply sed tee dd touch make ' +
    'mkdir add push restore reset revert checkout out output install format fix chmod chown dump and then'
  ).split(' '),
);

function onlyReads(name: string): boolean {
  const words = wordsOfName(name);
  const changes = words.some((word) => changingWords.has(word)) || /to file/.test(words.join(' '));
  return !changes && words.some((word) => readingWords.has(word));
}

// The canonical fields, then those of unknown tools.
const pathFields = [
  ...['path', 'paths', 'file_path', 'filePath', 'file', 'files', 'filename', 'notebook_path', 'target_file'],
];
const movePathFields = ['source', 'destination', 'old_path', 'new_path', 'from', 'to'];

function namedPaths(call: ToolCall): readonly string[] {
  const known = call.kind === 'mcp' || call.kind === 'other' ? [...pathFields, ...movePathFields] : pathFields;
  const found: string[] = [];
  for (const field of known) {
    const value = Object.hasOwn(call.input, field) ? call.input[field] : undefined;
    for (const one of Array.isArray(value) ? value.slice(0, maxPaths) : [value]) {
      const path = typeof one === 'object' && one !== null ? (one as { path?: unknown }).path : one;
      if (typeof path === 'string' && path !== '') found.push(path);
    }
  }
  return found.length > maxPaths ? found.slice(0, maxPaths) : found;
}

function pathsInPatch(call: ToolCall): readonly string[] {
  const found = new Set(namedPaths(call));
  const { content } = call.input;
  if (typeof content !== 'string') return [...found];
  for (const [, path] of content.matchAll(patchHeader)) {
    if (found.size >= maxPaths) break;
    const cleanPath = patchPath(path ?? '');
    if (cleanPath) found.add(cleanPath);
  }
  return [...found];
}

/** The file that a header of a patch names; empty for none. */
export function patchPath(header: string): string {
  const path = header
    .replace(/\t.*/, '')
    .replace(/^"(.*)"?$/, '$1')
    .replace(/"$/, '')
    .replace(/^[ab]\//, '');
  return path === '/dev/null' ? '' : path;
}
