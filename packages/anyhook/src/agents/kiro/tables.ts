import { isObject, type ToolInput, type ToolMap, type ToolRow } from '@anyhook/core';
import { agentEvents, ideEvents, toolRows, triggers } from '../../../.cache/agents/kiro/tables.js';
import { nestedFieldPacking } from '../kit/claude-view.js';
import { objectValue, textValue } from '../kit/json-fields.js';
import { fileEvents, payloadEvents } from '../kit/tables.js';

export const events = payloadEvents({ ...agentEvents, ...triggers });
export const hookEvents = fileEvents({ ...triggers, ...agentEvents, ...ideEvents });

export const edit: ToolRow = { kind: 'edit', fields: { oldText: 'old_str', newText: 'new_str' } };
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
  ...toolRows,
  todo_list: { kind: 'todo' },
};

/** The tools that hooks see: the first of each kind is the name for calls of other agents, with the fields of version 2. */
export const hookTools: ToolMap = {
  execute_bash: { kind: 'shell' },
  fs_read: { kind: 'read', pack: packRead, unpack: unpackRead },
  fs_write: { ...write, pack: packCreate, unpack: unpackCreate },
  str_replace: edit,
  ...toolRows,
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
