import {
  type Event,
  hasCall,
  type ToolResult,
  toNativeInput,
  toolName,
  toolRowFor,
  withoutUndefined,
} from '@anyhook/core';
import { rawObject } from '../../formats/kit/claude-payload.js';
import { geminiTools } from './tool-table.js';

type Fields = Readonly<Record<string, unknown>>;

export const geminiMcpName = (server: string, tool: string): string => `mcp_${server}_${tool}`;

/** The payload that Gemini CLI would send for this event under this name. */
export function geminiPayload(event: Event, nativeEvent: string): Fields {
  const raw = rawObject(event);
  // Its own payload may have more fields than the canonical event: they are kept, ours win.
  const nativeFields = raw && (event.name === 'other' || raw['hook_event_name'] === nativeEvent) ? raw : {};
  return {
    ...nativeFields,
    session_id: event.sessionId,
    transcript_path: event.transcriptPath ?? '',
    cwd: event.cwd,
    hook_event_name: nativeEvent,
    timestamp: event.timestamp,
    ...toolFields(event),
    ...withoutUndefined(eventFields(event, nativeFields)),
  };
}

function toolFields(event: Event): Fields {
  if (!hasCall(event)) return {};
  const { call } = event;
  return {
    tool_name: toolName(geminiTools, call, geminiMcpName),
    tool_input: toNativeInput(toolRowFor(geminiTools, call), call.input),
    ...(call.mcp && { mcp_context: { server_name: call.mcp.server, tool_name: call.mcp.tool } }),
  };
}

function eventFields(event: Event, nativeFields: Fields): Fields {
  switch (event.name) {
    case 'session.start':
      return { source: event.source ?? 'startup' };
    case 'session.end':
      return { reason: event.reason ?? 'other' };
    case 'prompt.submit':
      return { prompt: event.prompt };
    case 'tool.after':
      return { tool_response: responseOf(event.result, undefined, nativeFields['tool_response']) };
    case 'tool.failure':
      return { tool_response: responseOf(event.result, event.error, nativeFields['tool_response']) };
    case 'agent.stop':
      return {
        prompt: nativeFields['prompt'] ?? '',
        prompt_response: event.response ?? '',
        stop_hook_active: event.stopHookActive ?? false,
      };
    case 'model.before':
      return { llm_request: requestOf(event, event.messages, nativeFields['llm_request']) };
    case 'model.after':
      return {
        llm_request: requestOf(event, undefined, nativeFields['llm_request']),
        llm_response: nativeFields['llm_response'] ?? modelResponse(event.response ?? ''),
      };
    case 'compact.before':
      return { trigger: event.trigger ?? 'auto' };
    case 'notification':
      return {
        notification_type: event.kind ?? 'ToolPermission',
        message: event.message ?? '',
        details: nativeFields['details'] ?? {},
      };
    default:
      return {};
  }
}

/** The result of a tool: as Gemini CLI sent it, else its text for the model and for the screen. */
function responseOf(result: ToolResult | undefined, error: string | undefined, original: unknown): unknown {
  if (original !== undefined && !result?.rewritten) return original;
  const text = result?.text ?? error ?? '';
  return { llmContent: text, returnDisplay: text, ...(error !== undefined && { error: { message: error } }) };
}

function requestOf(event: Event, messages: unknown, original: unknown): Fields {
  const base = typeof original === 'object' && original !== null ? (original as Fields) : {};
  return {
    model: event.model ?? '',
    config: {},
    ...base,
    messages: messages ?? base['messages'] ?? [],
  };
}

const modelResponse = (text: string): Fields => ({
  text,
  candidates: [{ content: { role: 'model', parts: [text] }, finishReason: 'STOP', index: 0 }],
});
