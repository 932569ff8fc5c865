import { type EventTable, fileEvents, otherRows, payloadEvents } from '../kit/event-table.js';

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
  ...otherRows(
    `Setup UserPromptExpansion PermissionDenied PostToolBatch MessageDisplay TeammateIdle TaskCreated
     TaskCompleted Elicitation ElicitationResult ConfigChange InstructionsLoaded CwdChanged FileChanged
     WorktreeCreate WorktreeRemove`,
  ),
};
export const events = payloadEvents(table);
export const hookEvents = fileEvents(table);
