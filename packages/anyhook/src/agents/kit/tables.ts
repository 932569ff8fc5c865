import { type EventName, type ToolMap, type ToolRow, withoutPaths, withPaths } from '@anyhook/core';
import type { FormatEvent } from '../../formats/kit/format.js';

/** Events of an agent with hook files, by native name: the meaning of payloads, and what hooks in its files may do. */
export type EventTable = Readonly<Record<string, EventRow>>;

type EventRow = Partial<Omit<FormatEvent, 'events'>> &
  (
    | {
        /** The canonical event of payloads with this name. */
        readonly means: EventName;
        /** The events on which hooks in its files run, if different. */
        readonly runsOn?: readonly EventName[];
      }
    // The name occurs only in hook files.
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

/** Tools, with the paths in a patch's text added for patches. */
export const withPatchPaths = <T extends ToolMap>(tools: T): { readonly [K in keyof T]: ToolRow } =>
  Object.fromEntries(
    Object.entries(tools).map(([name, row]) => [
      name,
      row.kind === 'patch' ? { ...row, pack: withoutPaths, unpack: withPaths } : row,
    ]),
  ) as { readonly [K in keyof T]: ToolRow };
