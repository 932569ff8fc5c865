import { type EventName, eventNames, isEventName } from '../core/contract.js';
import { AnyhookError, nearest } from '../core/errors.js';
import { type DialectName, dialectNames } from '../core/hook.js';
import type { Dialect } from '../formats/format.js';

export type Dialects = Readonly<Record<DialectName, Dialect>>;

/** What a typed event name stands for. */
export interface NamedEvent {
  readonly events: readonly [EventName, ...EventName[]];
  readonly nativeName: string;
}

/** Canonical names, every dialect's unambiguous names, and `dialect:name` always. */
export function eventByName(text: string, dialects: Dialects): NamedEvent {
  if (isEventName(text)) return { events: [text], nativeName: text };
  const colon = text.indexOf(':');
  const candidates = allNames(dialects).filter(({ dialect, name }) =>
    colon === -1 ? name === text : dialect === text.slice(0, colon) && name === text.slice(colon + 1),
  );
  const [first] = candidates;
  if (!first) throw unknown(text, dialects);
  const meanings = new Set(candidates.map(({ events }) => events.join(', ')));
  if (colon === -1 && (meanings.size > 1 || first.events.length > 1)) {
    const choices = candidates
      .map(({ dialect, name, events }) => `${dialect}:${name} (${events.join(', ')})`)
      .join(', ');
    throw new AnyhookError(
      'UNKNOWN_EVENT',
      `"${text}" means more than one event; say which: ${choices}, or a canonical name`,
    );
  }
  return { events: first.events as [EventName, ...EventName[]], nativeName: first.name };
}

interface Name {
  readonly dialect: DialectName;
  readonly name: string;
  readonly events: readonly EventName[];
}

function allNames(dialects: Dialects): readonly Name[] {
  return dialectNames.flatMap((dialect) =>
    Object.entries(dialects[dialect].events).map(([name, row]) => ({ dialect, name, events: row.events })),
  );
}

function unknown(text: string, dialects: Dialects): AnyhookError {
  const near = nearest(text, [
    ...eventNames,
    ...allNames(dialects).flatMap(({ dialect, name }) => [name, `${dialect}:${name}`]),
  ]);
  const hint = near ? `did you mean "${near}"?` : `canonical names: ${eventNames.join(', ')}`;
  return new AnyhookError('UNKNOWN_EVENT', `no event is called "${text}"; ${hint}`);
}
