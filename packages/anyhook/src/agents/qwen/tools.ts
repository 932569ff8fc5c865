import type { ToolMap } from '@anyhook/core';

const path = 'file_path';
const edit = { path, oldText: 'old_string', newText: 'new_string' };

/** Qwen Code's tools; `replace`, `search_file_content` and `task` are names of older versions. */
export const qwenTools: ToolMap = {
  run_shell_command: { kind: 'shell' },
  read_file: { kind: 'read', fields: { path } },
  read_many_files: { kind: 'read' },
  write_file: { kind: 'write', fields: { path } },
  edit: { kind: 'edit', fields: edit },
  replace: { kind: 'edit', fields: edit },
  notebook_edit: { kind: 'edit', fields: { path: 'notebook_path', newText: 'new_source' } },
  list_directory: { kind: 'list' },
  glob: { kind: 'list', fields: { query: 'pattern' } },
  grep_search: { kind: 'search', fields: { query: 'pattern' } },
  search_file_content: { kind: 'search', fields: { query: 'pattern' } },
  web_fetch: { kind: 'fetch' },
  web_search: { kind: 'websearch' },
  agent: { kind: 'task' },
  task: { kind: 'task' },
  todo_write: { kind: 'todo' },
};
