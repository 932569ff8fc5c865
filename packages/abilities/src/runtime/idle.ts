import type { StoredSession } from './project-view.js';

/** A session without requests for a week ends: this allows for days off, and an open session costs only a row. */
export const idleMs = 7 * 24 * 3_600_000;
export const idleDuration = '7 days';

/** How often the use of a session is recorded at most: each record waits for the disk. */
const useRecordIntervalMs = 3_600_000;

/** Whether a session was neither stopped nor used for too long. */
export const isIdle = ({ endedAt, updatedAt }: StoredSession, now: number): boolean =>
  endedAt === undefined && now - updatedAt > idleMs;

export const isUseRecordDue = ({ updatedAt }: StoredSession, now: number): boolean =>
  now - updatedAt > useRecordIntervalMs;
