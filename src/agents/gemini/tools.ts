import type { ToolInput, ToolMap, ToolRow } from '../../core/tool.js';
import { type Fields, ownEntry } from '../kit/json-fields.js';

const path = 'file_path';

/** Gemini CLI's tools with the field names of current versions. */
export const tools: ToolMap = {
  run_shell_command: { kind: 'shell' },
  read_file: { kind: 'read', fields: { path } },
  read_many_files: { kind: 'read', fields: { paths: 'include' } },
  write_file: { kind: 'write', fields: { path } },
  replace: { kind: 'edit', fields: { path, oldText: 'old_string', newText: 'new_string' } },
  list_directory: { kind: 'list', fields: { path: 'dir_path' } },
  glob: { kind: 'list', fields: { query: 'pattern', path: 'dir_path' } },
  grep_search: { kind: 'search', fields: { query: 'pattern', path: 'dir_path' } },
  search_file_content: { kind: 'search', fields: { query: 'pattern', path: 'dir_path' } },
  web_fetch: { kind: 'fetch', pack: withoutUrl, unpack: withUrlFromPrompt },
  google_web_search: { kind: 'websearch' },
  write_todos: { kind: 'todo' },
  invoke_agent: { kind: 'task' },
};

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

const firstUrl = (prompt: unknown): string | undefined =>
  typeof prompt === 'string' ? /https?:\/\/[^\s"'<>)\]]+/i.exec(prompt)?.[0] : undefined;

/** web_fetch has its address in the prompt; hooks also get it as `url`. */
function withUrlFromPrompt(input: ToolInput): ToolInput {
  const url = firstUrl(input['prompt']);
  return url === undefined ? input : { ...input, url };
}

function withoutUrl(input: ToolInput): ToolInput {
  if (firstUrl(input['prompt']) === undefined) return input;
  const { url: _url, ...rest } = input;
  return rest;
}
