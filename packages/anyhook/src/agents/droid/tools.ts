import { type ToolMap, withoutPaths, withPaths } from '@anyhook/core';

const path = 'file_path';

/** droid's tools. AskUser, Skill, TaskOutput and the like have no canonical kind. */
export const droidTools: ToolMap = {
  Execute: { kind: 'shell' },
  Read: { kind: 'read', fields: { path } },
  Create: { kind: 'write', fields: { path } },
  Edit: { kind: 'edit', fields: { path, oldText: 'old_str', newText: 'new_str' } },
  MultiEdit: { kind: 'edit', fields: { path } },
  ApplyPatch: { kind: 'patch', fields: { content: 'input' }, pack: withoutPaths, unpack: withPaths },
  LS: { kind: 'list', fields: { path: 'directory_path' } },
  Glob: { kind: 'list', fields: { path: 'folder', query: 'patterns' } },
  Grep: { kind: 'search', fields: { query: 'pattern' } },
  FetchUrl: { kind: 'fetch' },
  WebSearch: { kind: 'websearch' },
  Task: { kind: 'task' },
  TodoWrite: { kind: 'todo' },
};
