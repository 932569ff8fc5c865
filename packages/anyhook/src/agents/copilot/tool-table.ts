import { type ToolMap, type ToolRow, withoutPaths, withPaths } from '@anyhook/core';

const write = { content: 'file_text' };
const edit = { oldText: 'old_str', newText: 'new_str' };
const query = { query: 'pattern' };

/** The tool that applies a patch. */
export const copilotPatch: ToolRow = {
  kind: 'patch',
  fields: { content: 'input' },
  pack: withoutPaths,
  unpack: withPaths,
};

/** The tool that writes a file. */
export const copilotWrite: ToolRow = { kind: 'write', fields: write };

/** Copilot CLI's tools, as events in camelCase name them. */
export const copilotTools: ToolMap = {
  bash: { kind: 'shell' },
  powershell: { kind: 'shell' },
  view: { kind: 'read' },
  create: copilotWrite,
  edit: { kind: 'edit', fields: edit },
  str_replace_editor: { kind: 'edit', fields: edit },
  apply_patch: copilotPatch,
  glob: { kind: 'list', fields: query },
  grep: { kind: 'search', fields: query },
  rg: { kind: 'search', fields: query },
  web_fetch: { kind: 'fetch' },
  web_search: { kind: 'websearch' },
  task: { kind: 'task' },
  update_todo: { kind: 'todo' },
};

/** The same tools under the names that events in PascalCase use, with Copilot CLI's own fields. */
export const copilotPascalTools: ToolMap = {
  Bash: { kind: 'shell' },
  Read: { kind: 'read' },
  Write: copilotWrite,
  Edit: { kind: 'edit', fields: edit },
  Glob: { kind: 'list', fields: query },
  Grep: { kind: 'search', fields: query },
  WebFetch: { kind: 'fetch' },
  WebSearch: { kind: 'websearch' },
  Task: { kind: 'task' },
  Agent: { kind: 'task' },
  TodoWrite: { kind: 'todo' },
};
