import type { EventName, Pattern, ToolInput, ToolMap } from '@anyhook/core';
import { nestedFieldPacking } from '../kit/claude-view.js';
import { type EventTable, fileEvents, payloadEvents } from '../kit/event-table.js';

const named = (source: string): Pattern => ({ source, mode: 'anchored' });
const writes = named('write_code|edit_code');
const mcp: Pattern = { source: '^mcp:', mode: 'search' };
const before = (tools: Pattern) => ({ means: 'tool.before', blocks: true, tools }) as const;
const ended: readonly EventName[] = ['tool.after', 'tool.failure'];
const after = (tools: Pattern) => ({ means: 'tool.after', runsOn: ended, context: true, tools }) as const;

/** The events of Windsurf's Cascade. */
const table: EventTable = {
  pre_user_prompt: { means: 'prompt.submit', blocks: true },
  pre_run_command: before(named('run_command')),
  pre_read_code: before(named('read_code')),
  pre_write_code: before(writes),
  pre_mcp_tool_use: before(mcp),
  post_run_command: after(named('run_command')),
  post_read_code: after(named('read_code')),
  post_write_code: after(writes),
  post_mcp_tool_use: after(mcp),
  post_cascade_response: { means: 'agent.done' },
  // Its payload comes after the one before it.
  post_cascade_response_with_transcript: { means: 'other', runsOn: ['agent.done'] },
  post_setup_worktree: { means: 'other' },
};
export const events = payloadEvents(table);
export const hookEvents = fileEvents(table);

const path = 'file_path';

/** Cascade has no tool names; these come from the names of its events. */
const shared: ToolMap = {
  run_command: { kind: 'shell', fields: { command: 'command_line' } },
  read_code: { kind: 'read', fields: { path } },
};

/** One tool writes and changes files; `rowOf` in codec.ts tells which it was. */
export const tools: ToolMap = {
  ...shared,
  write_code: {
    kind: 'edit',
    fields: { path },
    ...nestedFieldPacking({ field: 'edits', list: true, names: { oldText: 'old_string', newText: 'new_string' } }),
  },
};

/** The same for hooks, under two names: calls of other agents need one for each kind. */
export const hookTools: ToolMap = {
  ...shared,
  write_code: { kind: 'write', fields: { path }, pack: packContent, unpack: unpackContent },
  edit_code: { kind: 'edit', fields: { path }, pack: packEdit, unpack: unpackEdit },
};
function packContent({ content, ...rest }: ToolInput): ToolInput {
  return content === undefined ? rest : { ...rest, edits: [{ old_string: '', new_string: content }] };
}

function unpackContent({ edits, ...rest }: ToolInput): ToolInput {
  const edit = onlyEdit(edits);
  return edit ? { ...rest, content: edit.new_string } : { ...rest, ...(edits !== undefined && { edits }) };
}

function packEdit({ oldText, newText, ...rest }: ToolInput): ToolInput {
  if ((oldText === undefined && newText === undefined) || rest['edits'] !== undefined) return rest;
  return { ...rest, edits: [{ old_string: oldText ?? '', new_string: newText ?? '' }] };
}

function unpackEdit({ edits, ...rest }: ToolInput): ToolInput {
  const edit = onlyEdit(edits);
  return edit
    ? { ...rest, oldText: edit.old_string, newText: edit.new_string }
    : { ...rest, ...(edits !== undefined && { edits }) };
}

interface Edit {
  readonly old_string: unknown;
  readonly new_string: unknown;
}

const onlyEdit = (edits: unknown): Edit | undefined =>
  Array.isArray(edits) && edits.length === 1 && typeof edits[0] === 'object' && edits[0] !== null
    ? (edits[0] as Edit)
    : undefined;
