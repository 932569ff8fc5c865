import { type Event, isEventName, isObject, isToolKind, quoteValue } from '@anyhook/core';
import { baseFields, eventFields, type FieldType, fieldTypes } from '../agents/canonical/fields.js';
import type { RecordedEvent } from './recording.js';

/** Fields without which an event of that name cannot be decided. */
const requiredFields: readonly string[] = [
  ...['nativeName', 'sessionId', 'cwd', 'timestamp'],
  ...['call', 'result', 'error', 'prompt', 'subagent', 'ability'],
];
const optionalFields: Readonly<Record<string, readonly string[]>> = {
  'tool.after': ['error'],
  'tool.failure': ['result'],
  'turn.start': ['prompt'],
};

/** The recorded event for hooks; a problem as text if there is none. */
export function recordedEvent({ decision, detail }: RecordedEvent): Event | string {
  if (!detail) return 'its payload was not recorded';
  const event: unknown = detail.event;
  if (!isObject(event)) return `"detail.event": expected an object, got ${quoteValue(event)}`;
  const { name } = event;
  if (typeof name !== 'string' || !isEventName(name) || name !== decision.event)
    return `"detail.event.name": expected ${quoteValue(decision.event)}, got ${quoteValue(name)}`;
  const types: Readonly<Record<string, FieldType>> = { ...baseFields, ...eventFields[name] };
  for (const [field, type] of Object.entries(types)) {
    const value = event[field];
    const mayBeMissing =
      value === undefined && (!requiredFields.includes(field) || optionalFields[name]?.includes(field));
    if (!mayBeMissing && !fieldTypes[type].is(value))
      return `"detail.event.${field}": expected ${fieldTypes[type].description}, got ${quoteValue(value)}`;
  }
  const problem = name === 'other' ? undefined : (callProblem(event['call']) ?? resultProblem(event['result']));
  return problem ?? ({ ...event, raw: detail.payload } as unknown as Event);
}

function callProblem(call: unknown): string | undefined {
  if (!isObject(call)) return undefined;
  const { kind, nativeName, input } = call;
  const problemText = (part: string, expected: string, got: unknown) =>
    `"detail.event.call.${part}": expected ${expected}, got ${quoteValue(got)}`;
  if (typeof kind !== 'string' || !isToolKind(kind)) return problemText('kind', 'a kind of tool', kind);
  if (typeof nativeName !== 'string') return problemText('nativeName', 'a string', nativeName);
  return isObject(input) ? undefined : problemText('input', 'an object', input);
}

const resultProblem = (result: unknown): string | undefined =>
  result === undefined || (isObject(result) && typeof result['text'] === 'string')
    ? undefined
    : `"detail.event.result.text": expected a string, got ${quoteValue(result)}`;
