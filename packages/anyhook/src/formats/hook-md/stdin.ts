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
import { tools } from './tools.js';

type JsonObject = Readonly<Record<string, unknown>>;

/** The JSON on stdin. A field that the agent does not provide is null, so that scripts can rely on the keys. */
export function hookMdStdin(event: Event, hook: Hook): JsonObject {
  return {
    event_type: hook.nativeEvent,
    timestamp: event.timestamp,
    session_id: event.sessionId,
    work_dir: event.cwd,
    ...eventFields(event),
    context: contextFields(event),
  };
}

export const mcpName = (server: string, tool: string): string => `mcp__${server}__${tool}`;

function eventFields(event: Event): JsonObject {
  switch (event.name) {
    case 'session.start':
      return { model: event.model ?? null, args: event.args ?? {}, ...withoutUndefined({ source: event.source }) };
    case 'session.end':
      return {
        duration_seconds: event.durationMs === undefined ? null : event.durationMs / 1000,
        total_steps: event.totalSteps ?? null,
        exit_reason: event.reason ?? null,
      };
    case 'prompt.submit':
      return { prompt: event.prompt };
    case 'tool.before':
    case 'tool.permission':
      return toolFields(event);
    case 'tool.after':
      return { ...toolFields(event), tool_output: event.result.text };
    case 'tool.failure':
      return { ...toolFields(event), error: event.error, ...withoutUndefined({ tool_output: event.result?.text }) };
    case 'agent.stop':
    case 'agent.done':
      return {
        // An agent stops when its model calls no more tools.
        stop_reason: event.stopReason ?? 'no_tool_calls',
        step_count: event.stepCount ?? null,
        final_message: finalMessage(event.response),
      };
    case 'subagent.start':
      return subagentFields(event);
    case 'subagent.stop':
      return { ...subagentFields(event), final_message: finalMessage(event.response) };
    case 'compact.before':
      return { trigger: event.trigger ?? null, ...withoutUndefined({ instructions: event.instructions }) };
    case 'compact.after':
      return { trigger: event.trigger ?? null, ...withoutUndefined({ summary: event.summary }) };
    default:
      return {};
  }
}

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
