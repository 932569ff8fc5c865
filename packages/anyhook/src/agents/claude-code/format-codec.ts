import { type Event, type Hook, projectFolderFor } from '@anyhook/core';
import {
  claudeMcpName,
  claudePayload,
  claudeToolCall,
  claudeTools,
  jsonText,
} from '../../formats/kit/claude-payload.js';
import type { Codec, FormatEvent } from '../../formats/kit/format.js';
import { failOnBadOutput } from '../../formats/kit/hook-output.js';
import { defaultExitRule, isOfPlugin } from './format-flavour.js';
import { readPlugin, readSettings } from './format-read-output.js';

const observe = { blocks: false, context: false, rewrites: false } as const;
const other: FormatEvent = { events: ['other'], ...observe };

/** Hooks as Claude Code runs them, from a plugin's hooks.json or from settings. */
const codec: Codec = {
  name: 'claude',
  events: {
    SessionStart: { events: ['session.start'], blocks: false, context: true, rewrites: false },
    SessionEnd: { events: ['session.end'], ...observe },
    UserPromptSubmit: { events: ['prompt.submit'], blocks: true, context: true, rewrites: false },
    PreToolUse: { events: ['tool.before'], blocks: true, context: true, rewrites: true },
    PermissionRequest: { events: ['tool.permission'], blocks: true, context: false, rewrites: false },
    PostToolUse: { events: ['tool.after'], blocks: true, context: true, rewrites: true },
    PostToolUseFailure: { events: ['tool.failure'], blocks: true, context: true, rewrites: false },
    Stop: { events: ['agent.stop'], blocks: true, context: true, rewrites: false },
    SubagentStart: { events: ['subagent.start'], blocks: false, context: true, rewrites: false },
    SubagentStop: { events: ['subagent.stop'], blocks: true, context: false, rewrites: false },
    PreCompact: { events: ['compact.before'], blocks: true, context: true, rewrites: false },
    PostCompact: { events: ['compact.after'], ...observe },
    Notification: { events: ['notification'], ...observe },
    StopFailure: { events: ['error'], ...observe },
    Setup: other,
    UserPromptExpansion: other,
    PermissionDenied: other,
    PostToolBatch: other,
    MessageDisplay: other,
    TaskCreated: other,
    TaskCompleted: other,
    TeammateIdle: other,
    Elicitation: other,
    ElicitationResult: other,
    ConfigChange: other,
    InstructionsLoaded: other,
    CwdChanged: other,
    FileChanged: other,
    WorktreeCreate: other,
    WorktreeRemove: other,
  },
  tools: claudeTools,
  mcpName: claudeMcpName,
  singlePath: true,
  ignoresDerived: true,
  stdin: (event, hook) => claudePayload(event, hook.nativeEvent),
  env,
  read: (output, hook, event) => {
    const row = codec.events[hook.nativeEvent] ?? other;
    const { exitRule = defaultExitRule(hook.flavour) } = hook;
    const read = exitRule === 'claude' ? readSettings : readPlugin;
    return failOnBadOutput(output, () => read(output, { hook, event, row, exitRule }));
  },
};

export const claudeCodec = (): Codec => codec;

function env(event: Event, hook: Hook): Readonly<Record<string, string>> {
  const tool = claudeToolCall(event);
  return {
    ...(isOfPlugin(hook.flavour) && { CLAUDE_PLUGIN_ROOT: hook.root }),
    CLAUDE_PROJECT_DIR: projectFolderFor(hook, event.cwd),
    ...(tool && { TOOL_NAME: tool.name, TOOL_INPUT: jsonText(tool.input) }),
  };
}

/** The text of a prompt hook with `$TOOL_NAME`, `$TOOL_INPUT` and `$ARGUMENTS` filled in; empty for other handlers. */
export function promptText(hook: Hook, event: Event): string {
  if (hook.handler.kind !== 'prompt') return '';
  const tool = claudeToolCall(event);
  const fill: Readonly<Record<string, () => string>> = {
    TOOL_NAME: () => tool?.name ?? '',
    TOOL_INPUT: () => (tool ? jsonText(tool.input) : ''),
    ARGUMENTS: () => jsonText(claudePayload(event, hook.nativeEvent)),
  };
  return hook.handler.prompt.replace(
    /\$(?:(TOOL_NAME|TOOL_INPUT|ARGUMENTS)\b|\{(TOOL_NAME|TOOL_INPUT|ARGUMENTS)\})/g,
    (whole, bare?: string, braced?: string) => fill[bare ?? braced ?? '']?.() ?? whole,
  );
}
