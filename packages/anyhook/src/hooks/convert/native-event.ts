import { AnyhookError, type EventName, nearestWord } from '@anyhook/core';
import { formats } from '../../formats/index.js';
import type { Codec } from '../../formats/kit/format.js';
import { eventByName } from '../event-names.js';

/** An event of one format, and the canonical events that it means. */
export interface NativeEvent {
  readonly native: string;
  readonly events: readonly EventName[];
}

/** The format's event for a typed name: its own, another format's or a canonical name. */
export function findNativeEvent(text: string, format: Codec): NativeEvent {
  const { name, events: formatEvents } = format;
  const short = text.startsWith(`${name}:`) ? text.slice(name.length + 1) : text;
  if (Object.hasOwn(formatEvents, short)) {
    const { events = [] } = formatEvents[short] ?? {};
    return { native: format.canonicalEvents ? (events[0] ?? short) : short, events };
  }
  const { events } = eventByName(text, formats);
  const found = nativeEventFor(events, format);
  if (found) return found;
  const near = nearestWord(text, Object.keys(formatEvents));
  const hint = near ? `did you mean "${near}"?` : `it has ${Object.keys(formatEvents).join(', ')}`;
  throw new AnyhookError('UNKNOWN_EVENT', `the ${name} format has no event for ${events.join(', ')}; ${hint}`);
}

/** The format's event that covers most of these; events for all tools first, then the order of the table. */
export function nativeEventFor(events: readonly EventName[], format: Codec): NativeEvent | undefined {
  const [first] = events;
  if (first === undefined || first === 'other') return undefined;
  if (format.canonicalEvents) return { native: first, events };
  const rows = Object.entries(format.events);
  const sharedCount = (row: NativeEvent) => row.events.filter((name) => events.includes(name)).length;
  const best = (among: typeof rows) =>
    among
      .map(([native, row]): NativeEvent => ({ native, events: row.events }))
      .reduce<NativeEvent | undefined>((a, b) => (sharedCount(b) > (a ? sharedCount(a) : 0) ? b : a), undefined);
  return best(rows.filter(([, { tools }]) => !tools)) ?? best(rows.filter(([, { tools }]) => tools));
}
