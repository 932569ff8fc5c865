import type { ToolMap, ToolRow } from '@anyhook/core';
import { nestedFieldPacking } from '../kit/claude-view.js';
import type { Fields } from '../kit/json-fields.js';

const edit = { field: 'edit', names: { oldText: 'old', newText: 'new' }, extras: ['replace_all'] };
const editListRow: ToolRow = { kind: 'edit', ...nestedFieldPacking({ ...edit, list: true }) };

/** Kimi CLI's tools. `Task` is a name of older versions. */
export const tools: ToolMap = {
  Shell: { kind: 'shell' },
  ReadFile: { kind: 'read' },
  ReadMediaFile: { kind: 'read' },
  WriteFile: { kind: 'write' },
  StrReplaceFile: { kind: 'edit', ...nestedFieldPacking({ ...edit, list: false }) },
  Glob: { kind: 'list', fields: { query: 'pattern', path: 'directory' } },
  Grep: { kind: 'search', fields: { query: 'pattern' } },
  FetchURL: { kind: 'fetch' },
  SearchWeb: { kind: 'websearch' },
  Agent: { kind: 'task' },
  Task: { kind: 'task' },
  SetTodoList: { kind: 'todo' },
};

/** An edit may also be a list of edits. */
export const rowOf = (toolName: string, input: Fields): ToolRow | undefined =>
  toolName === 'StrReplaceFile' && Array.isArray(input['edit']) ? editListRow : undefined;
