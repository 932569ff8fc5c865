import { join } from 'node:path';
import { appendLine } from '../../platform/files/append-line.js';
import { readTimer, setTimer } from '../../platform/files/spool.js';

/** Most that waits for a receiver that does not answer; beyond it, records stay in the local files only. */
export const mostSpoolBytes = 256 * 1024 * 1024;

/** Time in which a sender that was started is taken to be at work. */
export const leaseMs = 30_000;

/** Longest time between two tries. */
export const longestRestMs = 3_600_000;

/** A spool file per hour: what was sent can be deleted while others write. */
export const segmentAt = (now: number): string => `${new Date(now).toISOString().slice(0, 13)}.jsonl`;

/** Its time says until when nobody needs to start a sender, its size whether the spool is full. */
export const timerOf = (spool: string): string => join(spool, 'rest');

/** The writing side of a spool: one look, one line. True when a sender should be started. */
export function enqueue(spool: string, line: string, now: number): boolean {
  const { until, marked } = readTimer(timerOf(spool));
  if (!marked) appendLine(join(spool, segmentAt(now)), line);
  // A clock that was set back must not silence us for long.
  return until <= now || until > now + longestRestMs;
}

/** Keeps other processes from starting a sender, too. */
export const lease = (spool: string, now: number): void => setTimer(timerOf(spool), now + leaseMs);
