import type { ToolMap } from '@anyhook/core';

const path = 'file_path';

/** Claude Code's tools. LS, MultiEdit and Task are names of older versions; PowerShell is there on Windows. */
export const tools: ToolMap = {
  Bash: { kind: 'shell' },
  PowerShell: { kind: 'shell' },
  Read: { kind: 'read', fields: { path } },
  Write: { kind: 'write', fields: { path } },
  Edit: { kind: 'edit', fields: { path, oldText: 'old_string', newText: 'new_string' } },
  MultiEdit: { kind: 'edit', fields: { path } },
  NotebookEdit: { kind: 'edit', fields: { path: 'notebook_path', newText: 'new_source' } },
  Glob: { kind: 'list', fields: { query: 'pattern' } },
  LS: { kind: 'list' },
  Grep: { kind: 'search', fields: { query: 'pattern' } },
  WebFetch: { kind: 'fetch' },
  WebSearch: { kind: 'websearch' },
  Task: { kind: 'task' },
  Agent: { kind: 'task' },
  TodoWrite: { kind: 'todo' },
};
