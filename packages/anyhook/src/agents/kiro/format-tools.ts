import { isObject, type Pattern, type ToolInput, type ToolMap } from '@anyhook/core';

/** Kiro's tools. The first of each kind is the name for calls of other agents. */
export const kiroTools: ToolMap = {
  execute_bash: { kind: 'shell' },
  fs_read: { kind: 'read', pack: packRead, unpack: unpackRead },
  fs_write: { kind: 'write', fields: { content: 'file_text' }, pack: packCreate, unpack: unpackCreate },
  str_replace: { kind: 'edit', fields: { oldText: 'old_str', newText: 'new_str' } },
  glob: { kind: 'list', fields: { query: 'pattern' } },
  grep: { kind: 'search', fields: { query: 'pattern' } },
  web_fetch: { kind: 'fetch' },
  web_search: { kind: 'websearch' },
  use_subagent: { kind: 'task' },
  todo_list: { kind: 'todo' },
};

export const kiroMcpName = (server: string, tool: string): string => `@${server}/${tool}`;

/** The tools that change files: hooks for one of them are meant for both. */
export const writeTools: Pattern = { source: 'fs_write|str_replace', mode: 'anchored' };

function packRead({ path, paths, operations, ...rest }: ToolInput): ToolInput {
  if (operations !== undefined) return { ...rest, operations };
  const all = [path, ...(Array.isArray(paths) ? paths : [])].filter((one) => typeof one === 'string');
  return { ...rest, operations: [...new Set(all)].map((one) => ({ mode: 'Line', path: one })) };
}

function unpackRead({ operations, ...rest }: ToolInput): ToolInput {
  const paths = Array.isArray(operations) ? operations.map((one) => isObject(one) && one['path']) : [];
  if (!paths.every((path) => typeof path === 'string')) return { ...rest, operations };
  return { ...rest, ...(paths[0] !== undefined && { path: paths[0] }), ...(paths.length > 1 && { paths }) };
}

function packCreate(input: ToolInput): ToolInput {
  return { command: 'create', ...input };
}

function unpackCreate({ command, ...rest }: ToolInput): ToolInput {
  return command === undefined || command === 'create' ? rest : { command, ...rest };
}
