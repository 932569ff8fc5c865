import type { ToolMap } from '@anyhook/core';
import type { FormatEvent } from '../kit/format.js';

const observe = { blocks: false, context: false, rewrites: false } as const;

/** The events of Antigravity. */
export const antigravityEvents: Readonly<Record<string, FormatEvent>> = {
  PreToolUse: { events: ['tool.before'], ...observe, blocks: true },
  PostToolUse: { events: ['tool.after', 'tool.failure'], ...observe },
  // Antigravity calls it before each call of the model; other agents report the start of a turn.
  PreInvocation: { events: ['turn.start'], ...observe, context: true },
  PostInvocation: { events: ['turn.end'], ...observe },
  Stop: { events: ['agent.stop'], ...observe, blocks: true },
  SessionStart: { events: ['session.start'], ...observe, context: true },
};

const path = 'TargetFile';

/** Antigravity's tools. The first of each kind is the name for calls of other agents. */
export const antigravityTools: ToolMap = {
  run_command: { kind: 'shell', fields: { command: 'CommandLine' } },
  view_file: { kind: 'read', fields: { path: 'AbsolutePath' } },
  write_to_file: { kind: 'write', fields: { path, content: 'CodeContent' } },
  replace_file_content: {
    kind: 'edit',
    fields: { path, oldText: 'TargetContent', newText: 'ReplacementContent' },
  },
  multi_replace_file_content: { kind: 'edit', fields: { path } },
  list_dir: { kind: 'list', fields: { path: 'DirectoryPath' } },
  find_by_name: { kind: 'list', fields: { path: 'SearchDirectory', query: 'Pattern' } },
  grep_search: { kind: 'search', fields: { query: 'Query', path: 'SearchPath' } },
  read_url_content: { kind: 'fetch', fields: { url: 'Url' } },
  search_web: { kind: 'websearch' },
  invoke_subagent: { kind: 'task' },
};

export const antigravityMcpName = (server: string, tool: string): string => `mcp_${server}_${tool}`;
