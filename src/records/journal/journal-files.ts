import { join } from 'node:path';

/** Where the journal of a state folder is. */
export const journalPlaces = (state: string) => {
  const dir = join(state, 'journal');
  return { dir, database: join(dir, 'journal.db'), spool: join(dir, 'spool') };
};

/** A file of the spool: the hour (UTC) in which it was begun, who writes it, and a number where one was not enough. */
export const spoolName = (at: number, writer: string, part = 0): string =>
  `${new Date(at).toISOString().slice(0, 13).replace(/[-T]/g, '')}-${writer}.${part}.jsonl`;

export interface SpoolName {
  readonly writer: string;
  readonly part: number;
  /** When its hour ends, in milliseconds since the epoch. */
  readonly ends: number;
}

/** What the name of a file of the spool says; undefined where it is none of ours. */
export function readSpoolName(name: string): SpoolName | undefined {
  const [, year, month, day, hour, writer = '', part] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)-([a-z0-9]+)\.(\d{1,6})\.jsonl$/.exec(name) ?? [];
  if (year === undefined) return undefined;
  return { writer, part: Number(part), ends: Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour) + 1) };
}

/** The writer of all processes that answer one event. */
export const loneWriter = 'c';

/** The writer of one engine, which no other one ever has. */
export const engineWriter = (pid: number, startedAt: number): string => `e${pid}x${startedAt.toString(36)}`;
