import type { ToolMap } from '@anyhook/core';
import { nestedFieldPacking } from '../kit/claude-view.js';

/** docker-agent's own tools. */
export const tools: ToolMap = {
  shell: { kind: 'shell', fields: { command: 'cmd' } },
  run_background_job: { kind: 'shell', fields: { command: 'cmd' } },
  read_file: { kind: 'read' },
  write_file: { kind: 'write' },
  edit_file: {
    kind: 'edit',
    ...nestedFieldPacking({ field: 'edits', list: true, names: { oldText: 'oldText', newText: 'newText' } }),
  },
  list_directory: { kind: 'list' },
  directory_tree: { kind: 'list' },
  search_files_content: { kind: 'search' },
  fetch: { kind: 'fetch' },
  transfer_task: { kind: 'task', fields: { prompt: 'task' } },
  update_todos: { kind: 'todo' },
};
