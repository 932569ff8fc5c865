import { isObject, type Pattern, type ToolInput, type ToolMap, type ToolRow } from '@anyhook/core';
import { nestedFieldPacking } from '../kit/claude-view.js';
import { type EventTable, fileEvents, payloadEvents } from '../kit/event-table.js';
import { objectValue, textValue } from '../kit/json-fields.js';

/** The tools that change files: hooks for one of them are meant for both. */
const writeTools: Pattern = { source: 'fs_write|str_replace', mode: 'anchored' };

const start = { means: 'session.start', context: true } as const;
const prompt = { means: 'prompt.submit', blocks: true, context: true } as const;
const before = { means: 'tool.before', blocks: true, context: true } as const;
const after = { means: 'tool.after', runsOn: ['tool.after', 'tool.failure'], context: true } as const;
const stop = { means: 'agent.stop', blocks: true, context: true } as const;
// Other agents have no event of their own for a saved file.
const saved = { means: 'other', runsOn: ['tool.after'], context: true, tools: writeTools } as const;

/** The triggers of CLI 3 and IDE 1. */
const triggers: EventTable = {
  SessionStart: start,
  SessionEnd: { runsOn: ['session.end'] },
  UserPromptSubmit: prompt,
  PreToolUse: before,
  PostToolUse: after,
  Stop: stop,
  PostFileCreate: { means: 'other' },
  PostFileSave: saved,
  PostFileDelete: { means: 'other' },
  PreTaskExec: { means: 'other' },
  PostTaskExec: { means: 'other' },
  Manual: { means: 'other' },
};
/** The events of an agent of CLI 2. */
const agentEvents: EventTable = {
  agentSpawn: start,
  userPromptSubmit: prompt,
  preToolUse: before,
  postToolUse: after,
  stop,
};
/** Events that only `.kiro.hook` files of the older IDE have. */
const ideEvents: EventTable = {
  promptSubmit: { runsOn: ['prompt.submit'], blocks: true, context: true },
  agentStop: { runsOn: ['agent.stop'], blocks: true, context: true },
  fileEdited: { runsOn: ['tool.after'], context: true, tools: writeTools },
  fileCreated: { runsOn: ['other'] },
  fileDeleted: { runsOn: ['other'] },
  preTaskExecution: { runsOn: ['other'] },
  postTaskExecution: { runsOn: ['other'] },
  userTriggered: { runsOn: ['other'] },
};
export const events = payloadEvents({ ...agentEvents, ...triggers });
export const hookEvents = fileEvents({ ...triggers, ...agentEvents, ...ideEvents });

export const edit: ToolRow = { kind: 'edit', fields: { oldText: 'old_str', newText: 'new_str' } };
const others: ToolMap = {
  glob: { kind: 'list', fields: { query: 'pattern' } },
  grep: { kind: 'search', fields: { query: 'pattern' } },
  web_fetch: { kind: 'fetch' },
  web_search: { kind: 'websearch' },
};

const operation = nestedFieldPacking({
  field: 'operations',
  names: { path: 'path' },
  extras: ['mode', 'start_line', 'end_line', 'pattern', 'context_lines', 'depth'],
  list: true,
});
const read: ToolRow = { kind: 'read', pack: packOperation, unpack: unpackOperation };
const write: ToolRow = { kind: 'write', fields: { content: 'file_text' } };

/** Kiro's tools in payloads: the names of version 2, their aliases and those of version 3. */
export const tools: ToolMap = {
  execute_bash: { kind: 'shell' },
  shell: { kind: 'shell' },
  fs_read: read,
  read,
  fs_write: write,
  write,
  str_replace: edit,
  ...others,
  todo_list: { kind: 'todo' },
};

/** The tools that hooks see: the first of each kind is the name for calls of other agents, with the fields of version 2. */
export const hookTools: ToolMap = {
  execute_bash: { kind: 'shell' },
  fs_read: { kind: 'read', pack: packRead, unpack: unpackRead },
  fs_write: { ...write, pack: packCreate, unpack: unpackCreate },
  str_replace: edit,
  ...others,
  use_subagent: { kind: 'task' },
  todo_list: { kind: 'todo' },
};

/** Several operations stay as they are; hooks get their paths in addition. */
function unpackOperation(input: ToolInput): ToolInput {
  const unpacked = operation.unpack(input);
  const { operations } = unpacked;
  if (!Array.isArray(operations)) return unpacked;
  const paths = operations.map((one) => textValue(objectValue(one)?.['path'])).filter((path) => path !== undefined);
  return paths.length > 0 && unpacked['paths'] === undefined ? { ...unpacked, paths } : unpacked;
}

function packOperation(input: ToolInput): ToolInput {
  if (!Array.isArray(input['operations'])) return operation.pack(input);
  const { paths: _paths, ...rest } = input;
  return rest;
}

function packRead({ path, paths, operations, ...rest }: ToolInput): ToolInput {
  if (operations !== undefined) return { ...rest, operations };
  const all = [path, ...(Array.isArray(paths) ? paths : [])].filter((one) => typeof one === 'string');
  return { ...rest, operations: [...new Set(all)].map((one) => ({ mode: 'Line', path: one })) };
}

function unpackRead({ operations, ...rest }: ToolInput): ToolInput {
  const paths = Array.isArray(operations) ? operations.map((one) => isObject(one) && one['path']) : [];
  if (!paths.every((path) => typeof path === 'string')) return { ...rest, operations };
  return { ...rest, ...(paths[0] !== undefined && { path: paths[0] }), ...(paths.length > 1 && { paths }) };
}

function packCreate(input: ToolInput): ToolInput {
  return { command: 'create', ...input };
}

function unpackCreate({ command, ...rest }: ToolInput): ToolInput {
  return command === undefined || command === 'create' ? rest : { command, ...rest };
}
