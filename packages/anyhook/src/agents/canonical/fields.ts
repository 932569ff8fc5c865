import { type EventBase, type EventFields, type EventName, isObject, type ValueKind, valueKinds } from '@anyhook/core';

/** The types of event fields. */
export const fieldTypes = {
  text: valueKinds.text,
  number: { description: 'a number', is: (value) => typeof value === 'number' && Number.isFinite(value) },
  flag: valueKinds.boolean,
  texts: valueKinds.texts,
  object: valueKinds.object,
  objects: { description: 'a list of objects', is: (value) => Array.isArray(value) && value.every(isObject) },
  result: { description: 'a string or an object', is: (value) => typeof value === 'string' || isObject(value) },
} as const satisfies Readonly<Record<string, ValueKind>>;

export type FieldType = keyof typeof fieldTypes;

/** The base fields that a caller may set. `raw` and fields that the engine sets are excluded. */
export const baseFields = {
  nativeName: 'text',
  sessionId: 'text',
  cwd: 'text',
  timestamp: 'text',
  caller: 'text',
  jobId: 'text',
  triggeredBy: 'text',
  agent: 'object',
  parentSessionId: 'text',
  transcriptPath: 'text',
  permissionMode: 'text',
  model: 'text',
} as const satisfies Partial<Record<keyof EventBase, FieldType>>;

const agentEnd = {
  stopReason: 'text',
  stepCount: 'number',
  response: 'text',
  stopHookActive: 'flag',
  stopBlocks: 'number',
} as const;
const subagent = { subagent: 'object', task: 'text', response: 'text', stopHookActive: 'flag' } as const;
const notice = { level: 'text', message: 'text', kind: 'text' } as const;
const task = { taskKey: 'text', environment: 'text', inputSummary: 'text' } as const;
const finishedCall = {
  ...task,
  call: 'object',
  result: 'result',
  durationMs: 'number',
  outputSummary: 'text',
} as const;
const compaction = {
  trigger: 'text',
  instructions: 'text',
  inputTokens: 'number',
  outputTokens: 'number',
  contextLimit: 'number',
  summary: 'text',
} as const;

/** The fields of each event; the compiler checks that none is missing. */
export const eventFields: { readonly [N in EventName]: Readonly<Record<keyof EventFields[N], FieldType>> } = {
  'session.start': { source: 'text', args: 'object' },
  'session.end': {
    reason: 'text',
    durationMs: 'number',
    totalSteps: 'number',
    startedAt: 'text',
    endedAt: 'text',
    changedFiles: 'texts',
    abilitiesUsed: 'texts',
    tasks: 'objects',
  },
  'prompt.submit': { prompt: 'text', files: 'texts' },
  'turn.start': { prompt: 'text' },
  'turn.end': { reason: 'text' },
  'model.before': { messages: 'objects', iteration: 'number' },
  'model.after': { response: 'text' },
  'tool.before': { call: 'object', ...task },
  'tool.permission': { call: 'object' },
  'tool.after': { ...finishedCall, partial: 'flag', error: 'text' },
  'tool.failure': { ...finishedCall, error: 'text' },
  'agent.stop': agentEnd,
  'agent.done': agentEnd,
  'subagent.start': subagent,
  'subagent.stop': subagent,
  'compact.before': compaction,
  'compact.after': compaction,
  'user.wait': notice,
  notification: notice,
  error: notice,
  limit: notice,
  'task.create': { ability: 'object', inputSummary: 'text', environment: 'text', input: 'object' },
  other: {},
};
