import {
  type Decision,
  type Ending,
  type Event,
  failed,
  fromNativeInput,
  type Hook,
  hasCall,
  objectOf,
  parseJson,
  projectFolderFor,
  quoteValue,
  type Result,
  type Rewrite,
  type ToolResult,
  toNativeInput,
  toolName,
  toolRowFor,
  withoutUndefined,
} from '@anyhook/core';
import { eventRows } from '../../../.cache/agents/gemini/tables.js';
import { rawObject } from '../../formats/kit/claude-payload.js';
import { type FieldsByEvent, fieldsOf } from '../../formats/kit/event-fields.js';
import type { Codec, ProcessOutput } from '../../formats/kit/format.js';
import {
  endingWith,
  firstField,
  firstText,
  isDeeper,
  type JsonObject,
  looseText,
  misspeltKeys,
  noReason,
} from '../../formats/kit/hook-output.js';
import { fileEvents } from '../kit/tables.js';
import { tools } from './tables.js';

type Fields = Readonly<Record<string, unknown>>;

const geminiMcpName = (server: string, tool: string): string => `mcp_${server}_${tool}`;

/** The payload that Gemini CLI would send for this event under this name. */
function geminiPayload(event: Event, nativeEvent: string): Fields {
  const raw = rawObject(event);
  // Its own payload may have more fields than the canonical event: they are kept, ours take precedence.
  const nativeFields = raw && (event.name === 'other' || raw['hook_event_name'] === nativeEvent) ? raw : {};
  return {
    ...nativeFields,
    session_id: event.sessionId,
    transcript_path: event.transcriptPath ?? '',
    cwd: event.cwd,
    hook_event_name: nativeEvent,
    timestamp: event.timestamp,
    ...toolFields(event),
    ...withoutUndefined(fieldsOf(eventFields, event, nativeFields)),
  };
}

function toolFields(event: Event): Fields {
  if (!hasCall(event)) return {};
  const { call } = event;
  return {
    tool_name: toolName(tools, call, geminiMcpName),
    tool_input: toNativeInput(toolRowFor(tools, call), call.input),
    ...(call.mcp && { mcp_context: { server_name: call.mcp.server, tool_name: call.mcp.tool } }),
  };
}

const eventFields: FieldsByEvent<[nativeFields: Fields]> = {
  'session.start': ({ source }) => ({ source: source ?? 'startup' }),
  'session.end': ({ reason }) => ({ reason: reason ?? 'other' }),
  'prompt.submit': ({ prompt }) => ({ prompt }),
  'tool.after': ({ result }, { tool_response }) => ({ tool_response: responseOf(result, undefined, tool_response) }),
  'tool.failure': ({ result, error }, { tool_response }) => ({
    tool_response: responseOf(result, error, tool_response),
  }),
  'agent.stop': ({ response, stopHookActive }, { prompt }) => ({
    prompt: prompt ?? '',
    prompt_response: response ?? '',
    stop_hook_active: stopHookActive ?? false,
  }),
  'model.before': (event, { llm_request }) => ({ llm_request: requestOf(event, event.messages, llm_request) }),
  'model.after': (event, { llm_request, llm_response }) => ({
    llm_request: requestOf(event, undefined, llm_request),
    llm_response: llm_response ?? modelResponse(event.response ?? ''),
  }),
  'compact.before': ({ trigger }) => ({ trigger: trigger ?? 'auto' }),
  notification: ({ kind, message }, { details }) => ({
    notification_type: kind ?? 'ToolPermission',
    message: message ?? '',
    details: details ?? {},
  }),
};

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

interface ReadContext {
  readonly hook: Hook;
  readonly event: Event;
}

const maxLevels = 200;

/**
 * Gemini CLI's rule: JSON on stdout, or on stderr if stdout is empty, is read at any exit code. Any other text blocks
 * if the exit code is neither 0 nor 1; without a text nothing blocks.
 */
function readOutput(output: ProcessOutput, context: ReadContext): Ending {
  const { exitCode, stderr } = output;
  const text = output.stdout.trim() || stderr.trim();
  const json = jsonOf(text);
  if (json && isDeeper(json, maxLevels))
    return failed('bad-output', `its JSON is nested more than ${maxLevels} levels deep`, stderr);
  if (json) return readJson(json, context);
  if (exitCode === 0) return endingWith({ messages: text ? [text] : [] });
  if (exitCode === 1 || !text) {
    const detail = text ? 'exited with code 1' : `exited with code ${exitCode} and said nothing, which blocks nothing`;
    return failed('exit', detail, stderr);
  }
  return endingWith(refusal(text, context));
}

/** The object in a text; a text of JSON may hold the JSON of the object. */
function jsonOf(text: string): JsonObject | undefined {
  const value = parseJson(text);
  return objectOf(typeof value === 'string' ? parseJson(value) : value);
}

/** At most events a block denies; after a tool call its reason replaces the output. */
const refusal = (reason: string, { event }: ReadContext): Partial<Result> =>
  event.name === 'tool.after' ? { rewrite: { of: 'output', value: reason } } : { decision: 'deny', reason };

const decisions: Readonly<Record<string, Decision>> = {
  deny: 'deny',
  block: 'deny',
  ask: 'ask',
  // This is the default, and does not skip Gemini CLI's own prompts.
  allow: 'pass',
  approve: 'pass',
};

function readJson(json: JsonObject, context: ReadContext): Ending {
  const { hook, event } = context;
  const specific = objectOf(firstField(json, 'hookSpecificOutput')) ?? {};
  const given = firstField(json, 'decision');
  const decision = typeof given === 'string' && Object.hasOwn(decisions, given) ? decisions[given] : undefined;
  const reason = firstText(looseText(json, 'stopReason'), looseText(json, 'reason')) ?? noReason(hook);
  const message = looseText(json, 'systemMessage');
  const added = looseText(specific, 'additionalContext');
  const stops = firstField(json, 'continue') === false && hook.nativeEvent !== 'SessionStart';
  const answer: Partial<Result> =
    decision === 'deny' ? refusal(reason, context) : decision === 'ask' ? { decision, reason } : {};
  return endingWith({
    rewrite: rewriteOf(specific, event),
    ...answer,
    context: added?.trim() ? [added] : [],
    messages: message?.trim() ? [message] : [],
    stop: stops ? reason : undefined,
    notes: [
      ...(given !== undefined && decision === undefined
        ? [`"decision": ${quoteValue(given)} has no effect: expected one of ${Object.keys(decisions).join(', ')}`]
        : []),
      ...leftOutNotes(specific),
      ...misspeltKeys(json, topKeys),
      ...misspeltKeys(specific, specificKeys),
    ],
  });
}

/** Fields that only Gemini CLI itself supports. */
const geminiOnly = ['clearContext', 'tailToolCallRequest', 'toolConfig', 'llm_response'];
const topKeys = [
  ...['continue', 'stopReason', 'suppressOutput', 'systemMessage', 'decision', 'reason', 'hookSpecificOutput'],
];
const specificKeys = ['hookEventName', 'additionalContext', 'tool_input', 'llm_request', ...geminiOnly];

const leftOutNotes = (specific: JsonObject): readonly string[] =>
  geminiOnly
    .filter((name) => firstField(specific, name) !== undefined)
    .map((name) => `"${name}" can only be done by Gemini CLI itself: left out`);

function rewriteOf(specific: JsonObject, event: Event): Rewrite | undefined {
  if (event.name === 'tool.before') {
    const { __proto__: _proto, ...value } = objectOf(firstField(specific, 'tool_input')) ?? {};
    if (Object.keys(value).length === 0 || !hasCall(event)) return undefined;
    return { of: 'input', value: fromNativeInput(toolRowFor(tools, event.call), value) };
  }
  if (event.name !== 'model.before') return undefined;
  const messages = objectOf(firstField(specific, 'llm_request'))?.['messages'];
  if (!Array.isArray(messages)) return undefined;
  const value = messages.flatMap((message) => {
    const { role, content } = objectOf(message) ?? {};
    return typeof role === 'string' ? [{ role, content }] : [];
  });
  return value.length > 0 ? { of: 'messages', value } : undefined;
}

/** Hooks as Gemini CLI runs them, from its settings or from an extension. */
const gemini: Codec = {
  name: 'gemini',
  events: fileEvents(eventRows),
  tools,
  mcpName: geminiMcpName,
  singlePath: true,
  ignoresDerived: true,
  stdin: (event, hook) => geminiPayload(event, hook.nativeEvent),
  env,
  read: (output, hook, event) => readOutput(output, { hook, event }),
};

/** Gemini CLI works in the project's folder, which two of its variables name. */
function env(event: Event, hook: Hook): Readonly<Record<string, string>> {
  const project = projectFolderFor(hook, event.cwd);
  return {
    GEMINI_PROJECT_DIR: project,
    CLAUDE_PROJECT_DIR: project,
    GEMINI_CWD: event.cwd,
    GEMINI_SESSION_ID: event.sessionId,
  };
}

export const geminiFormatCodec = (): Codec => gemini;
