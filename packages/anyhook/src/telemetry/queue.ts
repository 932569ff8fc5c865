import { join } from 'node:path';
import { appendLine, readTimerFile, setTimerFile } from '@anyhook/core';

/** How many bytes may wait for a receiver that does not answer; further records are only in the local files. */
export const maxSpoolBytes = 256 * 1024 * 1024;

/** For this long after a sender was started, no other one is started. */
export const leaseMs = 30_000;

/** Longest time between two attempts. */
export const maxPauseMs = 3_600_000;

/** One spool file per hour: sent files can be deleted while others are written. */
export const segmentName = (now: number): string => `${new Date(now).toISOString().slice(0, 13)}.jsonl`;

/** The mtime of this file says until when no sender needs to be started; its size says whether the spool is full. */
export const timerFile = (spool: string): string => join(spool, 'rest');

/** The writing side of a spool: one stat, one line. True if a sender should be started. */
export function enqueueRecord(spool: string, line: string, now: number): boolean {
  const { until, isFull } = readTimerFile(timerFile(spool));
  if (!isFull) appendLine(join(spool, segmentName(now)), line);
  // A clock that was set back must not stop sending for long.
  return until <= now || until > now + maxPauseMs;
}

/** Keeps other processes from starting a sender. */
export const leaseSender = (spool: string, now: number): void => setTimerFile(timerFile(spool), now + leaseMs);
