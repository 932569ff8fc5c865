import type { ToolMap, ToolRow } from '@anyhook/core';
import { nestedFieldPacking } from '../kit/claude-view.js';
import { type Fields, objectValue } from '../kit/json-fields.js';

const path = 'file_path';
const edits = { field: 'edits', list: true };
const writeRow: ToolRow = {
  kind: 'write',
  fields: { path },
  ...nestedFieldPacking({ ...edits, names: { content: 'new_string' }, extras: ['old_string'] }),
};

/** Cascade has no tool names; these come from the names of its events. */
export const tools: ToolMap = {
  run_command: { kind: 'shell', fields: { command: 'command_line' } },
  read_code: { kind: 'read', fields: { path } },
  write_code: {
    kind: 'edit',
    fields: { path },
    ...nestedFieldPacking({ ...edits, names: { oldText: 'old_string', newText: 'new_string' } }),
  },
};

/** One edit that replaces nothing writes a file. */
export function rowOf(toolName: string, input: Fields): ToolRow | undefined {
  const list = input['edits'];
  if (toolName !== 'write_code' || !Array.isArray(list) || list.length !== 1) return undefined;
  const edit = objectValue(list[0]);
  return edit && typeof edit['new_string'] === 'string' && (edit['old_string'] ?? '') === '' ? writeRow : undefined;
}
