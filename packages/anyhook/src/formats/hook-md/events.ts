import { triggerRows } from '../../../.cache/formats/hook-md/tables.js';
import type { FormatEvent } from '../kit/format.js';

export type Trigger = keyof typeof triggerRows;

export const events: Readonly<Record<Trigger, FormatEvent>> = triggerRows;

export const triggers = Object.keys(events) as readonly Trigger[];

/** Triggers that support a matcher. */
export const toolTriggers: readonly Trigger[] = triggers.filter((name) =>
  events[name].events.some((event) => event.startsWith('tool.')),
);
