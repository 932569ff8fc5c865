import { AnyhookError, type EventName, eventNames, type FormatName, isEventName, nearestWord } from '@anyhook/core';
import type { Codec, FormatFacts } from '../formats/kit/format.js';

export type Formats = Readonly<Record<FormatName, Codec & Pick<FormatFacts, 'requiresOptIn'>>>;

export interface NamedEvent {
  readonly events: readonly [EventName, ...EventName[]];
  readonly nativeName: string;
  /** Only one agent has it, under this name. */
  readonly byName?: true;
}

/** Accepts canonical names, unambiguous names of every format, and always `format:name`. */
export function eventByName(text: string, formats: Formats): NamedEvent {
  if (isEventName(text)) return { events: [text], nativeName: text };
  const colon = text.indexOf(':');
  const found = allEventNames(formats).filter(({ format, name }) =>
    colon === -1 ? name === text : format === text.slice(0, colon) && name === text.slice(colon + 1),
  );
  // A name that was already accepted keeps its meaning when a later format uses the same name.
  const settled = found.filter(({ format }) => !formats[format]?.requiresOptIn);
  const candidates = settled.length > 0 ? settled : found;
  const [first] = candidates;
  if (!first) throw unknownEvent(text, formats);
  const meanings = new Set(candidates.map(({ events }) => events.join(', ')));
  if (colon === -1 && (meanings.size > 1 || first.events.length > 1)) {
    const choices = candidates.map(({ format, name, events }) => `${format}:${name} (${events.join(', ')})`).join(', ');
    throw new AnyhookError(
      'UNKNOWN_EVENT',
      `"${text}" means more than one event; say which: ${choices}, or a canonical name`,
    );
  }
  return {
    events: first.events as [EventName, ...EventName[]],
    nativeName: first.name,
    ...(first.byName && { byName: true }),
  };
}

const allEventNames = (formats: Formats) =>
  Object.entries(formats).flatMap(([format, { events: rows }]) =>
    Object.entries(rows).map(([name, { events, byName }]) => ({ format, name, events, byName })),
  );

function unknownEvent(text: string, formats: Formats): AnyhookError {
  const near = nearestWord(text, [
    ...eventNames,
    ...allEventNames(formats).flatMap(({ format, name }) => [name, `${format}:${name}`]),
  ]);
  const hint = near ? `did you mean "${near}"?` : `canonical names: ${eventNames.join(', ')}`;
  return new AnyhookError('UNKNOWN_EVENT', `no event is called "${text}"; ${hint}`);
}
