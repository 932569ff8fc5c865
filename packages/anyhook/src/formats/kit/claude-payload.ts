import {
  type Event,
  type EventFields,
  hasCall,
  objectOf,
  type ToolCall,
  type ToolInput,
  type ToolMap,
  type ToolResult,
  toNativeInput,
  toolName,
  toolRowFor,
  withoutUndefined,
} from '@anyhook/core';
import { claudeTools } from '../../../.cache/formats/kit/claude-tools.js';
import { claudeToolResponse } from './claude-tool-response.js';

import { type FieldsByEvent, fieldsOf } from './event-fields.js';

type Fields = Readonly<Record<string, unknown>>;

/** How hooks see the patch of another agent: as a call of a tool that Claude Code does not have. */
export const claudeHookTools: ToolMap = {
  ...claudeTools,
  apply_patch: { kind: 'patch', fields: { content: 'command' } },
};

export const claudeMcpName = (server: string, tool: string): string => `mcp__${server}__${tool}`;

/** A tool call with Claude's names. */
interface ClaudeToolCall {
  readonly name: string;
  readonly input: ToolInput;
}

/** How an agent with payloads of Claude's shape differs from Claude. */
export interface PayloadStyle {
  readonly tools: ToolMap;
  /** Keeps only this agent's extra fields; without it, fields of every payload of the same shape are kept. */
  readonly agent?: string;
  /** The `tool_response` for a hook; `original` is the one that the agent sent. */
  readonly response: (call: ToolCall, result: ToolResult, original: unknown) => unknown;
}

const claudeStyle: PayloadStyle = {
  tools: claudeHookTools,
  response: (call, result, original) => claudeToolResponse(call, result, original, claudeHookTools),
};

/** The event's call with Claude's names, or those of the style; undefined on events without one. */
export function claudeToolCall(event: Event, style = claudeStyle): ClaudeToolCall | undefined {
  if (!hasCall(event)) return undefined;
  const { call } = event;
  const name = toolName(style.tools, call, claudeMcpName);
  return { name, input: toNativeInput(toolRowFor(style.tools, call), call.input) };
}

/** The payload that Claude, or an agent of this style, would send for this event under this name. */
export function claudePayload(event: Event, nativeEvent: string, style = claudeStyle): Fields {
  const raw = style.agent === undefined || style.agent === event.host ? rawObject(event) : undefined;
  // A payload of the same shape may have more fields than the canonical event: they are kept, ours take precedence.
  const nativeFields = raw && (event.name === 'other' || raw['hook_event_name'] === nativeEvent) ? raw : {};
  const tool = claudeToolCall(event, style);
  return {
    ...nativeFields,
    session_id: event.sessionId,
    transcript_path: event.transcriptPath ?? '',
    cwd: event.cwd,
    ...(eventsWithoutPermissionMode.has(event.name) ? {} : { permission_mode: event.permissionMode ?? 'default' }),
    ...(event.agent &&
      withoutUndefined({ agent_id: event.agent.id, agent_type: event.agent.type ?? event.agent.name })),
    hook_event_name: nativeEvent,
    ...(tool && { tool_name: tool.name, tool_input: tool.input }),
    ...withoutUndefined(fieldsOf(eventFields, event, nativeFields, style)),
  };
}

/** Events whose payload has no permission mode. */
const eventsWithoutPermissionMode: ReadonlySet<string> = new Set<Event['name']>([
  ...(['session.start', 'session.end', 'compact.before', 'compact.after', 'notification', 'error'] as const),
  ...(['subagent.start', 'other'] as const),
]);

const stopFields = ({ stopHookActive, response }: EventFields['agent.stop']): Fields => ({
  stop_hook_active: stopHookActive ?? false,
  last_assistant_message: response,
});

const noticeFields = ({ message, kind }: EventFields['notification']): Fields => ({
  message: message ?? '',
  notification_type: kind,
});

const eventFields: FieldsByEvent<[nativeFields: Fields, style: PayloadStyle]> = {
  'session.start': ({ source, model }) => ({ source: source ?? 'startup', model }),
  'session.end': ({ reason }) => ({ reason: reason ?? 'other' }),
  'prompt.submit': ({ prompt }) => ({ prompt }),
  'tool.before': ({ call }) => ({ tool_use_id: call.id }),
  'tool.permission': ({ call }) => ({ tool_use_id: call.id }),
  'tool.after': ({ call, result, durationMs }, nativeFields, style) => ({
    tool_response: style.response(call, result, nativeFields['tool_response']),
    tool_use_id: call.id,
    duration_ms: durationMs,
  }),
  'tool.failure': ({ call, error, durationMs }, nativeFields) => ({
    tool_use_id: call.id,
    error,
    is_interrupt: nativeFields['is_interrupt'] === true,
    duration_ms: durationMs,
  }),
  'agent.stop': stopFields,
  'agent.done': stopFields,
  'subagent.start': ({ subagent }) => subagentFields(subagent),
  'subagent.stop': (event) => ({ ...subagentFields(event.subagent), ...stopFields(event) }),
  'compact.before': ({ trigger, instructions }) => ({
    trigger: trigger ?? 'auto',
    custom_instructions: instructions ?? '',
  }),
  'compact.after': ({ trigger, summary }) => ({ trigger: trigger ?? 'auto', compact_summary: summary ?? '' }),
  'user.wait': noticeFields,
  notification: noticeFields,
  limit: noticeFields,
  error: ({ kind, message }) => ({ error: kind ?? 'unknown', last_assistant_message: message }),
};

const subagentFields = (subagent: Extract<Event, { name: 'subagent.stop' }>['subagent']): Fields => ({
  agent_id: subagent.id,
  agent_type: subagent.type ?? subagent.name,
});

/** The native payload when it is an object. */
export function rawObject({ raw }: Pick<Event, 'raw'>): Fields | undefined {
  return objectOf(raw);
}

/**
 * Does the native payload still match the event? A rewrite, or one file out of a patch, changes only the event. Codecs
 * rename fields but keep values, so every text of the event must occur in the payload.
 */
export function rawIsCurrent(event: Event, raw: Fields): boolean {
  if (event.name === 'prompt.submit') return event.prompt === '' || allStrings(raw)?.has(event.prompt) === true;
  if (event.name === 'tool.after' && event.result.rewritten) return false;
  if (!hasCall(event)) return true;
  const known = allStrings(raw);
  // The paths of a patch are parsed from its text.
  const { paths, ...input } = event.call.input;
  const needed = allStrings(event.call.kind === 'patch' ? input : { paths, ...input });
  return known !== undefined && needed !== undefined && [...needed].every((text) => known.has(text));
}

/** All string values at any depth; undefined when there are too many. */
function allStrings(value: unknown): ReadonlySet<string> | undefined {
  const found = new Set<string>();
  const queue: unknown[] = [value];
  for (let next = queue.pop(), seen = 0; queue.length > 0 || next !== undefined; next = queue.pop(), seen++) {
    if (seen > 20_000) return undefined;
    if (typeof next === 'string') found.add(next);
    else if (typeof next === 'object' && next !== null) queue.push(...Object.values(next).slice(0, 20_001));
  }
  return found;
}

/** JSON of a value; empty if it is nested too deep to write. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '';
  }
}
