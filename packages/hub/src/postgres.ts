import { parseObject } from '@anyhook/core';
import postgres from 'postgres';
import { linesOf } from './batch.js';
import { readStream } from './read-stream.js';
import type { HubStreams } from './streams.js';

/** Rows per statement. */
const maxRows = 5000;

/**
 * A record has one row, by its key, even if it arrives repeatedly. Its text is stored byte for byte, so that the chain
 * can be checked, and as text, so that no record blocks those after it: the json type refuses deep nesting.
 */
const table = `create table if not exists anyhook_audit (
  device text not null,
  sequence bigint not null,
  time timestamptz not null,
  record text not null,
  primary key (device, sequence)
)`;

/** A time that Postgres accepts. A device may send any number. */
const timeOf = (line: string): Date => {
  const time = Number(parseObject(line)?.['time']);
  return new Date(Math.min(Math.max(time || 0, 0), Date.UTC(9999, 0)));
};

/** Writes every record to a table of Postgres, once. Ends after the signal. */
export async function runPostgres(
  streams: HubStreams,
  url: string,
  log: (text: string) => void,
  stop: AbortSignal,
): Promise<void> {
  const sql = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => {} });
  let hasTable = false;
  const take = async (messages: readonly { readonly subject: string; readonly data: Uint8Array }[]): Promise<void> => {
    if (!hasTable) await sql.unsafe(table);
    hasTable = true;
    const rows = messages.flatMap(({ subject, data }) => {
      const device = subject.slice(subject.lastIndexOf('.') + 1);
      return linesOf(data).map(({ line, sequence }) => ({ device, sequence, time: timeOf(line), record: line }));
    });
    for (let i = 0; i < rows.length; i += maxRows)
      await sql`insert into anyhook_audit ${sql(rows.slice(i, i + maxRows))} on conflict (device, sequence) do nothing`;
  };
  await readStream(streams, { name: 'postgres', fromStart: false, take }, log, stop);
  await sql.end({ timeout: 5 });
}
