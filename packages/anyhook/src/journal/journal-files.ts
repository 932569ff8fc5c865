import { join } from 'node:path';

export const journalPaths = (state: string) => {
  const dir = join(state, 'journal');
  return { dir, database: join(dir, 'journal.db'), spool: join(dir, 'spool') };
};

/** A spool file's name: the hour (UTC) it was started in, its writer, and a number within the hour. */
export const spoolFileName = (at: number, writer: string, part = 0): string =>
  `${new Date(at).toISOString().slice(0, 13).replace(/[-T]/g, '')}-${writer}.${part}.jsonl`;

export interface SpoolFileName {
  readonly writer: string;
  readonly part: number;
  /** When its hour ends, in milliseconds since the epoch. */
  readonly ends: number;
}

/** Parses the name of a spool file; undefined for any other file. */
export function parseSpoolFileName(name: string): SpoolFileName | undefined {
  const [, year, month, day, hour, writer = '', part] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)-([a-z0-9]+)\.(\d{1,6})\.jsonl$/.exec(name) ?? [];
  if (year === undefined) return undefined;
  return { writer, part: Number(part), ends: Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour) + 1) };
}

/** The writer name shared by all processes that answer one event. */
export const processWriter = 'c';

/** The writer name of one engine; it is unique. */
export const engineWriter = (pid: number, startedAt: number): string => `e${pid}x${startedAt.toString(36)}`;
