import type { Event, EventName, EventOf } from '@anyhook/core';

type Fields = Readonly<Record<string, unknown>>;

/** The payload fields that are specific to each event; events without a row have none. */
export type FieldsByEvent<More extends readonly unknown[] = []> = {
  readonly [N in EventName]?: (event: EventOf<N>, ...more: More) => Fields;
};

export const fieldsOf = <More extends readonly unknown[]>(
  rows: FieldsByEvent<More>,
  event: Event,
  ...more: More
): Fields => (rows[event.name] as ((event: Event, ...more: More) => Fields) | undefined)?.(event, ...more) ?? {};
