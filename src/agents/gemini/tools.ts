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
  web_fetch: { kind: 'fetch', pack: withoutUrl, unpack: urlOutOfPrompt },
  google_web_search: { kind: 'websearch' },
  write_todos: { kind: 'todo' },
  invoke_agent: { kind: 'task' },
};

/** Field names of older versions: tool → its current field and the old one. */
const older: Readonly<Record<string, { now: string; was: string; row: ToolRow }>> = {
  read_file: { now: path, was: 'absolute_path', row: { kind: 'read', fields: { path: 'absolute_path' } } },
  read_many_files: { now: 'include', was: 'paths', row: { kind: 'read' } },
  list_directory: { now: 'dir_path', was: 'path', row: { kind: 'list' } },
  glob: { now: 'dir_path', was: 'path', row: { kind: 'list', fields: { query: 'pattern' } } },
  grep_search: { now: 'dir_path', was: 'path', row: { kind: 'search', fields: { query: 'pattern' } } },
  search_file_content: { now: 'dir_path', was: 'path', row: { kind: 'search', fields: { query: 'pattern' } } },
};

/** The row that fits the fields of this call. */
export function rowOf(toolName: string, input: Fields): ToolRow | undefined {
  if (toolName === 'web_fetch' && input['url'] !== undefined) return { kind: 'fetch' };
  const old = ownEntry(older, toolName);
  return old && input[old.now] === undefined && input[old.was] !== undefined ? old.row : undefined;
}

/** Puts a rewritten `url` of web_fetch into the prompt, where Gemini has it, unless the prompt was rewritten too. */
export function withUrlInPrompt(raw: Fields, input: ToolInput): ToolInput {
  const { prompt } = raw;
  const { url } = input;
  const before = firstUrl(prompt);
  const unchanged = raw['url'] !== undefined || input['prompt'] !== prompt || before === url;
  if (unchanged || before === undefined || typeof prompt !== 'string' || typeof url !== 'string') return input;
  return { ...input, prompt: prompt.replace(before, () => url) };
}

const firstUrl = (prompt: unknown): string | undefined =>
  typeof prompt === 'string' ? /https?:\/\/[^\s"'<>)\]]+/i.exec(prompt)?.[0] : undefined;

/** web_fetch has its address in the prompt; hooks also get it as `url`. */
function urlOutOfPrompt(input: ToolInput): ToolInput {
  const url = firstUrl(input['prompt']);
  return url === undefined ? input : { ...input, url };
}

function withoutUrl(input: ToolInput): ToolInput {
  if (firstUrl(input['prompt']) === undefined) return input;
  const { url: _url, ...rest } = input;
  return rest;
}
