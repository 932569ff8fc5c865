import type { ToolKind, ToolMap, ToolRow } from '@anyhook/core';
import { type Fields, ownEntry, textValue } from '../kit/json-fields.js';

const editFields = { oldText: 'old_string', newText: 'new_string' };
const names: Readonly<Partial<Record<ToolKind, readonly string[]>>> = {
  shell: ['Bash', 'bash', 'shell', 'execute_bash', 'exec_command', 'run_shell_command'],
  read: ['read', 'Read', 'fs_read', 'read_file'],
  write: ['write', 'Write', 'fs_write', 'write_file'],
  edit: ['edit', 'Edit', 'MultiEdit', 'replace', 'edit_file'],
  patch: ['apply_patch'],
  list: ['ls', 'LS', 'glob', 'Glob'],
  search: ['grep', 'Grep'],
  fetch: ['webfetch', 'WebFetch', 'web_fetch'],
  websearch: ['WebSearch', 'web_search'],
  task: ['InvokeSubagents', 'Task', 'Agent', 'task'],
  todo: ['TodoWrite', 'todowrite'],
};

const fieldsOf = (kind: ToolKind): Readonly<Record<string, string>> => {
  if (kind === 'edit') return editFields;
  return kind === 'list' || kind === 'search' ? { query: 'pattern' } : {};
};

const rows = Object.entries(names).flatMap(([kind, list]) =>
  list.map((name): [string, ToolRow] => [name, { kind: kind as ToolKind, fields: fieldsOf(kind as ToolKind) }]),
);

/** The tool names of the agents that call the engine, with `path` as the contract's first name for a path. */
export const tools: ToolMap = Object.fromEntries(rows);

const subagentRow: ToolRow = { kind: 'task' };

/** The row for this input: `file_path` if there is no `path`; subagents may be called through an MCP tool. */
export function rowOf(toolName: string, input: Fields): ToolRow | undefined {
  if (input['command'] === 'InvokeSubagents') return subagentRow;
  const row = ownEntry(tools, toolName);
  const usesFilePath = textValue(input['path']) === undefined && textValue(input['file_path']) !== undefined;
  if (!usesFilePath) return row;
  return { kind: row?.kind ?? 'other', fields: { ...row?.fields, path: 'file_path' } };
}
