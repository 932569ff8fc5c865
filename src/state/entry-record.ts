import { join } from 'node:path';
import { isWithin } from '../core/file-path.js';
import { objectOf, parseObject } from '../core/json.js';
import { exists, readText, writeAtomic } from '../platform/files/files.js';

/** The entries that `init` wrote for one agent. */
export interface EntryRecord {
  readonly host: string;
  /** The repository, for entries of a project. */
  readonly root?: string;
  /** Native events that have an entry of this version, for every tool. */
  readonly events: readonly string[];
  /** When they were first as they are, in milliseconds since the epoch. */
  readonly since: number;
}

const recordFile = (state: string): string => join(state, 'entries.json');

/** What `init` knows of its entries. Installations of earlier versions have no record until `init` runs. */
export function readEntryRecords(state: string): readonly EntryRecord[] {
  const file = recordFile(state);
  const value = exists(file) ? parseObject(readText(file)) : undefined;
  const list = value?.['version'] === 1 ? value['entries'] : undefined;
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

function isRecord(value: unknown): value is EntryRecord {
  const { host, root, events, since } = objectOf(value) ?? {};
  const hasPlace = typeof host === 'string' && (root === undefined || typeof root === 'string');
  return hasPlace && Array.isArray(events) && typeof since === 'number';
}

const isSame = (a: Pick<EntryRecord, 'host' | 'root'>, b: Pick<EntryRecord, 'host' | 'root'>): boolean =>
  a.host === b.host && a.root === b.root;

/** Remembers the entries of agents; those of the others stay as they are. One without events is forgotten. */
export function rememberEntries(state: string, records: readonly Omit<EntryRecord, 'since'>[], now: number): void {
  const known = readEntryRecords(state);
  const others = known.filter((one) => !records.some((record) => isSame(one, record)));
  const entries = [
    ...others,
    ...records
      .filter(({ events }) => events.length > 0)
      .map((record) => {
        const former = known.find((one) => isSame(one, record) && String(one.events) === String(record.events));
        return { ...record, since: former?.since ?? now };
      }),
  ];
  if (JSON.stringify(entries) === JSON.stringify(known)) return;
  writeAtomic(recordFile(state), `${JSON.stringify({ version: 1, entries }, null, 2)}\n`);
}

/** The events for which an agent has entries of the user, or of the project that a folder is in. */
export const registeredEvents = (
  state: string,
  host: string,
  scope: 'user' | 'project',
  cwd: string,
): readonly string[] =>
  readEntryRecords(state)
    .filter((one) => one.host === host && (scope === 'user' ? one.root === undefined : isOfProject(one, cwd)))
    .flatMap(({ events }) => events);

const isOfProject = ({ root }: EntryRecord, cwd: string): boolean => root !== undefined && isWithin(cwd, root);
