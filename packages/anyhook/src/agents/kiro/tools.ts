import type { ToolInput, ToolMap, ToolRow } from '@anyhook/core';
import { nestedFieldPacking } from '../kit/claude-view.js';
import { type Fields, objectValue, textValue } from '../kit/json-fields.js';

const operation = nestedFieldPacking({
  field: 'operations',
  names: { path: 'path' },
  extras: ['mode', 'start_line', 'end_line', 'pattern', 'context_lines', 'depth'],
  list: true,
});

const read: ToolRow = { kind: 'read', pack: packRead, unpack: unpackRead };
const write: ToolRow = { kind: 'write', fields: { content: 'file_text' } };
const edit: ToolRow = { kind: 'edit', fields: { oldText: 'old_str', newText: 'new_str' } };

/** Kiro's tools: the names of version 2, their aliases and those of version 3. */
export const tools: ToolMap = {
  execute_bash: { kind: 'shell' },
  shell: { kind: 'shell' },
  fs_read: read,
  read,
  fs_write: write,
  write,
  str_replace: edit,
  glob: { kind: 'list', fields: { query: 'pattern' } },
  grep: { kind: 'search', fields: { query: 'pattern' } },
  web_fetch: { kind: 'fetch' },
  web_search: { kind: 'websearch' },
  todo_list: { kind: 'todo' },
};

const plainRead: ToolRow = { kind: 'read' };
const contentWrite: ToolRow = { kind: 'write' };

/** fs_write also replaces text, and newer versions have flat fields. */
export function rowOf(toolName: string, input: Fields): ToolRow | undefined {
  if (toolName === 'fs_write' || toolName === 'write') {
    if (input['command'] === 'str_replace' || input['old_str'] !== undefined) return edit;
    return input['file_text'] === undefined && input['content'] !== undefined ? contentWrite : undefined;
  }
  const isRead = toolName === 'fs_read' || toolName === 'read';
  return isRead && input['operations'] === undefined && input['path'] !== undefined ? plainRead : undefined;
}

/** `@server/tool` → its parts. */
export function mcpOf(toolName: string) {
  const [, server, tool] = /^@([^/]+)\/(.+)$/s.exec(toolName) ?? [];
  return server && tool ? { server, tool } : undefined;
}

/** Several operations stay as they are; hooks get their paths in addition. */
function unpackRead(input: ToolInput): ToolInput {
  const unpacked = operation.unpack(input);
  const { operations } = unpacked;
  if (!Array.isArray(operations)) return unpacked;
  const paths = operations.map((one) => textValue(objectValue(one)?.['path'])).filter((path) => path !== undefined);
  return paths.length > 0 && unpacked['paths'] === undefined ? { ...unpacked, paths } : unpacked;
}

function packRead(input: ToolInput): ToolInput {
  if (!Array.isArray(input['operations'])) return operation.pack(input);
  const { paths: _paths, ...rest } = input;
  return rest;
}
