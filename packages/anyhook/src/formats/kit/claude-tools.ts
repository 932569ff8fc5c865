import type { ToolMap } from '@anyhook/core';

const path = 'file_path';

/**
 * Claude Code's tools. The first of each kind is the name for calls of other agents. LS, MultiEdit and Task are names of
 * older versions; PowerShell is there on Windows.
 */
export const claudeTools: ToolMap = {
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

/** What hooks see: the patch of another agent is a call of a tool that Claude Code does not have. */
export const claudeHookTools: ToolMap = {
  ...claudeTools,
  apply_patch: { kind: 'patch', fields: { content: 'command' } },
};
