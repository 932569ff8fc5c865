import type { ToolMap } from '@anyhook/core';

const path = 'file_path';

/** Cursor's tools. The first of each kind is the name for calls of other agents. */
export const cursorTools: ToolMap = {
  Shell: { kind: 'shell' },
  Read: { kind: 'read', fields: { path } },
  Write: { kind: 'write', fields: { path } },
  StrReplace: { kind: 'edit', fields: { path, oldText: 'old_string', newText: 'new_string' } },
  Glob: { kind: 'list', fields: { query: 'glob_pattern', path: 'target_directory' } },
  Grep: { kind: 'search', fields: { query: 'pattern' } },
  WebFetch: { kind: 'fetch' },
  WebSearch: { kind: 'websearch', fields: { query: 'search_term' } },
  Task: { kind: 'task' },
  TodoWrite: { kind: 'todo' },
  ApplyPatch: { kind: 'patch' },
};

/** Matchers know only `Write` for every change of a file. */
export const writeTool = 'Write';
export const editTools: readonly string[] = ['StrReplace'];

export const cursorMcpName = (_server: string, tool: string): string => `MCP:${tool}`;
