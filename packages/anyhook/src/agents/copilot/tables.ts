import { type ToolMap, type ToolRow, withoutPaths, withPaths } from '@anyhook/core';
import { type EventTable, fileEvents, payloadEvents } from '../kit/event-table.js';

/** Copilot CLI's events in camelCase. */
const camelEvents = {
  sessionStart: { means: 'session.start', context: true },
  sessionEnd: { means: 'session.end' },
  userPromptSubmitted: { means: 'prompt.submit', blocks: true, context: true, rewrites: true },
  userPromptTransformed: { means: 'other' },
  // A hook that cannot be started refuses the call; one that takes too long does not.
  preToolUse: { means: 'tool.before', blocks: true, context: true, rewrites: true, blockingFailures: ['spawn'] },
  permissionRequest: { means: 'tool.permission', blocks: true },
  postToolUse: { means: 'tool.after', blocks: true, context: true, rewrites: true },
  postToolUseFailure: { means: 'tool.failure', context: true },
  agentStop: { means: 'agent.stop', blocks: true },
  subagentStart: { means: 'subagent.start', context: true },
  subagentStop: { means: 'subagent.stop', blocks: true },
  preCompact: { means: 'compact.before' },
  notification: { means: 'notification' },
  errorOccurred: { means: 'error' },
} as const satisfies EventTable;

/** Event in PascalCase → the same event in camelCase (quirk 1). Its hooks get the fields and tool names of other agents. */
export const pascalEvents: Readonly<Record<string, keyof typeof camelEvents>> = {
  SessionStart: 'sessionStart',
  SessionEnd: 'sessionEnd',
  UserPromptSubmit: 'userPromptSubmitted',
  PreToolUse: 'preToolUse',
  PermissionRequest: 'permissionRequest',
  PostToolUse: 'postToolUse',
  PostToolUseFailure: 'postToolUseFailure',
  Stop: 'agentStop',
  SubagentStart: 'subagentStart',
  SubagentStop: 'subagentStop',
  PreCompact: 'preCompact',
  Notification: 'notification',
  ErrorOccurred: 'errorOccurred',
};

const table: EventTable = {
  ...camelEvents,
  ...Object.fromEntries(Object.entries(pascalEvents).map(([name, camel]) => [name, camelEvents[camel]])),
};
export const events = payloadEvents(table);
export const hookEvents = fileEvents(table);

const edit = { oldText: 'old_str', newText: 'new_str' };
const query = { query: 'pattern' };

/** The tool that applies a patch. */
export const patchTool: ToolRow = {
  kind: 'patch',
  fields: { content: 'input' },
  pack: withoutPaths,
  unpack: withPaths,
};

/** The tool that writes a file. */
export const writeTool: ToolRow = { kind: 'write', fields: { content: 'file_text' } };

/** Copilot CLI's tools, as events in camelCase name them. Matchers are read so that these names are enough. */
export const camelTools: ToolMap = {
  bash: { kind: 'shell' },
  powershell: { kind: 'shell' },
  view: { kind: 'read' },
  create: writeTool,
  edit: { kind: 'edit', fields: edit },
  str_replace_editor: { kind: 'edit', fields: edit },
  apply_patch: patchTool,
  glob: { kind: 'list', fields: query },
  grep: { kind: 'search', fields: query },
  rg: { kind: 'search', fields: query },
  web_fetch: { kind: 'fetch' },
  web_search: { kind: 'websearch' },
  task: { kind: 'task' },
  update_todo: { kind: 'todo' },
};

/** The same tools under the names that events in PascalCase use, with Copilot CLI's own fields (quirk 3). */
export const pascalTools: ToolMap = {
  Bash: { kind: 'shell' },
  Read: { kind: 'read' },
  Write: writeTool,
  Edit: { kind: 'edit', fields: edit },
  Glob: { kind: 'list', fields: query },
  Grep: { kind: 'search', fields: query },
  WebFetch: { kind: 'fetch' },
  WebSearch: { kind: 'websearch' },
  Task: { kind: 'task' },
  Agent: { kind: 'task' },
  TodoWrite: { kind: 'todo' },
};
