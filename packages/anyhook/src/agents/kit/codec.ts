import {
  type AgentRef,
  AnyhookError,
  type Event,
  type EventBase,
  type EventFields,
  type EventName,
  type EventOf,
  fromNativeInput,
  hasCall,
  hiddenValues,
  quoteValue,
  showHidden,
  type ToolCall,
  type ToolInput,
  type ToolMap,
  type ToolRow,
  toNativeInput,
  type Verdict,
  visibleJson,
  withoutUndefined,
} from '@anyhook/core';
import type { AgentCodec, DecodeContext, Wire } from '../agent.js';
import { decodeByView } from './claude-view.js';
import { asText, type Fields, flagValue, joinTexts, objectValue, ownEntry, textValue } from './json-fields.js';

/** How each canonical event gets its fields from a payload. */
type EventReaders = { readonly [N in EventName]?: (payload: Fields, shape: PayloadShape) => EventFields[N] };

/** How the payloads of an agent are read, in the field names of Claude Code: its names and its differences. */
export interface PayloadShape {
  readonly agent: string;
  readonly events: Readonly<Record<string, EventName>>;
  readonly tools: ToolMap;
  readonly readers: EventReaders;
  /** Variable that holds the session id if the payload does not. */
  readonly sessionEnv?: string;
  /** Guesses the native name if neither the payload nor the context has one. */
  readonly inferName?: (payload: Fields) => string;
  /** Corrects the canonical name if the payload says more than the native name. */
  readonly refineName?: (name: EventName, payload: Fields) => EventName;
  /** The row of a tool whose fields differ between versions of the agent. */
  readonly rowOf?: (toolName: string, input: Fields) => ToolRow | undefined;
  readonly mcpOf: (toolName: string, payload: Fields) => ToolCall['mcp'];
  /** A payload with other field names in those of Claude Code; the fields above see what it returns. */
  readonly viewOf?: (payload: Fields) => Fields;
}

/** Payload in Claude Code's field names → event. A field that is missing or has the wrong type is dropped. */
export function decodeShaped(shape: PayloadShape, rawPayload: unknown, context: DecodeContext): Event {
  const payload = payloadObject(shape.agent, rawPayload);
  const nativeName = textValue(payload['hook_event_name']) || context.event || shape.inferName?.(payload) || '';
  const known = ownEntry(shape.events, nativeName) ?? 'other';
  const name = shape.refineName?.(known, payload) ?? known;
  const base = baseOf(shape, name, nativeName, payload, context);
  // Base fields come last, so that a payload cannot fake another agent, session or event.
  if (name === 'other') return { ...nonBaseFields(payload), ...base, name };
  return Object.assign(base, shape.readers[name]?.(payload, shape), { name }) as unknown as Event;
}

/** The payload as an object, or an error that names the agent and the value. */
export function payloadObject(agent: string, rawPayload: unknown): Fields {
  const payload = objectValue(rawPayload);
  if (payload) return payload;
  const what = Array.isArray(rawPayload) ? `a list: ${quoteValue(rawPayload)}` : quoteValue(rawPayload);
  throw new AnyhookError('BAD_PAYLOAD', `${agent}: expected the event's payload as one JSON object, got ${what}`);
}

/** Canonical input → the agent's own. Starts from the original input, so all other fields are kept. */
export function nativeInputOf(shape: PayloadShape, event: Event, input: ToolInput): ToolInput {
  if (!hasCall(event)) return input;
  const payload = objectValue(event.raw);
  const view = payload && shape.viewOf ? shape.viewOf(payload) : payload;
  const raw = objectValue(view?.['tool_input']) ?? {};
  const row = event.call.kind === 'mcp' ? undefined : rowOf(shape, event.call.nativeName, raw);
  return { ...raw, ...toNativeInput(row, withoutProtoKey(input)) };
}

/** The call in a payload with `tool_name`, `tool_input` and optionally `tool_use_id`. */
export function readCall(payload: Fields, shape: PayloadShape): ToolCall {
  const nativeName = textValue(payload['tool_name']) ?? '';
  const given = payload['tool_input'];
  const raw = objectValue(given) ?? {};
  const mcp = shape.mcpOf(nativeName, payload);
  const row = mcp ? undefined : rowOf(shape, nativeName, raw);
  const kind = mcp ? 'mcp' : (row?.kind ?? 'other');
  const call: { -readonly [K in keyof ToolCall]: ToolCall[K] } = {
    kind,
    nativeName,
    input: fromNativeInput(row, withoutProtoKey(raw)),
  };
  const hidden = hiddenValues(row, given, call.input);
  if (hidden) call.hidden = hidden;
  const id = textValue(payload['tool_use_id']);
  if (id !== undefined) call.id = id;
  if (mcp) call.mcp = mcp;
  return call;
}

/** `mcp__server__tool` → its parts. */
export function doubleUnderscoreMcp(toolName: string): ToolCall['mcp'] {
  if (!toolName.startsWith('mcp__')) return undefined;
  const [, server, tool] = /^mcp__(.+?)__(.+)$/s.exec(toolName) ?? [];
  return server && tool ? { server, tool } : undefined;
}

/** The subagent that a payload comes from; only `agent_id` shows that there is one. */
export function agentRefOf(payload: Fields): AgentRef | undefined {
  const id = textValue(payload['agent_id']);
  if (!id) return undefined;
  const type = textValue(payload['agent_type']);
  return type ? { id, name: type, type } : { id };
}

const stopFields = (payload: Fields) =>
  withoutUndefined({
    stopReason: textValue(payload['stop_reason']),
    response: textValue(payload['last_assistant_message']),
    stopHookActive: flagValue(payload['stop_hook_active']),
  });

const subagentFields = (payload: Fields) => ({
  subagent: agentRefOf(payload) ?? {},
  ...withoutUndefined({
    response: textValue(payload['last_assistant_message']),
    stopHookActive: flagValue(payload['stop_hook_active']),
  }),
});

/** The fields shared by Claude Code and agents modeled on it. An agent replaces the rows that differ. */
export const claudeReaders: EventReaders = {
  'session.start': (payload) => withoutUndefined({ source: textValue(payload['source']) }),
  'session.end': (payload) => withoutUndefined({ reason: textValue(payload['reason']) }),
  'prompt.submit': (payload) => ({ prompt: asText(payload['prompt']) }),
  'tool.before': (payload, shape) => ({ call: readCall(payload, shape) }),
  'tool.permission': (payload, shape) => ({ call: readCall(payload, shape) }),
  'agent.stop': stopFields,
  'subagent.start': subagentFields,
  'subagent.stop': subagentFields,
  'compact.before': (payload) =>
    withoutUndefined({
      trigger: textValue(payload['trigger']),
      instructions: textValue(payload['custom_instructions']),
    }),
  'compact.after': (payload) =>
    withoutUndefined({ trigger: textValue(payload['trigger']), summary: textValue(payload['compact_summary']) }),
  notification: (payload) =>
    withoutUndefined({ message: textValue(payload['message']), kind: textValue(payload['notification_type']) }),
};

/** Answers one kind of event. */
export type Encode<E extends Event = Event> = (event: E, verdict: Verdict) => Wire;

/** An agent's answers by canonical event. */
export type Encoders = { readonly [N in EventName]?: Encode<EventOf<N>> };

/** The answer from a table. A verdict without effects and an event without a row get an empty answer. */
export const encodeBy = (encoders: Encoders, event: Event, verdict: Verdict): Wire =>
  isSilent(verdict) ? noOp : ((encoders[event.name] as Encode | undefined)?.(event, verdict) ?? noOp);

const isSilent = ({ decision, rewrite, stop, context, messages }: Verdict): boolean =>
  decision === 'pass' && !rewrite && stop === undefined && context.length + messages.length === 0;

/** The empty answer: the agent continues as if there were no hooks. */
export const noOp: Wire = { stdout: '', stderr: '', exitCode: 0 };

/** One JSON object on stdout: `top` at its top level, `hookSpecific` as hookSpecificOutput; empty if both are empty. */
export function jsonAnswer(
  event: Event,
  { top = {}, hookSpecific = {} }: { top?: Fields; hookSpecific?: Fields },
): Wire {
  const body: Record<string, unknown> = withoutUndefined(top);
  const presentFields = withoutUndefined(hookSpecific);
  if (Object.keys(presentFields).length > 0)
    body['hookSpecificOutput'] = { hookEventName: event.nativeName, ...presentFields };
  return Object.keys(body).length === 0 ? noOp : { ...noOp, stdout: visibleJson(body) };
}

/** `continue: false` with its reason, for agents and events where that stops the agent. */
export const haltFields = (verdict: Verdict): Fields =>
  verdict.stop === undefined ? {} : { continue: false, stopReason: verdict.stop || 'A hook stopped the agent.' };

/** `decision: "block"` with its reason, for agents and events that read it. */
export const blockFields = (verdict: Verdict): Fields =>
  verdict.decision === 'deny' ? { decision: 'block', reason: reasonOf(verdict) } : {};

/** Is it a deny? So is an ask that reaches an encoder, where the agent would run the tool or cannot ask. */
export const denies = ({ decision }: Verdict): boolean => decision === 'deny' || decision === 'ask';

/** Context for the model and texts for the user, in Claude Code's fields. */
export const contextAnswer: Encode = (event, verdict) =>
  jsonAnswer(event, {
    top: { systemMessage: userTextOf(verdict) },
    hookSpecific: { additionalContext: contextOf(verdict) },
  });

/** A stop that `decision: "block"`, or another word, prevents, for agents that show texts when they stop. */
export const stopAnswer =
  (isRefused: (verdict: Verdict) => boolean, { halts = false, word = 'block' } = {}): Encode =>
  (event, verdict) => {
    if (verdict.stop !== undefined && halts)
      return jsonAnswer(event, { top: { ...haltFields(verdict), systemMessage: userTextOf(verdict) } });
    // The agent is about to stop anyway: a stop is done by not blocking.
    if (verdict.stop !== undefined && event.name === 'agent.stop')
      return jsonAnswer(event, { top: { systemMessage: userTextOf(verdict, verdict.stop) } });
    const context = contextOf(verdict);
    if (!isRefused(verdict)) return jsonAnswer(event, { top: { systemMessage: userTextOf(verdict, context) } });
    const reason = joinTexts([reasonOf(verdict), context]);
    return jsonAnswer(event, { top: { decision: word, reason, systemMessage: userTextOf(verdict) } });
  };

/** Exit 2, always with a text, because several agents ignore it without one. */
export const refuseByExit = (reason: string): Wire => ({ stdout: '', stderr: showHidden(reason), exitCode: 2 });

/** A deny that consists only of its text. */
export const refuseWithContext: Encode = (_event, verdict) =>
  denies(verdict) ? refuseByExit(joinTexts([reasonOf(verdict), contextOf(verdict)]) ?? '') : noOp;

/** The reason of a deny. Never empty, because some agents ignore a deny without a reason. */
export const reasonOf = (verdict: Verdict): string =>
  verdict.reason?.trim() || 'Blocked by a hook that gave no reason.';

/** Text for the model. */
export const contextOf = (verdict: Verdict): string | undefined => joinTexts(verdict.context);

/** Text for the user: messages of hooks and of the engine, and what the codec adds. Notes go to the journal only. */
export const userTextOf = (verdict: Verdict, ...extraTexts: readonly (string | undefined)[]): string | undefined =>
  joinTexts([...new Set([...verdict.messages, ...extraTexts])], '\n');

/** Tells the model about a rewritten prompt, for agents that cannot replace it. */
export const rewrittenPrompt = (verdict: Verdict): string | undefined =>
  verdict.rewrite?.of === 'prompt'
    ? `A hook replaced the user's prompt. Work on this text instead of what the user typed:\n${verdict.rewrite.value}`
    : undefined;

function baseOf(
  shape: PayloadShape,
  name: EventName,
  nativeName: string,
  payload: Fields,
  context: DecodeContext,
): EventBase {
  const sessionEnv = shape.sessionEnv === undefined ? undefined : context.env[shape.sessionEnv];
  const base: { -readonly [K in keyof EventBase]: EventBase[K] } = {
    host: shape.agent,
    nativeName,
    sessionId: textValue(payload['session_id']) ?? sessionEnv ?? '',
    cwd: textValue(payload['cwd']) || context.cwd,
    timestamp: textValue(payload['timestamp']) || context.now,
    caller: 'ai_session',
    raw: payload,
  };
  // The start and stop of a subagent are events of its parent.
  const agent = name === 'subagent.start' || name === 'subagent.stop' ? undefined : agentRefOf(payload);
  const transcriptPath = textValue(payload['transcript_path']);
  const permissionMode = textValue(payload['permission_mode']);
  const model = textValue(payload['model']) ?? textValue(objectValue(payload['llm_request'])?.['model']);
  // Assigned one by one: this runs for every event, and merging objects is much slower.
  if (agent !== undefined) base.agent = agent;
  if (transcriptPath !== undefined) base.transcriptPath = transcriptPath;
  if (permissionMode !== undefined) base.permissionMode = permissionMode;
  if (model !== undefined) base.model = model;
  return base;
}

const baseKeys: ReadonlySet<string> = new Set<keyof EventBase | 'name' | '__proto__'>([
  ...(['name', 'host', 'nativeName', 'sessionId', 'cwd', 'timestamp', 'caller', 'agent', 'parentSessionId'] as const),
  ...[
    ...(['transcriptPath', 'permissionMode', 'model', 'derivedFrom', 'synthetic', 'recheck', 'raw'] as const),
    ...(['__proto__'] as const),
  ],
]);

function nonBaseFields(payload: Fields): Fields {
  return Object.fromEntries(Object.entries(payload).filter(([key]) => !baseKeys.has(key)));
}

function rowOf(shape: PayloadShape, toolName: string, input: Fields): ToolRow | undefined {
  return shape.rowOf?.(toolName, input) ?? ownEntry(shape.tools, toolName);
}

/** The input without its own `__proto__` key, which an assignment would turn into the prototype. */
function withoutProtoKey(input: ToolInput): ToolInput {
  if (!Object.hasOwn(input, '__proto__')) return input;
  return Object.fromEntries(Object.entries(input).filter(([key]) => key !== '__proto__'));
}

/** The parts of a codec that differ between agents. */
export interface CodecParts {
  readonly shape: PayloadShape;
  readonly capabilities: AgentCodec['capabilities'];
  readonly encoders: Encoders;
  /** For agents whose input needs more than their table of tools. */
  readonly nativeInput?: AgentCodec['nativeInput'];
}

/** The codec of an agent, from the tables in its folder, as the function that its folder exports. */
export function codecOf({ shape, capabilities, encoders, ...own }: CodecParts): () => AgentCodec {
  const { events, tools, viewOf } = shape;
  const codec: AgentCodec = {
    events,
    tools,
    capabilities,
    decode: viewOf
      ? (payload, context) => decodeByView(shape, viewOf, payload, context)
      : (payload, context) => decodeShaped(shape, payload, context),
    encode: (event, verdict) => encodeBy(encoders, event, verdict),
    nativeInput: own.nativeInput ?? ((event, input) => nativeInputOf(shape, event, input)),
  };
  return () => codec;
}
