import type { ToolMap } from '@anyhook/core';
import { type EventTable, fileEvents, otherRows, payloadEvents } from '../kit/event-table.js';

/** The 22 events of Qwen Code. */
const table: EventTable = {
  SessionStart: { means: 'session.start', context: true },
  SessionEnd: { means: 'session.end' },
  UserPromptSubmit: { means: 'prompt.submit', blocks: true, context: true },
  PreToolUse: { means: 'tool.before', blocks: true },
  PermissionRequest: { means: 'tool.permission', blocks: true },
  PostToolUse: { means: 'tool.after', blocks: true, context: true, rewrites: true },
  PostToolUseFailure: { means: 'tool.failure', context: true },
  Stop: { means: 'agent.stop', blocks: true },
  StopFailure: { means: 'error' },
  SubagentStart: { means: 'subagent.start', context: true },
  SubagentStop: { means: 'subagent.stop', blocks: true },
  PreCompact: { means: 'compact.before', context: true },
  PostCompact: { means: 'compact.after' },
  Notification: { means: 'notification' },
  ...otherRows(
    'UserPromptExpansion PermissionDenied PostToolBatch MessageDisplay TodoCreated TodoCompleted InstructionsLoaded SessionDelete',
  ),
};
export const events = payloadEvents(table);
export const hookEvents = fileEvents(table);

const path = 'file_path';
const edit = { path, oldText: 'old_string', newText: 'new_string' };

/** Qwen Code's tools; `replace`, `search_file_content` and `task` are names of older versions. */
export const tools: ToolMap = {
  run_shell_command: { kind: 'shell' },
  read_file: { kind: 'read', fields: { path } },
  read_many_files: { kind: 'read' },
  write_file: { kind: 'write', fields: { path } },
  edit: { kind: 'edit', fields: edit },
  replace: { kind: 'edit', fields: edit },
  notebook_edit: { kind: 'edit', fields: { path: 'notebook_path', newText: 'new_source' } },
  list_directory: { kind: 'list' },
  glob: { kind: 'list', fields: { query: 'pattern' } },
  grep_search: { kind: 'search', fields: { query: 'pattern' } },
  search_file_content: { kind: 'search', fields: { query: 'pattern' } },
  web_fetch: { kind: 'fetch' },
  web_search: { kind: 'websearch' },
  agent: { kind: 'task' },
  task: { kind: 'task' },
  todo_write: { kind: 'todo' },
};
