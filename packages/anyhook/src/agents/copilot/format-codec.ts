import { dirname } from 'node:path';
import { type Event, type Hook, projectFolderFor } from '@anyhook/core';
import { claudeMcpName } from '../../formats/kit/claude-payload.js';
import type { Codec, FormatEvent } from '../../formats/kit/format.js';
import { failOnBadOutput } from '../../formats/kit/hook-output.js';
import { copilotPayload } from './format-payload.js';
import { readOutput } from './format-read-output.js';
import { copilotTools } from './tool-table.js';

const observe = { blocks: false, context: false, rewrites: false } as const;

/** The events in camelCase. */
const camelEvents: Readonly<Record<string, FormatEvent>> = {
  sessionStart: { events: ['session.start'], blocks: false, context: true, rewrites: false },
  sessionEnd: { events: ['session.end'], ...observe },
  userPromptSubmitted: { events: ['prompt.submit'], blocks: true, context: true, rewrites: true },
  preToolUse: {
    ...{ events: ['tool.before'], blocks: true, context: true, rewrites: true },
    // A hook that cannot be started refuses the call; one that takes too long does not.
    blockingFailures: ['spawn'],
  },
  permissionRequest: { events: ['tool.permission'], blocks: true, context: false, rewrites: false },
  postToolUse: { events: ['tool.after'], blocks: true, context: true, rewrites: true },
  postToolUseFailure: { events: ['tool.failure'], blocks: false, context: true, rewrites: false },
  agentStop: { events: ['agent.stop'], blocks: true, context: false, rewrites: false },
  subagentStart: { events: ['subagent.start'], blocks: false, context: true, rewrites: false },
  subagentStop: { events: ['subagent.stop'], blocks: true, context: false, rewrites: false },
  preCompact: { events: ['compact.before'], ...observe },
  notification: { events: ['notification'], ...observe },
  errorOccurred: { events: ['error'], ...observe },
  userPromptTransformed: { events: ['other'], ...observe },
};

/** Event in PascalCase → the same event in camelCase. Its hooks get the fields and tool names of other agents. */
const pascalEvents: Readonly<Record<string, string>> = {
  SessionStart: 'sessionStart',
  SessionEnd: 'sessionEnd',
  UserPromptSubmit: 'userPromptSubmitted',
  PreToolUse: 'preToolUse',
  PermissionRequest: 'permissionRequest',
  PostToolUse: 'postToolUse',
  PostToolUseFailure: 'postToolUseFailure',
  Stop: 'agentStop',
  SubagentStart: 'subagentStart',
  SubagentStop: 'subagentStop',
  PreCompact: 'preCompact',
  Notification: 'notification',
  ErrorOccurred: 'errorOccurred',
};

/** The name of an event in camelCase. */
export const camelName = (native: string): string => pascalEvents[native] ?? native;

/** Hooks as Copilot CLI runs them. */
const codec: Codec = {
  name: 'copilot',
  events: {
    ...camelEvents,
    ...Object.fromEntries(
      Object.entries(pascalEvents).map(([name, camel]) => [name, camelEvents[camel] as FormatEvent]),
    ),
  },
  // Matchers are read so that these names are enough.
  tools: copilotTools,
  mcpName: claudeMcpName,
  singlePath: true,
  ignoresDerived: true,
  stdin: (event, hook) => copilotPayload(event, hook.nativeEvent),
  env,
  read: (output, hook, event) =>
    failOnBadOutput(output, () => readOutput(output, { hook, event, isPascal: hook.nativeEvent in pascalEvents })),
};

export const copilotCodec = (): Codec => codec;

function env(event: Event, hook: Hook): Readonly<Record<string, string>> {
  const project = projectFolderFor(hook, event.cwd);
  return {
    COPILOT_CLI: '1',
    COPILOT_PROJECT_DIR: project,
    COPILOT_HOOK_DIR: dirname(hook.source),
    CLAUDE_PROJECT_DIR: project,
  };
}
