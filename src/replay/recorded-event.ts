import { baseFields, eventFields, type FieldType, fieldTypes } from '../agents/canonical/fields.js';
import { isEventName } from '../core/contract.js';
import { quoteValue } from '../core/errors.js';
import type { Event } from '../core/event.js';
import { isObject } from '../core/json.js';
import { isToolKind } from '../core/tool.js';
import type { RecordedEvent } from './recording.js';

/** Fields without which an event of that name cannot be decided. */
const needed: readonly string[] = [
  ...['nativeName', 'sessionId', 'cwd', 'timestamp'],
  ...['call', 'result', 'error', 'prompt', 'subagent', 'ability'],
];
const optional: Readonly<Record<string, readonly string[]>> = {
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
    const isFree = value === undefined && (!needed.includes(field) || optional[name]?.includes(field));
    if (!isFree && !fieldTypes[type].is(value))
      return `"detail.event.${field}": expected ${fieldTypes[type].description}, got ${quoteValue(value)}`;
  }
  const wrong = name === 'other' ? undefined : (wrongCall(event['call']) ?? wrongResult(event['result']));
  return wrong ?? ({ ...event, raw: detail.payload } as unknown as Event);
}

function wrongCall(call: unknown): string | undefined {
  if (!isObject(call)) return undefined;
  const { kind, nativeName, input } = call;
  const at = (part: string, expected: string, got: unknown) =>
    `"detail.event.call.${part}": expected ${expected}, got ${quoteValue(got)}`;
  if (typeof kind !== 'string' || !isToolKind(kind)) return at('kind', 'a kind of tool', kind);
  if (typeof nativeName !== 'string') return at('nativeName', 'a string', nativeName);
  return isObject(input) ? undefined : at('input', 'an object', input);
}

const wrongResult = (result: unknown): string | undefined =>
  result === undefined || (isObject(result) && typeof result['text'] === 'string')
    ? undefined
    : `"detail.event.result.text": expected a string, got ${quoteValue(result)}`;
