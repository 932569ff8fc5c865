import { type ToolMap, withoutPaths, withPaths } from '@anyhook/core';

const path = 'filePath';
const patch = { kind: 'patch', fields: { content: 'patchText' }, pack: withoutPaths, unpack: withPaths } as const;

/** opencode's tools. `list`, `multiedit` and `patch` are names of older versions. */
export const tools: ToolMap = {
  bash: { kind: 'shell' },
  read: { kind: 'read', fields: { path } },
  write: { kind: 'write', fields: { path } },
  edit: { kind: 'edit', fields: { path, oldText: 'oldString', newText: 'newString' } },
  multiedit: { kind: 'edit', fields: { path } },
  apply_patch: patch,
  patch,
  list: { kind: 'list' },
  glob: { kind: 'list', fields: { query: 'pattern' } },
  grep: { kind: 'search', fields: { query: 'pattern' } },
  webfetch: { kind: 'fetch' },
  websearch: { kind: 'websearch' },
  task: { kind: 'task' },
  todowrite: { kind: 'todo' },
  todoread: { kind: 'todo' },
};
