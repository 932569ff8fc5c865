import {
  type Event,
  type EventOf,
  type Hook,
  type ToolEvent,
  toNativeInput,
  toolName,
  toolRowFor,
  withoutUndefined,
} from '@anyhook/core';
import { type FieldsByEvent, fieldsOf } from '../kit/event-fields.js';
import { tools } from './tools.js';

type JsonObject = Readonly<Record<string, unknown>>;

/** The JSON on stdin. A field that the agent does not provide is null, so that scripts can rely on the keys. */
export function hookMdStdin(event: Event, hook: Hook): JsonObject {
  return {
    event_type: hook.nativeEvent,
    timestamp: event.timestamp,
    session_id: event.sessionId,
    work_dir: event.cwd,
    ...fieldsOf(eventFields, event),
    context: contextFields(event),
  };
}

export const mcpName = (server: string, tool: string): string => `mcp__${server}__${tool}`;

const stopFields = ({ stopReason, stepCount, response }: EventOf<'agent.stop' | 'agent.done'>): JsonObject => ({
  // An agent stops when its model calls no more tools.
  stop_reason: stopReason ?? 'no_tool_calls',
  step_count: stepCount ?? null,
  final_message: finalMessage(response),
});

const eventFields: FieldsByEvent = {
  'session.start': ({ model, args, source }) => ({
    model: model ?? null,
    args: args ?? {},
    ...withoutUndefined({ source }),
  }),
  'session.end': ({ durationMs, totalSteps, reason }) => ({
    duration_seconds: durationMs === undefined ? null : durationMs / 1000,
    total_steps: totalSteps ?? null,
    exit_reason: reason ?? null,
  }),
  'prompt.submit': ({ prompt }) => ({ prompt }),
  'tool.before': (event) => toolFields(event),
  'tool.permission': (event) => toolFields(event),
  'tool.after': (event) => ({ ...toolFields(event), tool_output: event.result.text }),
  'tool.failure': (event) => ({
    ...toolFields(event),
    error: event.error,
    ...withoutUndefined({ tool_output: event.result?.text }),
  }),
  'agent.stop': stopFields,
  'agent.done': stopFields,
  'subagent.start': (event) => subagentFields(event),
  'subagent.stop': (event) => ({ ...subagentFields(event), final_message: finalMessage(event.response) }),
  'compact.before': ({ trigger, instructions }) => ({
    trigger: trigger ?? null,
    ...withoutUndefined({ instructions }),
  }),
  'compact.after': ({ trigger, summary }) => ({ trigger: trigger ?? null, ...withoutUndefined({ summary }) }),
};

function toolFields(event: ToolEvent): JsonObject {
  const { call } = event;
  return {
    tool_name: toolName(tools, call, mcpName),
    tool_input: toNativeInput(toolRowFor(tools, call), call.input),
    tool_use_id: call.id ?? null,
  };
}

function subagentFields({ subagent, task }: EventOf<'subagent.start' | 'subagent.stop'>): JsonObject {
  return {
    subagent_name: subagent.name ?? subagent.id ?? null,
    subagent_type: subagent.type ?? null,
    task_description: task ?? null,
  };
}

const finalMessage = (response: string | undefined): JsonObject | null =>
  response === undefined ? null : { role: 'assistant', content: response };

function contextFields(event: Event): JsonObject {
  return withoutUndefined({
    host: event.host,
    native_event: event.nativeName,
    agent: event.agent,
    parent_session_id: event.parentSessionId,
    transcript_path: event.transcriptPath,
    permission_mode: event.permissionMode,
    derived_from: event.derivedFrom,
    recheck: event.recheck,
    synthetic: event.synthetic,
  });
}
