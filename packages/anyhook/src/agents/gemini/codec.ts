import {
  type Event,
  type EventOf,
  hasCall,
  type ToolInput,
  type ToolResult,
  type ToolRow,
  type Verdict,
  withoutUndefined,
} from '@anyhook/core';
import { capabilities, eventRows, olderFields } from '../../../.cache/agents/gemini/tables.js';
import {
  claudeReaders,
  codecOf,
  contextAnswer,
  contextOf,
  denies,
  type Encode,
  type Encoders,
  haltFields,
  jsonAnswer,
  nativeInputOf,
  type PayloadShape,
  readCall,
  reasonOf,
  rewrittenPrompt,
  stopAnswer,
  userTextOf,
} from '../kit/codec.js';
import {
  asText,
  blocksText,
  type Fields,
  flagValue,
  joinTexts,
  objectValue,
  ownEntry,
  textValue,
} from '../kit/json-fields.js';
import { payloadEvents } from '../kit/tables.js';
import { firstUrl, tools } from './tables.js';

/** The row that fits the fields of this call. */
function rowOf(toolName: string, input: Fields): ToolRow | undefined {
  if (toolName === 'web_fetch' && input['url'] !== undefined) return { kind: 'fetch' };
  const older = ownEntry(olderFields, toolName);
  return older && input[older.currentField] === undefined && input[older.oldField] !== undefined
    ? older.row
    : undefined;
}

/** Puts a rewritten `url` of web_fetch into the prompt, where Gemini has it, unless the prompt was also rewritten. */
function withUrlInPrompt(raw: Fields, input: ToolInput): ToolInput {
  const { prompt } = raw;
  const { url } = input;
  const oldUrl = firstUrl(prompt);
  const unchanged = raw['url'] !== undefined || input['prompt'] !== prompt || oldUrl === url;
  if (unchanged || oldUrl === undefined || typeof prompt !== 'string' || typeof url !== 'string') return input;
  return { ...input, prompt: prompt.replace(oldUrl, () => url) };
}

const shape: PayloadShape = {
  agent: 'gemini',
  events: payloadEvents(eventRows),
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
function nativeInput(event: Event, input: ToolInput): ToolInput {
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

const deny = (reason: string | undefined): Fields => ({ decision: 'deny', reason });

const refusal = (verdict: Verdict): Fields => (denies(verdict) ? deny(reasonOf(verdict)) : {});

const beforeAgent: Encode = (event, verdict) => {
  const rewritten = rewrittenPrompt(verdict);
  const notice = rewritten && 'Gemini CLI cannot replace a prompt: the model was told to use the rewritten one.';
  const top = { ...haltFields(verdict), ...refusal(verdict), systemMessage: userTextOf(verdict, notice) };
  const additionalContext = joinTexts([rewritten, contextOf(verdict)]);
  return jsonAnswer(event, { top, hookSpecific: denies(verdict) ? {} : { additionalContext } });
};

const beforeModel: Encode = (event, verdict) => {
  if (denies(verdict) || verdict.rewrite?.of !== 'messages') return jsonAnswer(event, { top: refusal(verdict) });
  const request = objectValue(objectValue(event.raw)?.['llm_request']);
  return jsonAnswer(event, { hookSpecific: { llm_request: { ...request, messages: verdict.rewrite.value } } });
};

const afterModel: Encode = (event, verdict) => jsonAnswer(event, { top: haltFields(verdict) });

const beforeTool: Encode<EventOf<'tool.before'>> = (event, verdict) => {
  const rewritten = verdict.rewrite?.of === 'input' && !denies(verdict) ? verdict.rewrite.value : undefined;
  return jsonAnswer(event, {
    top: { ...haltFields(verdict), ...refusal(verdict), systemMessage: userTextOf(verdict) },
    hookSpecific: { tool_input: rewritten && nativeInput(event, rewritten) },
  });
};

const afterTool: Encode = (event, verdict) => {
  const output = verdict.rewrite?.of === 'output' ? verdict.rewrite.value || '(no output)' : undefined;
  const additionalContext = contextOf(verdict);
  const top = { ...haltFields(verdict), systemMessage: userTextOf(verdict) };
  if (output === undefined && !denies(verdict)) return jsonAnswer(event, { top, hookSpecific: { additionalContext } });
  // The reason replaces the output (quirk 5), so it contains everything that the model should read.
  const reason = joinTexts([output, denies(verdict) ? reasonOf(verdict) : undefined, additionalContext]);
  return jsonAnswer(event, { top: { ...top, ...deny(reason) } });
};

const toolFailure: Encode<EventOf<'tool.failure'>> = (event, verdict) => {
  const feedback = joinTexts([denies(verdict) ? reasonOf(verdict) : undefined, contextOf(verdict)]);
  const top = { ...haltFields(verdict), systemMessage: userTextOf(verdict) };
  // Gemini reads only the reason here, and it replaces the error (quirk 18), so the error is repeated in it.
  return jsonAnswer(event, {
    top: { ...top, ...(feedback === undefined ? {} : deny(joinTexts([event.error, feedback]))) },
  });
};

const afterAgent = stopAnswer(denies, { halts: true, word: 'deny' });

/** The answer to each event, else an empty one. An ask is sent as a deny: it would end the CLI (quirk 2). */
const encoders: Encoders = {
  'session.start': contextAnswer,
  'prompt.submit': beforeAgent,
  'model.before': beforeModel,
  'model.after': afterModel,
  'tool.before': beforeTool,
  'tool.after': afterTool,
  'tool.failure': toolFailure,
  'agent.stop': afterAgent,
};

export const geminiCodec = codecOf({ shape, capabilities, encoders, nativeInput });
