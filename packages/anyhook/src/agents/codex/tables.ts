import {
  editAsPatch,
  patchAsEdit,
  patchAsWrite,
  type ToolMap,
  withoutPaths,
  withPaths,
  writeAsPatch,
} from '@anyhook/core';
import { type EventTable, fileEvents, payloadEvents } from '../kit/event-table.js';

/** The 14 events of Codex. */
const table: EventTable = {
  SessionStart: { means: 'session.start', context: true },
  SessionEnd: { means: 'session.end' },
  UserPromptSubmit: { means: 'prompt.submit', blocks: true, context: true },
  PreToolUse: { means: 'tool.before', blocks: true, context: true, rewrites: true },
  PermissionRequest: { means: 'tool.permission', blocks: true },
  // It has no event of its own for a tool that failed.
  PostToolUse: {
    means: 'tool.after',
    runsOn: ['tool.after', 'tool.failure'],
    blocks: true,
    context: true,
    rewrites: true,
  },
  Stop: { means: 'agent.stop', blocks: true },
  SubagentStart: { means: 'subagent.start', context: true },
  SubagentStop: { means: 'subagent.stop', blocks: true },
  PreCompact: { means: 'compact.before', blocks: true },
  PostCompact: { means: 'compact.after' },
  PreModelRequest: { means: 'model.before' },
  PostModelRequest: { means: 'model.after' },
  Interrupt: { means: 'other' },
};
export const events = payloadEvents(table);
export const hookEvents = fileEvents(table);

const patch = { kind: 'patch', fields: { content: 'command' }, pack: withoutPaths, unpack: withPaths } as const;

/** Codex's tools as its hooks see them (quirk 12). */
export const tools: ToolMap = {
  Bash: { kind: 'shell' },
  apply_patch: patch,
  spawn_agent: { kind: 'task', fields: { prompt: 'message' } },
  multi_agent_v1spawn_agent: { kind: 'task', fields: { prompt: 'message' } },
};

const { fields } = patch;

/** Codex writes and changes files by patches, so its hooks see those calls of other agents as patches. */
export const hookTools: ToolMap = {
  ...tools,
  apply_patch: {
    ...patch,
    alsoFor: {
      write: { kind: 'write', fields, pack: writeAsPatch, unpack: patchAsWrite },
      edit: { kind: 'edit', fields, pack: editAsPatch, unpack: patchAsEdit },
    },
  },
};
