import { type EventName, type ToolMap, type ToolRow, withoutPaths, withPaths } from '@anyhook/core';
import type { FormatEvent } from '../../formats/kit/format.js';

/** Events of an agent with hook files, by native name: what payloads mean, and what hooks in its files may do. */
export type EventTable = Readonly<Record<string, EventRow>>;

type EventRow = Partial<Omit<FormatEvent, 'events'>> &
  (
    | {
        /** The event that a payload of this name is. */
        readonly means: EventName;
        /** The events on which hooks in its files run, if they are not that one. */
        readonly runsOn?: readonly EventName[];
      }
    // Only hook files have the name.
    | { readonly means?: never; readonly runsOn: readonly EventName[] }
  );

/** Native name → canonical, for payloads. */
export const payloadEvents = (table: EventTable): Readonly<Record<string, EventName>> =>
  Object.fromEntries(Object.entries(table).flatMap(([name, { means }]) => (means ? [[name, means]] : [])));

/** What hooks in the agent's files may do at each event. */
export const fileEvents = (table: EventTable): Readonly<Record<string, FormatEvent>> =>
  Object.fromEntries(
    Object.entries(table).map(([name, { means, runsOn, ...may }]) => [
      name,
      { events: runsOn ?? (means ? [means] : []), blocks: false, context: false, rewrites: false, ...may },
    ]),
  );

/** Tools of which those for patches also have the paths that the text of a patch names. */
export const withPatchPaths = <T extends ToolMap>(tools: T): { readonly [K in keyof T]: ToolRow } =>
  Object.fromEntries(
    Object.entries(tools).map(([name, row]) => [
      name,
      row.kind === 'patch' ? { ...row, pack: withoutPaths, unpack: withPaths } : row,
    ]),
  ) as { readonly [K in keyof T]: ToolRow };
