import type { SqlConnection } from '@anyhook/core';
import { decisionNumberAt, decisionTime } from '../decision-id.js';
import { auditBytes } from './audit-queue.js';
import { countSessions } from './schema.js';
import { hourMs, slotMs } from './stat-counts.js';

export interface JournalLimits {
  readonly days: number;
  readonly maxMb: number;
}

/** Rows that one transaction deletes: others can write in between. */
const maxRowsPerTransaction = 20_000;
/** Whole hours are deleted until the size is this fraction of the limit. */
const targetFraction = 0.9;

/** Deletes decisions older than `days`, then the oldest ones while the file is larger than `maxMb`. */
export function pruneJournal(sql: SqlConnection, { days, maxMb }: JournalLimits, now: number): number {
  let deleted = dropBefore(sql, now - days * 24 * hourMs);
  // Space for audit records is not taken from the user's decisions.
  const maxBytes = maxMb * 1024 * 1024 + auditBytes(sql);
  if (usedBytes(sql) <= maxBytes) return finishPrune(sql, deleted);
  while (usedBytes(sql) > maxBytes - maxMb * 1024 * 1024 * (1 - targetFraction)) {
    const first = sql.read('SELECT MIN(n) FROM events')()[0]?.[0];
    if (typeof first !== 'number') break;
    deleted += dropBefore(sql, decisionTime(first) + hourMs);
  }
  return finishPrune(sql, deleted);
}

/** Bytes in use, without free pages. */
function usedBytes(sql: SqlConnection): number {
  const pragma = (name: string) => Number(sql.read(`PRAGMA ${name}`)()[0]?.[0] ?? 0);
  return (pragma('page_count') - pragma('freelist_count')) * pragma('page_size');
}

/** Deletes all hours that ended before `time`. Counts are stored per hour, so only whole hours are deleted. */
function dropBefore(sql: SqlConnection, time: number): number {
  const hour = Math.floor(time / hourMs);
  const until = decisionNumberAt(hour * hourMs);
  const last = sql.read('SELECT MAX(n), COUNT(*) FROM (SELECT n FROM events WHERE n < ? ORDER BY n LIMIT ?)');
  const dropEvents = sql.write('DELETE FROM events WHERE n <= ?');
  const dropDetails = sql.write('DELETE FROM details WHERE n <= ?');
  let deleted = 0;
  for (;;) {
    const [upTo, count] = last(until, maxRowsPerTransaction)[0] ?? [];
    if (typeof upTo !== 'number') break;
    transaction(sql, () => {
      dropEvents(upTo);
      dropDetails(upTo);
    });
    deleted += Number(count);
  }
  if (deleted > 0) dropRuns(sql, until);
  transaction(sql, () => {
    dropDetails(until - 1);
    sql.write('DELETE FROM hours WHERE hour < ?')(hour);
    // A slot that is only partly deleted stays.
    sql.write('DELETE FROM rollup WHERE slot < ?')(Math.floor((hour * hourMs) / slotMs));
  });
  return deleted;
}

function dropRuns(sql: SqlConnection, until: number): void {
  const dropRun = sql.write('DELETE FROM runs WHERE hook = ? AND kind = ? AND n < ?');
  const kinds = sql.read('SELECT id FROM kinds')();
  for (const [hook = 0] of sql.read('SELECT id FROM hooks')())
    transaction(sql, () => {
      for (const [kind = 0] of kinds) dropRun(hook, kind, until);
    });
}

/** Deletes unused names and shrinks the file. */
function finishPrune(sql: SqlConnection, deleted: number): number {
  if (deleted > 0)
    transaction(sql, () => {
      sql.exec(countSessions('first < (SELECT MIN(n) FROM events)'));
      sql.exec('DELETE FROM sessions WHERE NOT EXISTS (SELECT 1 FROM events WHERE session = sessions.id)');
      sql.exec('DELETE FROM kinds WHERE NOT EXISTS (SELECT 1 FROM events WHERE kind = kinds.id)');
      sql.exec('DELETE FROM places WHERE id NOT IN (SELECT place FROM events)');
      sql.exec('DELETE FROM hooksets WHERE id NOT IN (SELECT hookset FROM events)');
    });
  sql.exec('PRAGMA incremental_vacuum');
  return deleted;
}

function transaction(sql: SqlConnection, act: () => void): void {
  sql.exec('BEGIN IMMEDIATE');
  try {
    act();
    sql.exec('COMMIT');
  } catch (error) {
    sql.exec('ROLLBACK');
    throw error;
  }
}
