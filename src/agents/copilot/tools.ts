import type { ToolMap, ToolRow } from '../../core/tool.js';
import type { Fields } from '../kit/json-fields.js';
import { withoutPaths, withPaths } from '../kit/patch.js';

const write = { content: 'file_text' };
const edit = { oldText: 'old_str', newText: 'new_str' };
const query = { query: 'pattern' };
const patch: ToolRow = { kind: 'patch', fields: { content: 'input' }, pack: withoutPaths, unpack: withPaths };

/** Copilot CLI's tools, then the Claude names that PascalCase events use; both have Copilot's own fields (quirk 3). */
export const tools: ToolMap = {
  bash: { kind: 'shell' },
  powershell: { kind: 'shell' },
  view: { kind: 'read' },
  create: { kind: 'write', fields: write },
  edit: { kind: 'edit', fields: edit },
  str_replace_editor: { kind: 'edit', fields: edit },
  apply_patch: patch,
  glob: { kind: 'list', fields: query },
  grep: { kind: 'search', fields: query },
  rg: { kind: 'search', fields: query },
  web_fetch: { kind: 'fetch' },
  web_search: { kind: 'websearch' },
  task: { kind: 'task' },
  update_todo: { kind: 'todo' },
  Bash: { kind: 'shell' },
  Read: { kind: 'read' },
  Write: { kind: 'write', fields: write },
  Edit: { kind: 'edit', fields: edit },
  Glob: { kind: 'list', fields: query },
  Grep: { kind: 'search', fields: query },
  WebFetch: { kind: 'fetch' },
  WebSearch: { kind: 'websearch' },
  Task: { kind: 'task' },
  Agent: { kind: 'task' },
  TodoWrite: { kind: 'todo' },
};

const editors: ReadonlySet<string> = new Set(['str_replace_editor', 'apply_patch', 'edit', 'Edit']);

/** `Edit` is the name of several tools that edit files; the fields show which one it is. */
export function rowOf(toolName: string, input: Fields): ToolRow | undefined {
  if (!editors.has(toolName)) return undefined;
  if (typeof input['patch'] === 'string') return { ...patch, fields: { content: 'patch' } };
  if (typeof input['input'] === 'string') return patch;
  if (input['command'] === 'create') return { kind: 'write', fields: write };
  return input['command'] === 'view' ? { kind: 'read' } : undefined;
}
