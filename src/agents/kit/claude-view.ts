import type { Event, EventBase } from '../../core/event.js';
import type { ToolInput, ToolRow } from '../../core/tool.js';
import type { DecodeContext } from '../agent.js';
import { decodeShaped, type PayloadShape, payloadObject } from './codec.js';
import { type Fields, objectValue, text } from './json-fields.js';

/** Decodes a payload of another shape through a view of it in Claude's field names; `raw` stays the payload itself. */
export function decodeByView(
  shape: PayloadShape,
  given: unknown,
  viewOf: (payload: Fields) => Fields,
  context: DecodeContext,
): Event {
  const payload = payloadObject(shape.host, given);
  const view = viewOf(payload);
  const seen = decodeShaped(shape, view, context);
  const parentSessionId = text(view['parent_session_id']);
  const more = { ...(parentSessionId && { parentSessionId }), raw: payload };
  if (seen.name !== 'other') return { ...seen, ...more };
  // An event without a canonical name keeps the fields of the payload, not those of the view.
  const free = decodeShaped({ ...shape, events: {}, refine: () => 'other' }, payload, context);
  return { ...withoutBase(free), ...baseOf(seen), ...more, name: 'other' } as Event;
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
  /** The field holds a list; only a list of one is opened. */
  readonly list: boolean;
}

/** `pack` and `unpack` for a tool whose canonical fields are inside a field of its input. */
export function nestedFieldPacking({
  field,
  names,
  extras = [],
  list,
}: NestedField): Required<Pick<ToolRow, 'pack' | 'unpack'>> {
  const outer = new Map(Object.entries(names));
  const inner = new Map(Object.entries(names).map(([canonical, native]) => [native, canonical]));
  for (const name of extras) {
    outer.set(name, name);
    inner.set(name, name);
  }
  const isCanonical = (key: string) => Object.hasOwn(names, key);
  return {
    pack(input: ToolInput): ToolInput {
      if (Object.hasOwn(input, field) || !Object.keys(input).some(isCanonical)) return input;
      const entries = Object.entries(input);
      const inside = entries.flatMap(([key, value]) => (outer.has(key) ? [[outer.get(key) as string, value]] : []));
      const packed: unknown = Object.fromEntries(inside);
      const rest = entries.filter(([key]) => !outer.has(key));
      return { ...Object.fromEntries(rest), [field]: list ? [packed] : packed };
    },
    unpack(input: ToolInput): ToolInput {
      const { [field]: value, ...rest } = input;
      const only = list && Array.isArray(value) && value.length === 1 ? value[0] : list ? undefined : value;
      const entries = Object.entries(objectValue(only) ?? {});
      const known = entries.length > 0 && entries.every(([key]) => inner.has(key));
      if (!known || Object.keys(rest).some((key) => outer.has(key))) return input;
      return { ...rest, ...Object.fromEntries(entries.map(([key, inside]) => [inner.get(key) as string, inside])) };
    },
  };
}
