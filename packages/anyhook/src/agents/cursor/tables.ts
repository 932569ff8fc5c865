import type { EventName, Pattern, ToolMap } from '@anyhook/core';
import { type EventTable, fileEvents, payloadEvents } from '../kit/event-table.js';

const named = (source: string): Pattern => ({ source, mode: 'anchored' });
const mcp: Pattern = { source: '^MCP:', mode: 'search' };
const ended: readonly EventName[] = ['tool.after', 'tool.failure'];

/** Cursor does not let an action happen whose guard answered with something that it cannot read. */
const guards = { blocks: true, blockingFailures: ['bad-output'] } as const;

/** The events of Cursor's hooks. What is about one tool comes in addition to postToolUse, so its payload means nothing more. */
const table: EventTable = {
  sessionStart: { means: 'session.start', context: true },
  sessionEnd: { means: 'session.end' },
  beforeSubmitPrompt: { means: 'prompt.submit', blocks: true },
  preToolUse: { means: 'tool.before', ...guards, rewrites: true },
  beforeShellExecution: { means: 'tool.before', ...guards, tools: named('Shell') },
  beforeMCPExecution: { means: 'tool.before', ...guards, tools: mcp },
  beforeReadFile: { means: 'tool.before', ...guards, tools: named('Read') },
  // Other agents read no files for the completion of text.
  beforeTabFileRead: { means: 'tool.before', runsOn: ['other'] },
  postToolUse: { means: 'tool.after', context: true, rewrites: true },
  postToolUseFailure: { means: 'tool.failure' },
  stop: { means: 'agent.stop', blocks: true },
  subagentStart: { means: 'subagent.start', ...guards },
  subagentStop: { means: 'subagent.stop', blocks: true },
  preCompact: { means: 'compact.before' },
  // Cursor reports each message; other agents report the last one of a turn.
  afterAgentResponse: { means: 'model.after', runsOn: ['agent.done'] },
  afterAgentThought: { means: 'other' },
  afterShellExecution: { means: 'other', runsOn: ended, tools: named('Shell') },
  afterMCPExecution: { means: 'other', runsOn: ended, tools: mcp },
  afterFileEdit: { means: 'other', runsOn: ['tool.after'], tools: named('Write|StrReplace') },
  afterTabFileEdit: { means: 'other' },
  workspaceOpen: { means: 'other' },
};
export const events = payloadEvents(table);
export const hookEvents = fileEvents(table);

const path = 'file_path';
const editFields = { oldText: 'old_string', newText: 'new_string' };

/** Cursor's tools. */
export const tools: ToolMap = {
  Shell: { kind: 'shell' },
  // Claude Code's name, for entries that were written for it (quirk 10).
  Bash: { kind: 'shell' },
  Read: { kind: 'read', fields: { path } },
  TabRead: { kind: 'read', fields: { path } },
  Write: { kind: 'write', fields: { path } },
  StrReplace: { kind: 'edit', fields: { path, ...editFields } },
  Edit: { kind: 'edit', fields: { path, ...editFields } },
  Glob: { kind: 'list', fields: { query: 'glob_pattern', path: 'target_directory' } },
  Grep: { kind: 'search', fields: { query: 'pattern' } },
  WebFetch: { kind: 'fetch' },
  WebSearch: { kind: 'websearch', fields: { query: 'search_term' } },
  Task: { kind: 'task' },
  TodoWrite: { kind: 'todo' },
};

const { Bash: _bash, TabRead: _tabRead, Edit: _edit, ...known } = tools;

/** The names that its hooks know. The first of each kind is the name for calls of other agents. */
export const hookTools: ToolMap = { ...known, ApplyPatch: { kind: 'patch' } };

/** Matchers know only `Write` for every change of a file. */
export const writeTool = 'Write';
