import type { ToolInput, ToolMap } from '@anyhook/core';
import { type EventTable, fileEvents, payloadEvents } from '../kit/event-table.js';

/** The 11 events of Gemini CLI. */
const table: EventTable = {
  SessionStart: { means: 'session.start', context: true },
  SessionEnd: { means: 'session.end' },
  BeforeAgent: { means: 'prompt.submit', blocks: true, context: true },
  AfterAgent: { means: 'agent.stop', blocks: true },
  BeforeModel: { means: 'model.before', blocks: true, rewrites: true },
  AfterModel: { means: 'model.after' },
  BeforeToolSelection: { means: 'other' },
  BeforeTool: { means: 'tool.before', blocks: true, rewrites: true },
  // It has no event of its own for a tool that failed.
  AfterTool: {
    means: 'tool.after',
    runsOn: ['tool.after', 'tool.failure'],
    blocks: true,
    context: true,
    rewrites: true,
  },
  PreCompress: { means: 'compact.before' },
  Notification: { means: 'notification' },
};
export const events = payloadEvents(table);
export const hookEvents = fileEvents(table);

const path = 'file_path';

/** Gemini CLI's tools with the field names of current versions. */
export const tools: ToolMap = {
  run_shell_command: { kind: 'shell' },
  read_file: { kind: 'read', fields: { path } },
  read_many_files: { kind: 'read', fields: { paths: 'include' } },
  write_file: { kind: 'write', fields: { path } },
  replace: { kind: 'edit', fields: { path, oldText: 'old_string', newText: 'new_string' } },
  list_directory: { kind: 'list', fields: { path: 'dir_path' } },
  glob: { kind: 'list', fields: { query: 'pattern', path: 'dir_path' } },
  grep_search: { kind: 'search', fields: { query: 'pattern', path: 'dir_path' } },
  search_file_content: { kind: 'search', fields: { query: 'pattern', path: 'dir_path' } },
  web_fetch: { kind: 'fetch', pack: withoutUrl, unpack: withUrlFromPrompt },
  google_web_search: { kind: 'websearch' },
  write_todos: { kind: 'todo' },
  invoke_agent: { kind: 'task' },
};

/** The first address in a prompt of web_fetch. */
export const firstUrl = (prompt: unknown): string | undefined =>
  typeof prompt === 'string' ? /https?:\/\/[^\s"'<>)\]]+/i.exec(prompt)?.[0] : undefined;

/** web_fetch has its address in the prompt; hooks also get it as `url`. */
function withUrlFromPrompt(input: ToolInput): ToolInput {
  const url = firstUrl(input['prompt']);
  return url === undefined ? input : { ...input, url };
}

function withoutUrl(input: ToolInput): ToolInput {
  if (firstUrl(input['prompt']) === undefined) return input;
  const { url: _url, ...rest } = input;
  return rest;
}
