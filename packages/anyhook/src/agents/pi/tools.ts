import type { ToolMap, ToolRow } from '@anyhook/core';
import { nestedFieldPacking } from '../kit/claude-view.js';
import type { Fields } from '../kit/json-fields.js';

const edit = nestedFieldPacking({ field: 'edits', names: { oldText: 'oldText', newText: 'newText' }, list: true });

/** pi's own tools. */
export const tools: ToolMap = {
  bash: { kind: 'shell' },
  powershell: { kind: 'shell' },
  read: { kind: 'read' },
  write: { kind: 'write' },
  edit: { kind: 'edit', ...edit },
  ls: { kind: 'list' },
  find: { kind: 'list', fields: { query: 'pattern' } },
  grep: { kind: 'search', fields: { query: 'pattern' } },
};

/** Older versions have one edit, outside of a list. */
export const rowOf = (toolName: string, input: Fields): ToolRow | undefined =>
  toolName === 'edit' && input['edits'] === undefined && input['oldText'] !== undefined ? { kind: 'edit' } : undefined;
