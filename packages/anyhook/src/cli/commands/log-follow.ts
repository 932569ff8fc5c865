import { setTimeout as wait } from 'node:timers/promises';
import { now, userPaths } from '@anyhook/core';
import { followLive } from '../../answer/live-decisions.js';
import type { DecisionFilter, Journal } from '../../journal/query.js';
import type { DecisionRecord } from '../../journal/record.js';
import { journalRow } from '../print/journal-rows.js';
import { printJsonLines } from '../print/json-lines.js';
import { colorsFor, type Io, noticePrinter, print, terminalWidth } from '../terminal/io.js';
import { type TableCell, tableLines } from '../terminal/text.js';

interface FollowOptions {
  readonly limit: number;
  readonly json: boolean;
  readonly details: boolean;
}

/** The number of recent rows that set the column widths, and of decisions that are shown at the start. */
const maxRows = 200;
/** The engine stores details a moment after its answer. */
const detailDelayMs = 600;
const detailPollMs = 40;

/** Prints new decisions until the user stops it. */
export async function followJournal(
  io: Io,
  journal: Journal,
  filter: DecisionFilter,
  options: FollowOptions,
): Promise<void> {
  const { limit, json, details } = options;
  let rows: (readonly TableCell[])[] = [];
  const show = (records: readonly DecisionRecord[]) => {
    if (json) return printJsonLines(io, journal, records, details);
    const colors = colorsFor(io);
    const width = terminalWidth(io);
    const detailsById = journal.details(records.map(({ id }) => id));
    const rowOptions = { colors, width, now: now(), showProject: filter.root === undefined };
    const newRows = records.map((record) => journalRow(record, detailsById.get(record.id), rowOptions));
    // Align columns with the rows that are already on the screen.
    rows = [...rows, ...newRows].slice(-maxRows);
    for (const line of tableLines(rows, width).slice(-newRows.length)) print(io, line);
  };
  let shown: Promise<void> = Promise.resolve();
  let fail: (error: unknown) => void = () => {};
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  const notice = noticePrinter(io);
  const live = followLive({
    state: userPaths(io.env, io.home).state,
    journal,
    filter,
    decided(records) {
      // One after the other, in the order in which they were decided.
      shown = shown.then(async () => {
        if (!json || details) await detailsStored(journal, records);
        show(records);
      });
      shown.catch(fail);
    },
    trouble: (text) => {
      if (text !== undefined) notice(text);
    },
  });
  try {
    const latest = [...journal.list(filter, { limit: Math.min(limit, maxRows) })].reverse();
    live.know(latest);
    show(latest);
    await failed;
  } finally {
    live.close();
  }
}

/** Waits until the details of all these decisions are stored, or for a moment: some are never stored. */
async function detailsStored(journal: Journal, records: readonly DecisionRecord[]): Promise<void> {
  const ids = records.map(({ id }) => id);
  const until = Math.max(...records.map(({ at }) => at)) + detailDelayMs;
  while (journal.details(ids).size < ids.length && now() < until) await wait(detailPollMs);
}
