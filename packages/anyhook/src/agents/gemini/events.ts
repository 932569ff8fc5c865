import { type Event, type EventName, hasCall, type ToolInput, type ToolResult, withoutUndefined } from '@anyhook/core';
import { claudeReaders, nativeInputOf, type PayloadShape, readCall } from '../kit/codec.js';
import { asText, blocksText, type Fields, flagValue, objectValue, textValue } from '../kit/json-fields.js';
import { rowOf, tools, withUrlInPrompt } from './tools.js';

/** The 11 events of Gemini CLI. */
export const events: Readonly<Record<string, EventName>> = {
  SessionStart: 'session.start',
  SessionEnd: 'session.end',
  BeforeAgent: 'prompt.submit',
  AfterAgent: 'agent.stop',
  BeforeModel: 'model.before',
  AfterModel: 'model.after',
  BeforeToolSelection: 'other',
  BeforeTool: 'tool.before',
  AfterTool: 'tool.after',
  PreCompress: 'compact.before',
  Notification: 'notification',
};

/** How Gemini CLI's payloads are read. */
export const shape: PayloadShape = {
  host: 'gemini',
  events,
  tools,
  rowOf,
  sessionEnv: 'GEMINI_SESSION_ID',
  mcpOf,
  refineName: (name, payload) => (name === 'tool.after' && errorOf(payload) !== undefined ? 'tool.failure' : name),
  readers: {
    ...claudeReaders,
    'agent.stop': (payload) =>
      withoutUndefined({
        response: textValue(payload['prompt_response']),
        stopHookActive: flagValue(payload['stop_hook_active']),
      }),
    'model.before': (payload) => withoutUndefined({ messages: messagesOf(payload) }),
    'model.after': (payload) =>
      withoutUndefined({ response: textValue(objectValue(payload['llm_response'])?.['text']) }),
    'tool.after': (payload, self) => ({ call: readCall(payload, self), result: readResult(payload, true) }),
    'tool.failure': (payload, self) => ({
      call: readCall(payload, self),
      error: errorOf(payload) ?? '',
      result: readResult(payload, false),
    }),
  },
};

/** Canonical input → Gemini's own, complete (quirk 3). */
export function nativeInput(event: Event, input: ToolInput): ToolInput {
  if (!hasCall(event) || event.call.nativeName !== 'web_fetch') return nativeInputOf(shape, event, input);
  const raw = objectValue(objectValue(event.raw)?.['tool_input']) ?? {};
  return nativeInputOf(shape, event, withUrlInPrompt(raw, input));
}

function mcpOf(toolName: string, payload: Fields) {
  const context = objectValue(payload['mcp_context']);
  const server = textValue(context?.['server_name']);
  const tool = textValue(context?.['tool_name']);
  if (server && tool) return { server, tool };
  const [, first, rest] = /^mcp_([^_]+)_(.+)$/s.exec(toolName) ?? [];
  return first && rest ? { server: first, tool: rest } : undefined;
}

/** The error of a failed tool; undefined if the tool succeeded. */
function errorOf(payload: Fields): string | undefined {
  const error = objectValue(payload['tool_response'])?.['error'];
  if (error === undefined || error === null || error === false || error === '') return undefined;
  return textValue(objectValue(error)?.['message']) ?? asText(error);
}

function readResult(payload: Fields, ok: boolean): ToolResult {
  const response = objectValue(payload['tool_response']);
  if (!response) return { ok, text: asText(payload['tool_response']) };
  const content = response['llmContent'] ?? response['returnDisplay'];
  return { ok, text: blocksText(content) ?? textValue(objectValue(content)?.['text']) ?? asText(content) };
}

function messagesOf(payload: Fields) {
  const messages = objectValue(payload['llm_request'])?.['messages'];
  if (!Array.isArray(messages)) return undefined;
  return messages.flatMap((message) => {
    const fields = objectValue(message);
    const role = textValue(fields?.['role']);
    return fields && role !== undefined ? [{ role, content: fields['content'] }] : [];
  });
}
