import type { ToolInput, ToolRow } from '@anyhook/core';
import { type Fields, ownEntry } from '../kit/json-fields.js';
import { firstUrl } from './tool-table.js';

export { geminiTools as tools } from './tool-table.js';

const path = 'file_path';

/** Field names of older versions: tool → its current field and the old one. */
const olderFields: Readonly<Record<string, { currentField: string; oldField: string; row: ToolRow }>> = {
  read_file: {
    currentField: path,
    oldField: 'absolute_path',
    row: { kind: 'read', fields: { path: 'absolute_path' } },
  },
  read_many_files: { currentField: 'include', oldField: 'paths', row: { kind: 'read' } },
  list_directory: { currentField: 'dir_path', oldField: 'path', row: { kind: 'list' } },
  glob: { currentField: 'dir_path', oldField: 'path', row: { kind: 'list', fields: { query: 'pattern' } } },
  grep_search: { currentField: 'dir_path', oldField: 'path', row: { kind: 'search', fields: { query: 'pattern' } } },
  search_file_content: {
    currentField: 'dir_path',
    oldField: 'path',
    row: { kind: 'search', fields: { query: 'pattern' } },
  },
};

/** The row that fits the fields of this call. */
export function rowOf(toolName: string, input: Fields): ToolRow | undefined {
  if (toolName === 'web_fetch' && input['url'] !== undefined) return { kind: 'fetch' };
  const older = ownEntry(olderFields, toolName);
  return older && input[older.currentField] === undefined && input[older.oldField] !== undefined
    ? older.row
    : undefined;
}

/** Puts a rewritten `url` of web_fetch into the prompt, where Gemini has it, unless the prompt was rewritten too. */
export function withUrlInPrompt(raw: Fields, input: ToolInput): ToolInput {
  const { prompt } = raw;
  const { url } = input;
  const oldUrl = firstUrl(prompt);
  const unchanged = raw['url'] !== undefined || input['prompt'] !== prompt || oldUrl === url;
  if (unchanged || oldUrl === undefined || typeof prompt !== 'string' || typeof url !== 'string') return input;
  return { ...input, prompt: prompt.replace(oldUrl, () => url) };
}
