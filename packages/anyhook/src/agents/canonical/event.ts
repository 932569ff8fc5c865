import {
  AnyhookError,
  type Caller,
  callers,
  type Event,
  type EventFields,
  type EventName,
  isToolKind,
  quoteValue,
  type ToolCall,
  type ToolInput,
  type ToolResult,
  toolKinds,
  unknownFieldMessage,
  valueProblem,
  withoutUndefined,
} from '@anyhook/core';
import { baseFields, eventFields, type FieldType, fieldTypes } from './fields.js';

/** An event in canonical words, as typed by a person. */
export interface EventWords {
  /** A canonical kind, `mcp.<server>.<tool>`, or the native name of any other tool. */
  readonly tool?: string;
  readonly input?: ToolInput;
  readonly prompt?: string;
  /** Fields of the event and of its base; they override everything else. */
  readonly data?: Readonly<Record<string, unknown>>;
  readonly cwd?: string;
  readonly sessionId?: string;
}

/** An event as typed, with the values that every event needs. */
export interface EventDraft extends EventWords {
  readonly name: EventName;
  readonly cwd: string;
  /** ISO 8601. */
  readonly now: string;
}

/** Builds a valid event of any name. Missing fields get a sensible default. */
export function makeEvent(draft: EventDraft): Event {
  const { name, data = {} } = draft;
  rejectUnusedOptions(draft);
  checkData(name, data);
  const base = {
    host: 'anyhook',
    nativeName: name,
    sessionId: draft.sessionId ?? 'manual',
    cwd: draft.cwd,
    timestamp: draft.now,
    caller: 'manual_cli' as const,
    raw: withoutUndefined(draft),
  };
  if (name === 'other') return { ...withoutUndefined(data), ...base, ...baseFieldsIn(data), name };
  const { call, result } = data;
  const filled: Readonly<Record<string, unknown>> = { ...defaults[name](draft) };
  // Assigned, not spread: this halves the time of making an event.
  const event: Record<string, unknown> = Object.assign(base, filled, data, { name });
  if ('call' in filled) event['call'] = Object.assign({}, filled['call'], checkCall(call));
  if (result !== undefined) event['result'] = resultOf(result, name !== 'tool.failure');
  else if ('result' in data) event['result'] = filled['result'];
  return event as unknown as Event;
}

/** The call for a tool name and input that a person typed. */
export function toolCallOf(tool = 'shell', input: ToolInput = {}): ToolCall {
  const [, server, name] = /^mcp\.([^.]+)\.(.+)$/s.exec(tool) ?? [];
  if (server && name) return { kind: 'mcp', nativeName: tool, mcp: { server, tool: name }, input };
  if (tool === 'mcp')
    throw new AnyhookError('BAD_ARGUMENT', '--tool: an MCP tool needs its server and name, as in mcp.<server>.<tool>');
  if (!isToolKind(tool)) return { kind: 'other', nativeName: tool, input };
  return { kind: tool, nativeName: tool, input: { ...emptyInputs[tool], ...input } };
}

/** The input fields that every call of a kind has, with empty values. */
const emptyInputs: Readonly<Partial<Record<keyof typeof toolKinds, ToolInput>>> = {
  shell: { command: '' },
  read: { path: '' },
  write: { path: '', content: '' },
  edit: { path: '', oldText: '', newText: '' },
  patch: { content: '', paths: [] },
  list: { path: '.' },
  search: { query: '' },
  fetch: { url: '' },
  websearch: { query: '' },
  task: { prompt: '' },
};

const toolCallFields = (draft: EventDraft) => ({ call: toolCallOf(draft.tool, draft.input) });
const promptFields = (draft: EventDraft) => ({ prompt: draft.prompt ?? '' });
const subagentFields = (draft: EventDraft) => ({ subagent: {}, ...withoutUndefined({ task: draft.prompt }) });

const defaults: { readonly [N in EventName]: (draft: EventDraft) => EventFields[N] } = {
  'session.start': () => ({ source: 'startup' }),
  'session.end': () => ({ reason: 'other' }),
  'prompt.submit': promptFields,
  'turn.start': (draft) => withoutUndefined({ prompt: draft.prompt }),
  'turn.end': () => ({}),
  'model.before': (draft) => ({ messages: draft.prompt ? [{ role: 'user', content: draft.prompt }] : [] }),
  'model.after': () => ({}),
  'tool.before': toolCallFields,
  'tool.permission': toolCallFields,
  'tool.after': (draft) => ({ ...toolCallFields(draft), result: { ok: true, text: '' } }),
  'tool.failure': (draft) => ({ ...toolCallFields(draft), error: 'the tool failed' }),
  'agent.stop': () => ({ stopHookActive: false }),
  'agent.done': () => ({}),
  'subagent.start': subagentFields,
  'subagent.stop': subagentFields,
  'compact.before': () => ({ trigger: 'manual' }),
  'compact.after': () => ({ trigger: 'manual' }),
  'user.wait': () => ({}),
  notification: () => ({ level: 'info', message: '' }),
  error: () => ({ level: 'error', message: '' }),
  limit: () => ({ level: 'warning', message: '' }),
  'task.create': (draft) => ({ ability: { kind: 'ability_id', value: draft.tool ?? 'run_command' } }),
  other: () => ({}),
};

/** Reports a tool, input or prompt for an event without one. */
function rejectUnusedOptions({ name, tool, input, prompt }: EventDraft): void {
  const fields = eventFields[name];
  const unusedOption = (option: string, why: string) =>
    new AnyhookError('BAD_ARGUMENT', `${option}: ${name} ${why}; use --data for the fields of the event`);
  if (tool !== undefined && !('call' in fields) && name !== 'task.create')
    throw unusedOption('--tool', 'has no tool call');
  if (input !== undefined && !('call' in fields)) throw unusedOption('--input', 'has no tool call');
  const hasPrompt = 'prompt' in fields || 'subagent' in fields || name === 'model.before';
  if (prompt !== undefined && !hasPrompt) throw unusedOption('--prompt', 'has no prompt');
}

const knownFields: ReadonlyMap<string, Readonly<Record<string, FieldType>>> = new Map(
  Object.entries(eventFields).map(([name, fields]) => [name, { ...baseFields, ...fields }]),
);

function checkData(name: EventName, data: Readonly<Record<string, unknown>>): void {
  const known: Readonly<Record<string, FieldType>> = knownFields.get(name) ?? baseFields;
  for (const field of Object.keys(data)) {
    const type = Object.hasOwn(known, field) ? known[field] : undefined;
    if (type) checkValue(field, data[field], type);
    else if (name !== 'other' || reserved.has(field))
      throw new AnyhookError('BAD_ARGUMENT', `--data: ${name}: ${unknownFieldMessage(field, known)}`);
  }
}

const reserved = new Set(['name', 'host', 'raw', 'derivedFrom', 'synthetic', 'recheck', '__proto__']);

function checkValue(field: string, value: unknown, type: FieldType): void {
  const wrong = valueProblem(field, value, fieldTypes[type]);
  if (wrong !== undefined) throw new AnyhookError('BAD_ARGUMENT', `--data: ${wrong}`);
  if (field === 'caller' && !callers.includes(value as Caller))
    throw new AnyhookError(
      'BAD_ARGUMENT',
      `--data: "caller" must be one of ${callers.join(', ')}, got ${quoteValue(value)}`,
    );
}

const callParts = [
  ['id', 'text'],
  ['nativeName', 'text'],
  ['input', 'object'],
  ['mcp', 'object'],
] as const;

/** Checks the types of the parts of a call that are given. */
function checkCall(value: unknown): Partial<ToolCall> {
  const parts = (value ?? {}) as Readonly<Record<string, unknown>>;
  const { kind } = parts;
  for (const [part, type] of callParts) if (parts[part] !== undefined) checkValue(`call.${part}`, parts[part], type);
  if (kind !== undefined && (typeof kind !== 'string' || !isToolKind(kind))) {
    const known = Object.keys(toolKinds).join(', ');
    throw new AnyhookError('BAD_ARGUMENT', `--data: "call.kind" must be one of ${known}, got ${quoteValue(kind)}`);
  }
  return parts;
}

/** Turns a string into a complete result; fills in the missing fields of an object. */
function resultOf(value: unknown, ok: boolean): ToolResult {
  if (typeof value === 'string') return { ok, text: value };
  return { ok, text: '', ...(value as Partial<ToolResult>) };
}

function baseFieldsIn(data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(data).filter(([field]) => Object.hasOwn(baseFields, field)));
}
