import { objectOf } from './json.js';
import type { ToolInput } from './tool.js';

/** The files that a patch in the `*** Begin Patch` format adds, updates, deletes or moves to, in order, each once. */
export function patchPaths(patch: string): readonly string[] {
  const paths = new Set<string>();
  for (const line of patch.split('\n')) {
    const path = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.*)$/.exec(line.trimEnd())?.[1]?.trim();
    if (path) paths.add(path);
  }
  return [...paths];
}

export const withPaths = (input: ToolInput): ToolInput =>
  typeof input['content'] === 'string' ? { ...input, paths: patchPaths(input['content']) } : input;

export function withoutPaths(input: ToolInput): ToolInput {
  const { paths: _paths, ...rest } = input;
  return rest;
}

export function writeAsPatch({ path, content, ...rest }: ToolInput): ToolInput {
  if (typeof path !== 'string') return { path, content, ...rest };
  return { ...rest, content: patchText(`*** Add File: ${path}`, plusLines(content)) };
}

/** The inverse of `writeAsPatch`; the fields are undefined if the patch does something else. */
export function patchAsWrite({ content, ...rest }: ToolInput): ToolInput {
  const [first = '', ...lines] = bodyOf(content);
  const path = /^\*\*\* Add File: (.*)$/.exec(first)?.[1];
  if (path === undefined || lines.some((line) => !line.startsWith('+'))) return { content, ...rest };
  return { ...rest, path, content: lines.map((line) => line.slice(1)).join('\n') };
}

/** Replacements in a file, as a patch that updates it. */
export function editAsPatch({ path, oldText, newText, edits, ...rest }: ToolInput): ToolInput {
  if (typeof path !== 'string') return { path, oldText, newText, edits, ...rest };
  const changes = Array.isArray(edits) ? edits.map(changeOf) : [{ oldText, newText }];
  const hunks = changes.flatMap((change) => ['@@', ...minusLines(change.oldText), ...plusLines(change.newText)]);
  return { ...rest, content: patchText(`*** Update File: ${path}`, hunks) };
}

/** The inverse of `editAsPatch` for a single replacement. */
export function patchAsEdit({ content, ...rest }: ToolInput): ToolInput {
  const [first = '', mark, ...lines] = bodyOf(content);
  const path = /^\*\*\* Update File: (.*)$/.exec(first)?.[1];
  const isOneChange = mark === '@@' && lines.every((line) => /^[-+]/.test(line));
  if (path === undefined || !isOneChange) return { content, ...rest };
  const textOf = (prefix: string) =>
    lines
      .filter((line) => line.startsWith(prefix))
      .map((line) => line.slice(1))
      .join('\n');
  return { ...rest, path, oldText: textOf('-'), newText: textOf('+') };
}

function changeOf(edit: unknown): { readonly oldText: unknown; readonly newText: unknown } {
  const fields = objectOf(edit) ?? {};
  return { oldText: fields['old_string'] ?? fields['oldText'], newText: fields['new_string'] ?? fields['newText'] };
}

const patchText = (header: string, lines: readonly string[]): string =>
  ['*** Begin Patch', header, ...lines, '*** End Patch'].join('\n');

const bodyOf = (patch: unknown): readonly string[] =>
  typeof patch === 'string' ? patch.trim().split('\n').slice(1, -1) : [];

const plusLines = (text: unknown): readonly string[] => withPrefix(text, '+');
const minusLines = (text: unknown): readonly string[] => withPrefix(text, '-');

const withPrefix = (text: unknown, prefix: string): readonly string[] =>
  typeof text === 'string' && text !== '' ? text.split('\n').map((line) => `${prefix}${line}`) : [];
