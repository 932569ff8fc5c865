import {
  type Event,
  hasCall,
  type ToolInput,
  type ToolResult,
  toNativeInput,
  toolName,
  toolRowFor,
  withoutUndefined,
} from '@anyhook/core';
import { claudeMcpName, rawObject } from '../../formats/kit/claude-payload.js';
import { copilotPascalTools, copilotTools } from './tool-table.js';

type Fields = Readonly<Record<string, unknown>>;

/** The payload that Copilot CLI would send for this event: that of an event in PascalCase has fields in snake_case. */
export function copilotPayload(event: Event, nativeEvent: string): Fields {
  const isPascal = /^[A-Z]/.test(nativeEvent);
  const raw = rawObject(event);
  // Its own payload may have more fields than the canonical event: they are kept, ours win.
  const nativeFields = raw && (event.name === 'other' || (!isPascal && 'sessionId' in raw)) ? raw : {};
  const own = withoutUndefined({ transcriptPath: transcriptOf(event), ...eventFields(event, isPascal) });
  const common = isPascal
    ? { hook_event_name: nativeEvent, session_id: event.sessionId, timestamp: event.timestamp }
    : { sessionId: event.sessionId, timestamp: Date.parse(event.timestamp) };
  return { ...nativeFields, ...common, cwd: event.cwd, ...(isPascal ? inSnakeCase(own) : own) };
}

/** Only the ends of turns and the events of subagents name the transcript. */
const transcriptOf = (event: Event): string | undefined =>
  event.name === 'agent.stop' || event.name.startsWith('subagent.') ? (event.transcriptPath ?? '') : undefined;

const inSnakeCase = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name.replace(/[A-Z]/g, (one) => `_${one.toLowerCase()}`), value]),
  );

function eventFields(event: Event, isPascal: boolean): Fields {
  const argsField = isPascal || event.name === 'tool.permission' ? 'toolInput' : 'toolArgs';
  const call = hasCall(event) ? callFields(event, isPascal, argsField) : {};
  switch (event.name) {
    case 'session.start':
      // What other agents call a startup is a new session here.
      return { source: event.source === 'startup' ? 'new' : (event.source ?? 'new'), initialPrompt: '' };
    case 'session.end':
      return { reason: event.reason ?? 'complete' };
    case 'prompt.submit':
      return { prompt: event.prompt };
    case 'tool.before':
      return call;
    case 'tool.permission':
      return { hookName: 'permissionRequest', ...call, permissionSuggestions: [] };
    case 'tool.after':
      return { ...call, toolResult: resultOf(event.result, isPascal) };
    case 'tool.failure':
      return { ...call, error: event.error };
    case 'agent.stop':
      return { stopReason: event.stopReason ?? 'end_turn', stop_hook_active: event.stopHookActive ?? false };
    case 'subagent.start':
      return subagentFields(event);
    case 'subagent.stop':
      return {
        ...subagentFields(event),
        response: event.response ?? '',
        stopReason: 'end_turn',
        stop_hook_active: event.stopHookActive ?? false,
      };
    case 'compact.before':
      return { trigger: event.trigger ?? 'auto', customInstructions: event.instructions ?? '' };
    case 'notification':
      return {
        ...{ message: event.message ?? '', title: '', hook_event_name: 'Notification' },
        notification_type: event.kind ?? '',
      };
    case 'error':
      return {
        errorContext: event.kind ?? 'unknown',
        recoverable: false,
        error: { message: event.message ?? '', name: 'Error' },
      };
    default:
      return {};
  }
}

function callFields(event: Event & { readonly call: CallOf }, isPascal: boolean, argsField: string): Fields {
  const tools = isPascal ? copilotPascalTools : copilotTools;
  const input: ToolInput = toNativeInput(toolRowFor(tools, event.call), event.call.input);
  return { toolName: toolName(tools, event.call, claudeMcpName), [argsField]: input };
}

type CallOf = Parameters<typeof toolName>[1];

const resultOf = ({ ok, text }: ToolResult, isPascal: boolean): Fields => {
  const resultType = ok ? 'success' : 'failure';
  return isPascal ? { result_type: resultType, text_result_for_llm: text } : { resultType, textResultForLlm: text };
};

const subagentFields = ({ subagent }: Extract<Event, { name: 'subagent.start' | 'subagent.stop' }>): Fields => ({
  agentName: subagent.name ?? subagent.type,
  agentId: subagent.id,
  agentType: subagent.type ?? subagent.name,
});
