import { now } from '../../platform/clock.js';
import type { Filter, Journal } from '../../records/journal/query.js';
import { colorsFor, type Io, print, widthOf } from '../lib/io.js';
import { type Cell, table } from '../lib/text.js';
import { rowOf } from '../print/journal-rows.js';
import { printJsonLines } from '../print/json-lines.js';

const lookMs = 250;
/** Lines of one process may come in after younger ones of another. */
const lateMs = 5_000;

interface FollowOptions {
  readonly limit: number;
  readonly json: boolean;
  readonly details: boolean;
}

/** Prints decisions as they are made, until the reader has had enough. */
export async function follow(io: Io, journal: Journal, filter: Filter, options: FollowOptions): Promise<void> {
  const { limit, json, details } = options;
  const seen = new Map<string, number>();
  let records = [...journal.list(filter, { limit: Math.min(limit, mostFirst) })].reverse();
  let rows: (readonly Cell[])[] = [];
  for (;;) {
    for (const { id, at } of records) seen.set(id, at);
    if (json) printJsonLines(io, journal, records, details);
    else if (records.length > 0) {
      const colors = colorsFor(io);
      const width = widthOf(io);
      const kept = journal.details(records.map(({ id }) => id));
      const coming = records.map((record) => rowOf(record, kept.get(record.id), { colors, width, now: now() }));
      // Columns stand under those that are on the screen already.
      rows = [...rows, ...coming].slice(-mostFirst);
      for (const line of table(rows, width).slice(-coming.length)) print(io, line);
    }
    await new Promise((done) => setTimeout(done, lookMs));
    journal.refresh();
    const since = Math.max(filter.since ?? 0, now() - lateMs);
    for (const [id, at] of seen) if (at < since - lateMs) seen.delete(id);
    records = journal
      .list({ ...filter, since }, { limit: mostFirst, order: 'oldest' })
      .filter(({ id }) => !seen.has(id));
  }
}

const mostFirst = 200;
