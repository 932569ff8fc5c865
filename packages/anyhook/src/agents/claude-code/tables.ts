import { type EventTable, fileEvents, payloadEvents } from '../kit/event-table.js';

/** The 30 events of Claude Code. Its tools are in formats/kit/claude-tools.ts, because many agents send payloads of its shape. */
const table: EventTable = {
  SessionStart: { means: 'session.start', context: true },
  SessionEnd: { means: 'session.end' },
  UserPromptSubmit: { means: 'prompt.submit', blocks: true, context: true },
  PreToolUse: { means: 'tool.before', blocks: true, context: true, rewrites: true },
  PermissionRequest: { means: 'tool.permission', blocks: true },
  PostToolUse: { means: 'tool.after', blocks: true, context: true, rewrites: true },
  PostToolUseFailure: { means: 'tool.failure', blocks: true, context: true },
  Stop: { means: 'agent.stop', blocks: true, context: true },
  StopFailure: { means: 'error' },
  SubagentStart: { means: 'subagent.start', context: true },
  SubagentStop: { means: 'subagent.stop', blocks: true },
  PreCompact: { means: 'compact.before', blocks: true, context: true },
  PostCompact: { means: 'compact.after' },
  Notification: { means: 'notification' },
  Setup: { means: 'other' },
  UserPromptExpansion: { means: 'other' },
  PermissionDenied: { means: 'other' },
  PostToolBatch: { means: 'other' },
  MessageDisplay: { means: 'other' },
  TeammateIdle: { means: 'other' },
  TaskCreated: { means: 'other' },
  TaskCompleted: { means: 'other' },
  Elicitation: { means: 'other' },
  ElicitationResult: { means: 'other' },
  ConfigChange: { means: 'other' },
  InstructionsLoaded: { means: 'other' },
  CwdChanged: { means: 'other' },
  FileChanged: { means: 'other' },
  WorktreeCreate: { means: 'other' },
  WorktreeRemove: { means: 'other' },
};
export const events = payloadEvents(table);
export const hookEvents = fileEvents(table);
