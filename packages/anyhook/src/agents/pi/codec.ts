import {
  type Event,
  type EventName,
  type ToolMap,
  type ToolResult,
  type ToolRow,
  type Verdict,
  withoutUndefined,
} from '@anyhook/core';
import { capabilities, events, toolRows } from '../../../.cache/agents/pi/tables.js';
import { nestedFieldPacking } from '../kit/claude-view.js';
import {
  agentRefOf,
  claudeReaders,
  codecOf,
  denies,
  type Encode,
  type Encoders,
  type PayloadShape,
  readCall,
  reasonOf,
} from '../kit/codec.js';
import { asText, blocksText, countValue, type Fields, flagValue, objectValue, textValue } from '../kit/json-fields.js';
import {
  pluginAnswer,
  pluginEncoders,
  rewrittenHistory,
  stopReasonText,
  userMessages as userTexts,
} from '../kit/plugin-answer.js';

const edit = nestedFieldPacking({ field: 'edits', names: { oldText: 'oldText', newText: 'newText' }, list: true });

const tools: ToolMap = { ...toolRows, edit: { kind: 'edit', ...edit } };

/** Older versions have one edit, outside of a list. */
const rowOf = (toolName: string, input: Fields): ToolRow | undefined =>
  toolName === 'edit' && input['edits'] === undefined && input['oldText'] !== undefined ? { kind: 'edit' } : undefined;

/** The payload in Claude's field names, for the common readers; pi's event is under `native`. */
function viewOf(payload: Fields): Fields {
  const native = objectValue(payload['event']) ?? {};
  const ctx = objectValue(payload['ctx']) ?? {};
  const name = textValue(payload['hook']) || textValue(native['type']);
  const session = textValue(ctx['sessionId']);
  const parent = textValue(payload['parentID']);
  // A subagent's start and stop belong to the session that started it.
  const belongsToParent = parent !== undefined && Object.hasOwn(subagentEventNames, events[name ?? ''] ?? '');
  return withoutUndefined({
    hook_event_name: name,
    session_id: belongsToParent ? parent : session,
    cwd: textValue(ctx['cwd']) ?? textValue(native['cwd']) ?? textValue(payload['directory']),
    transcript_path: textValue(ctx['sessionFile']),
    model: textValue(ctx['model']),
    parent_session_id: belongsToParent ? undefined : parent,
    agent_id: parent === undefined ? undefined : session,
    stop_hook_active: flagValue(payload['stopHookActive']),
    tool_name: native['toolName'],
    tool_input: native['input'],
    tool_use_id: native['toolCallId'],
    native,
  });
}

const nativeOf = (view: Fields): Fields => objectValue(view['native']) ?? {};

/** The session of a subagent has these instead of its own start and stop (quirk 12). */
const subagentEventNames: Readonly<Partial<Record<EventName, EventName>>> = {
  'session.start': 'subagent.start',
  'agent.stop': 'subagent.stop',
};

/** In a subagent's session these do not come from a user, or its stop already reports them. */
const ignoredInSubagent: readonly EventName[] = ['prompt.submit', 'agent.done', 'session.end'];

/** Only an assistant's message is an answer of the model. A tool's result shows whether it failed (quirk 6). */
function refineName(name: EventName, view: Fields): EventName {
  const native = nativeOf(view);
  if (textValue(view['agent_id']) !== undefined) {
    if (ignoredInSubagent.includes(name)) return 'other';
    const subagentName = subagentEventNames[name];
    if (subagentName !== undefined) return subagentName;
  }
  if (name === 'model.after') return objectValue(native['message'])?.['role'] === 'assistant' ? name : 'other';
  return name === 'tool.after' && native['isError'] === true ? 'tool.failure' : name;
}

function resultOf({ content, isError }: Fields): ToolResult {
  return { ok: isError !== true, text: blocksText(content) ?? asText(content) };
}

const objectList = (value: unknown): readonly Fields[] =>
  (Array.isArray(value) ? (value as readonly unknown[]) : []).map(objectValue).filter((item) => item !== undefined);

/** The messages of a model call. */
export const messagesOf = (payload: unknown): readonly Fields[] =>
  objectList(objectValue(objectValue(payload)?.['event'])?.['messages']);

export const messageView = (message: Fields): { role: string; content: unknown } => ({
  role: textValue(message['role']) ?? '',
  content: message['content'],
});

/** The assistant's last message when the agent ends. */
function lastMessage(native: Fields): Fields | undefined {
  const entries = objectList(objectValue(native['context'])?.['contextEntries']);
  const inContext = entries.map((entry) => objectValue(objectValue(entry['sourceEntry'])?.['message']));
  return [...objectList(native['messages']), ...inContext].findLast((message) => message?.['role'] === 'assistant');
}

function stopFields(view: Fields) {
  const native = nativeOf(view);
  const last = lastMessage(native);
  return withoutUndefined({
    stopReason: textValue(native['outcome']) ?? textValue(last?.['stopReason']),
    response: blocksText(last?.['content']),
    stopHookActive: flagValue(view['stop_hook_active']),
  });
}

function compactionFields(view: Fields) {
  const native = nativeOf(view);
  const entry = objectValue(native['compactionEntry']) ?? objectValue(native['preparation']);
  return withoutUndefined({
    trigger: textValue(native['reason']),
    instructions: textValue(native['customInstructions']),
    inputTokens: countValue(entry?.['tokensBefore']),
    summary: textValue(entry?.['summary']),
  });
}

const shape: PayloadShape = {
  agent: 'pi',
  viewOf,
  events,
  tools,
  rowOf,
  refineName,
  // pi has no MCP support of its own (quirk 12).
  mcpOf: () => undefined,
  readers: {
    ...claudeReaders,
    'session.start': (view) => withoutUndefined({ source: textValue(nativeOf(view)['reason']) }),
    'session.end': (view) => withoutUndefined({ reason: textValue(nativeOf(view)['reason']) }),
    'prompt.submit': (view) => ({ prompt: asText(nativeOf(view)['text']) }),
    'turn.start': () => ({}),
    'turn.end': (view) => withoutUndefined({ reason: textValue(nativeOf(view)['outcome']) }),
    'model.before': (view) => ({ messages: objectList(nativeOf(view)['messages']).map(messageView) }),
    'model.after': (view) =>
      withoutUndefined({ response: blocksText(objectValue(nativeOf(view)['message'])?.['content']) }),
    'tool.after': (view, self) => ({ call: readCall(view, self), result: resultOf(nativeOf(view)) }),
    'tool.failure': (view, self) => {
      const result = resultOf(nativeOf(view));
      return { call: readCall(view, self), error: result.text, result };
    },
    'agent.stop': stopFields,
    'subagent.stop': (view) => {
      const { response, stopHookActive } = stopFields(view);
      return { subagent: agentRefOf(view) ?? {}, ...withoutUndefined({ response, stopHookActive }) };
    },
    'agent.done': () => ({}),
    'compact.before': compactionFields,
    'compact.after': compactionFields,
    'user.wait': (view) =>
      withoutUndefined({ message: textValue(nativeOf(view)['title']), kind: textValue(nativeOf(view)['kind']) }),
  },
};

interface Message {
  readonly role: string;
  readonly content: unknown;
}

function rewriteMessage({ role, content }: Message, nearest: Fields | undefined): unknown {
  return { ...nearest, role, content: typeof content === 'string' ? [{ type: 'text', text: content }] : content };
}

const history = (event: Event, messages: readonly Message[]) =>
  rewrittenHistory(messagesOf(event.raw), messageView, messages, rewriteMessage);

const refusal = (verdict: Verdict) => ({
  deny: denies(verdict) ? reasonOf(verdict) : undefined,
  stop: stopReasonText(verdict),
  messages: userTexts(verdict),
});

/** A session cannot be denied, but its prompts can (quirk 17). */
const startAnswer: Encode = (_event, verdict) => pluginAnswer({ ...refusal(verdict), context: verdict.context });

/** A model call cannot be denied, but the run can be ended before it (quirk 16). */
const modelBefore: Encode = (event, verdict) =>
  pluginAnswer({
    ...refusal(verdict),
    history: verdict.rewrite?.of === 'messages' ? history(event, verdict.rewrite.value) : undefined,
  });

const pluginDefaults = pluginEncoders({
  shape,
  // Without an interface pi answers every question with no (quirk 4), and the hook's reason would be lost.
  canAsk: (event) => objectValue(objectValue(event.raw)?.['ctx'])?.['hasUI'] === true,
  history,
});

const encoders: Encoders = {
  ...pluginDefaults,
  'session.start': startAnswer,
  'subagent.start': startAnswer,
  // A subagent is a separate pi process and is kept working in the same way (quirk 12).
  'subagent.stop': pluginDefaults['agent.stop'] as Encode,
  'model.before': modelBefore,
};

export const piCodec = codecOf({ shape, capabilities, encoders });
