import { type Event, type ToolCall, type ToolResult, withoutUndefined } from '@anyhook/core';
import { claudeMcpName, claudePayload, type PayloadStyle } from '../../formats/kit/claude-payload.js';
import { droidTools } from './tools.js';

export const droidStyle: PayloadStyle = {
  tools: droidTools,
  mcpName: claudeMcpName,
  host: 'droid',
  response: responseOf,
};

/** The text of a result; that of a command ends with its exit code. */
function responseOf({ kind }: ToolCall, result: ToolResult, original: unknown): unknown {
  if (original !== undefined && !result.rewritten) return original;
  return kind === 'shell'
    ? `${result.text}\n\n\n[Process exited with code ${result.exitCode ?? (result.ok ? 0 : 1)}]`
    : result.text;
}

/** Modes of Claude → those of droid. */
const modes: Readonly<Record<string, string>> = {
  default: 'off',
  plan: 'spec',
  acceptEdits: 'auto-low',
  bypassPermissions: 'auto-high',
};
/** What Claude sends and droid does not. */
const foreignFields = ['tool_use_id', 'duration_ms', 'last_assistant_message', 'agent_id', 'agent_type'];

/** The payload that droid would send for this event under this name. */
export function droidPayload(event: Event, native: string): Readonly<Record<string, unknown>> {
  const shaped = Object.entries(claudePayload(event, native, droidStyle));
  const isOwn = event.host === droidStyle.host;
  const mode = event.permissionMode ?? 'default';
  return {
    ...Object.fromEntries(shaped.filter(([name]) => isOwn || !foreignFields.includes(name))),
    permission_mode: Object.hasOwn(modes, mode) ? modes[mode] : mode,
    ...(isOwn ? {} : withoutUndefined(ownFields(event))),
  };
}

function ownFields(event: Event): Readonly<Record<string, unknown>> {
  if (event.name === 'agent.stop') return { tool_execution_count: event.stepCount };
  if (event.name === 'session.end') return { session_duration_ms: event.durationMs };
  if (event.name !== 'subagent.stop') return {};
  return { task_name: event.subagent.name ?? event.subagent.type, task_result: event.response };
}
