import { join } from 'node:path';
import { type EventName, exists, isWithin, objectOf, parseObject, readText, writeAtomic } from '@anyhook/core';

/** Events needed to compare calls that ran with calls that were checked. */
export const watchedEvents = ['session.start', 'tool.before', 'tool.after'] as const satisfies EventName[];

/** The entries that `init` wrote for one agent. */
export interface EntryRecord {
  readonly host: string;
  /** The repository, for entries of a project. */
  readonly root?: string;
  /** Native events for which it wrote an entry. A person may have changed the entry since. */
  readonly events: readonly string[];
  /** Since when they are as they are now, in milliseconds since the epoch. */
  readonly since: number;
}

const recordFile = (state: string): string => join(state, 'entries.json');

/** What `init` recorded about its entries. Earlier installations have no record until `init` runs. */
export function readEntryRecords(state: string): readonly EntryRecord[] {
  const file = recordFile(state);
  const value = exists(file) ? parseObject(readText(file)) : undefined;
  const list = value?.['version'] === 1 ? value['entries'] : undefined;
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

function isRecord(value: unknown): value is EntryRecord {
  const { host: agent, root, events, since } = objectOf(value) ?? {};
  const hasPlace = typeof agent === 'string' && (root === undefined || typeof root === 'string');
  return hasPlace && Array.isArray(events) && typeof since === 'number';
}

const isSame = (a: Pick<EntryRecord, 'host' | 'root'>, b: Pick<EntryRecord, 'host' | 'root'>): boolean =>
  a.host === b.host && a.root === b.root;

/** Records the entries of these agents and keeps the others. An agent without events is removed. */
export function rememberEntries(state: string, records: readonly Omit<EntryRecord, 'since'>[], now: number): void {
  const known = readEntryRecords(state);
  const others = known.filter((one) => !records.some((record) => isSame(one, record)));
  const entries = [
    ...others,
    ...records
      .filter(({ events }) => events.length > 0)
      .map((record) => {
        // Entries that no hook needs any longer stay in the settings.
        const former = known.find((one) => isSame(one, record));
        const events = [...new Set([...(former?.events ?? []), ...record.events])];
        const isNew = events.length > (former?.events.length ?? 0);
        return { ...record, events, since: isNew ? now : (former?.since ?? now) };
      }),
  ];
  if (JSON.stringify(entries) === JSON.stringify(known)) return;
  writeAtomic(recordFile(state), `${JSON.stringify({ version: 1, entries }, null, 2)}\n`);
}

/** What `init` wrote for an agent: for the user, or for the folder's project. */
export const entryRecordOf = (state: string, agent: string, scope: 'user' | 'project', cwd: string) =>
  readEntryRecords(state).find(
    (one) => one.host === agent && (scope === 'user' ? one.root === undefined : isOfProject(one, cwd)),
  );

const isOfProject = ({ root }: EntryRecord, cwd: string): boolean => root !== undefined && isWithin(cwd, root);
