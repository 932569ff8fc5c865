import {
  type Event,
  type Hook,
  projectFolderFor,
  type ToolCall,
  type ToolResult,
  withoutUndefined,
} from '@anyhook/core';
import { answers, eventRows, toolRows } from '../../../.cache/agents/droid/tables.js';
import { readAnswer } from '../../formats/kit/claude-like-output.js';
import { claudeMcpName, claudePayload, type PayloadStyle } from '../../formats/kit/claude-payload.js';
import type { Codec } from '../../formats/kit/format.js';
import { fileEvents, withPatchPaths } from '../kit/tables.js';

const tools = withPatchPaths(toolRows);

const droidStyle: PayloadStyle = { tools, agent: 'droid', response: responseOf };

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
/** Fields that Claude sends and droid does not. */
const foreignFields = ['tool_use_id', 'duration_ms', 'last_assistant_message', 'agent_id', 'agent_type'];

/** The payload that droid would send for this event under this name. */
function droidPayload(event: Event, native: string): Readonly<Record<string, unknown>> {
  const shaped = Object.entries(claudePayload(event, native, droidStyle));
  const isOwn = event.host === droidStyle.agent;
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

/** Hooks as Factory's droid runs them. */
const droid: Codec = {
  name: 'droid',
  events: fileEvents(eventRows),
  tools,
  mcpName: claudeMcpName,
  singlePath: true,
  ignoresDerived: true,
  stdin: (event, hook) => droidPayload(event, hook.nativeEvent),
  env,
  read: (output, hook, event) => readAnswer(output, hook, event, { ...answers, tools }),
};

const nameOfVariable = /^[a-zA-Z_]\w*$/;
/** A longer value would not fit into an environment. */
const maxValueLength = 64 * 1024;

/** droid names its project in three variables and also gives every plain field of the payload as a variable. */
function env(event: Event, hook: Hook): Readonly<Record<string, string>> {
  const folder = projectFolderFor(hook, event.cwd);
  const fields = Object.entries(droidPayload(event, hook.nativeEvent)).flatMap(([name, value]) =>
    nameOfVariable.test(name) && ['string', 'number', 'boolean'].includes(typeof value) ? [[name, String(value)]] : [],
  );
  return {
    FACTORY_PROJECT_DIR: folder,
    DROID_PROJECT_DIR: folder,
    CLAUDE_PROJECT_DIR: folder,
    ...Object.fromEntries(fields.filter(([, value = '']) => value.length <= maxValueLength && !value.includes('\0'))),
  };
}

export const droidFormatCodec = (): Codec => droid;
