import type { Event, EventBase, ToolInput, ToolRow } from '@anyhook/core';
import type { DecodeContext } from '../agent.js';
import { decodeShaped, type PayloadShape, payloadObject } from './codec.js';
import { type Fields, objectValue, textValue } from './json-fields.js';

/** Decodes a payload with other field names by viewing it as one of Claude Code; `raw` stays the payload itself. */
export function decodeByView(
  shape: PayloadShape,
  viewOf: (payload: Fields) => Fields,
  rawPayload: unknown,
  context: DecodeContext,
): Event {
  const payload = payloadObject(shape.agent, rawPayload);
  const view = viewOf(payload);
  const viewEvent = decodeShaped(shape, view, context);
  const parentSessionId = textValue(view['parent_session_id']);
  const overrides = { ...(parentSessionId && { parentSessionId }), raw: payload };
  if (viewEvent.name !== 'other') return { ...viewEvent, ...overrides };
  // An event without a canonical name keeps the fields of the payload, not those of the view.
  const otherEvent = decodeShaped({ ...shape, events: {}, refineName: () => 'other' }, payload, context);
  return { ...withoutBase(otherEvent), ...baseOf(viewEvent), ...overrides, name: 'other' } as Event;
}

const baseKeys = [
  ...(['host', 'nativeName', 'sessionId', 'cwd', 'timestamp', 'caller', 'agent'] as const),
  ...(['transcriptPath', 'permissionMode', 'model'] as const),
] satisfies (keyof EventBase)[];

const baseOf = (event: Event): Fields =>
  Object.fromEntries(baseKeys.flatMap((key) => (event[key] === undefined ? [] : [[key, event[key]]])));

const withoutBase = (event: Event): Fields =>
  Object.fromEntries(Object.entries(event).filter(([key]) => !(baseKeys as readonly string[]).includes(key)));

/** Describes a field that holds canonical fields in a structure. */
interface NestedField {
  readonly field: string;
  /** Canonical field → its name inside. */
  readonly names: Readonly<Record<string, string>>;
  /** Fields inside that have no canonical name and keep their own. */
  readonly extras?: readonly string[];
  /** The field holds a list; only a list of one is unpacked. */
  readonly list: boolean;
}

/** `pack` and `unpack` for a tool whose canonical fields are inside a field of its input. */
export function nestedFieldPacking({
  field,
  names,
  extras = [],
  list,
}: NestedField): Required<Pick<ToolRow, 'pack' | 'unpack'>> {
  const nativeByCanonical = new Map(Object.entries(names));
  const canonicalByNative = new Map(Object.entries(names).map(([canonical, native]) => [native, canonical]));
  for (const name of extras) {
    nativeByCanonical.set(name, name);
    canonicalByNative.set(name, name);
  }
  const isCanonical = (key: string) => Object.hasOwn(names, key);
  return {
    pack(input: ToolInput): ToolInput {
      if (Object.hasOwn(input, field) || !Object.keys(input).some(isCanonical)) return input;
      const entries = Object.entries(input);
      const inside = entries.flatMap(([key, value]) =>
        nativeByCanonical.has(key) ? [[nativeByCanonical.get(key) as string, value]] : [],
      );
      const packed: unknown = Object.fromEntries(inside);
      const rest = entries.filter(([key]) => !nativeByCanonical.has(key));
      return { ...Object.fromEntries(rest), [field]: list ? [packed] : packed };
    },
    unpack(input: ToolInput): ToolInput {
      const { [field]: value, ...rest } = input;
      const nested = list && Array.isArray(value) && value.length === 1 ? value[0] : list ? undefined : value;
      const entries = Object.entries(objectValue(nested) ?? {});
      const canUnpack = entries.length > 0 && entries.every(([key]) => canonicalByNative.has(key));
      if (!canUnpack || Object.keys(rest).some((key) => nativeByCanonical.has(key))) return input;
      return {
        ...rest,
        ...Object.fromEntries(entries.map(([key, inside]) => [canonicalByNative.get(key) as string, inside])),
      };
    },
  };
}
