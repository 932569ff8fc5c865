import type { Session } from './project-view.js';

/**
 * A session that nobody asked for in so long is over: whoever drove it is gone, and its session.end hooks shall run. A week,
 * because people come back to their agent after a weekend or some days off, and an open session costs no more than a row.
 */
export const idleMs = 7 * 24 * 3_600_000;
export const idleText = '7 days';

/** That a session is used is noted so often at most: a note waits for the disk. */
const noteMs = 3_600_000;

/** Was a session neither stopped nor used for too long? */
export const isIdle = ({ endedAt, updatedAt }: Session, now: number): boolean =>
  endedAt === undefined && now - updatedAt > idleMs;

/** Was the last note of its use long enough ago for another? */
export const isNoteDue = ({ updatedAt }: Session, now: number): boolean => now - updatedAt > noteMs;
