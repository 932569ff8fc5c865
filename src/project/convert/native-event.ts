import type { EventName } from '../../core/contract.js';
import { AnyhookError, nearest } from '../../core/errors.js';
import type { DialectName } from '../../core/hook.js';
import { type Dialects, eventByName } from '../event-names.js';

/** An event in the words of one dialect, and what it is in canonical ones. */
export interface NativeEvent {
  readonly native: string;
  readonly events: readonly EventName[];
}

/** The dialect's event for a name typed by a person: its own, another dialect's or canonical. */
export function nativeEvent(text: string, dialect: DialectName, dialects: Dialects): NativeEvent {
  const own = dialects[dialect].events;
  const short = text.startsWith(`${dialect}:`) ? text.slice(dialect.length + 1) : text;
  if (Object.hasOwn(own, short)) {
    const { events = [] } = own[short] ?? {};
    return { native: dialect === 'flow' ? (events[0] ?? short) : short, events };
  }
  const { events } = eventByName(text, dialects);
  const found = nativeOf(events, dialect, dialects);
  if (found) return found;
  const near = nearest(text, Object.keys(own));
  const hint = near ? `did you mean "${near}"?` : `it has ${Object.keys(own).join(', ')}`;
  throw new AnyhookError('UNKNOWN_EVENT', `the ${dialect} format has no event for ${events.join(', ')}; ${hint}`);
}

/** The dialect's event that covers most of these; the first of equals, in the order of its table. */
export function nativeOf(
  events: readonly EventName[],
  dialect: DialectName,
  dialects: Dialects,
): NativeEvent | undefined {
  const rows = Object.entries(dialects[dialect].events).map(([native, row]) => ({ native, events: row.events }));
  const shared = (row: NativeEvent) => row.events.filter((name) => events.includes(name)).length;
  // The config takes canonical names, and several of them.
  if (dialect === 'flow')
    return events[0] === undefined || events[0] === 'other' ? undefined : { native: events[0], events };
  const best = rows.reduce<NativeEvent | undefined>((a, b) => (shared(b) > (a ? shared(a) : 0) ? b : a), undefined);
  return best && (events[0] === 'other' ? undefined : best);
}
