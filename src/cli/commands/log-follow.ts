import { now } from '../../platform/clock.js';
import { followDecisions } from '../../records/journal/pages.js';
import type { DecisionFilter, Journal } from '../../records/journal/query.js';
import { colorsFor, type Io, print, terminalWidth } from '../lib/io.js';
import { type TableCell, tableLines } from '../lib/text.js';
import { journalRow } from '../print/journal-rows.js';
import { printJsonLines } from '../print/json-lines.js';

interface FollowOptions {
  readonly limit: number;
  readonly json: boolean;
  readonly details: boolean;
}

/** The number of recent rows that set the column widths. */
const maxRows = 200;

/** Prints new decisions until the user stops it. */
export async function followJournal(
  io: Io,
  journal: Journal,
  filter: DecisionFilter,
  options: FollowOptions,
): Promise<void> {
  const { limit, json, details } = options;
  let rows: (readonly TableCell[])[] = [];
  for await (const records of followDecisions(journal, filter, limit)) {
    if (json) printJsonLines(io, journal, records, details);
    else if (records.length > 0) {
      const colors = colorsFor(io);
      const width = terminalWidth(io);
      const detailsById = journal.details(records.map(({ id }) => id));
      const rowOptions = { colors, width, now: now(), showProject: filter.root === undefined };
      const newRows = records.map((record) => journalRow(record, detailsById.get(record.id), rowOptions));
      // Align columns with the rows that are already on the screen.
      rows = [...rows, ...newRows].slice(-maxRows);
      for (const line of tableLines(rows, width).slice(-newRows.length)) print(io, line);
    }
  }
}
