import { type ToolMap, withoutPaths, withPaths } from '@anyhook/core';
import { type EventTable, fileEvents, payloadEvents } from '../kit/event-table.js';

/** The 9 events of droid. */
const table: EventTable = {
  SessionStart: { means: 'session.start', context: true },
  SessionEnd: { means: 'session.end' },
  UserPromptSubmit: { means: 'prompt.submit', blocks: true, context: true },
  PreToolUse: { means: 'tool.before', blocks: true, rewrites: true },
  PostToolUse: { means: 'tool.after', blocks: true, context: true },
  Stop: { means: 'agent.stop', blocks: true },
  SubagentStop: { means: 'subagent.stop', blocks: true },
  PreCompact: { means: 'compact.before' },
  Notification: { means: 'notification' },
};
export const events = payloadEvents(table);
export const hookEvents = fileEvents(table);

const path = 'file_path';

/** droid's tools. AskUser, Skill, TaskOutput and the like have no canonical kind. */
export const tools: ToolMap = {
  Execute: { kind: 'shell' },
  Read: { kind: 'read', fields: { path } },
  Create: { kind: 'write', fields: { path } },
  Edit: { kind: 'edit', fields: { path, oldText: 'old_str', newText: 'new_str' } },
  MultiEdit: { kind: 'edit', fields: { path } },
  ApplyPatch: { kind: 'patch', fields: { content: 'input' }, pack: withoutPaths, unpack: withPaths },
  LS: { kind: 'list', fields: { path: 'directory_path' } },
  Glob: { kind: 'list', fields: { path: 'folder', query: 'patterns' } },
  Grep: { kind: 'search', fields: { query: 'pattern' } },
  FetchUrl: { kind: 'fetch' },
  WebSearch: { kind: 'websearch' },
  Task: { kind: 'task' },
  TodoWrite: { kind: 'todo' },
};
