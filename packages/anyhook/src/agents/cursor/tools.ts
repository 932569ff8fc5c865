import type { ToolMap, ToolRow } from '@anyhook/core';
import type { Fields } from '../kit/json-fields.js';

const path = 'file_path';
const editFields = { oldText: 'old_string', newText: 'new_string' };

/** Cursor's tools. */
export const tools: ToolMap = {
  Shell: { kind: 'shell' },
  // Claude Code's name, for entries that were written for it (quirk 10).
  Bash: { kind: 'shell' },
  Read: { kind: 'read', fields: { path } },
  TabRead: { kind: 'read', fields: { path } },
  Write: { kind: 'write', fields: { path } },
  StrReplace: { kind: 'edit', fields: { path, ...editFields } },
  Edit: { kind: 'edit', fields: { path, ...editFields } },
  Glob: { kind: 'list', fields: { query: 'glob_pattern', path: 'target_directory' } },
  Grep: { kind: 'search', fields: { query: 'pattern' } },
  WebFetch: { kind: 'fetch' },
  WebSearch: { kind: 'websearch', fields: { query: 'search_term' } },
  Task: { kind: 'task' },
  TodoWrite: { kind: 'todo' },
};

/** The documentation shows file_path and content; some versions use other names. */
export function rowOf(toolName: string, input: Fields): ToolRow | undefined {
  const row = Object.hasOwn(tools, toolName) ? tools[toolName] : undefined;
  if (row?.fields?.['path'] !== path) return undefined;
  const usesPath = input[path] === undefined && input['path'] !== undefined;
  const usesContents = toolName === 'Write' && input['content'] === undefined && input['contents'] !== undefined;
  if (!usesPath && !usesContents) return undefined;
  const { path: _path, ...rest } = row.fields;
  return { ...row, fields: { ...(usesPath ? rest : row.fields), ...(usesContents && { content: 'contents' }) } };
}
