import { resultWithin } from '@anyhook/core';
import { maxSnapshotWaitMs } from './limits.js';
import type { EventPlace } from './store-places.js';

/** A session, and how to run work after the answer. */
type SessionPlace = Pick<EventPlace, 'agent' | 'session' | 'later'>;

/** Unfinished work by session: its next event does that first. */
const unwritten = new Map<string, () => Promise<void>>();

export const sessionKey = ({ agent, session }: SessionPlace): string => `${agent} ${session}`;

/** Finishes the work that the last event of the session left; throws if that failed. */
export async function allWritten(place: SessionPlace): Promise<void> {
  const key = sessionKey(place);
  const last = unwritten.get(key);
  if (!last) return;
  try {
    await last();
  } finally {
    if (unwritten.get(key) === last) unwritten.delete(key);
  }
}

/**
 * Work that the agent need not wait for. `write` is quick, and the session's next event waits for it; `look` may take
 * long. If the process ends with the answer, the agent waits for both, at most two seconds for a snapshot.
 */
export async function afterAnswer(
  place: SessionPlace,
  write: () => void | Promise<void>,
  look?: () => Promise<void>,
): Promise<void> {
  const safeSnapshot = async () => look?.().catch(() => {});
  const { later } = place;
  if (!later) {
    await write();
    await resultWithin(safeSnapshot(), maxSnapshotWaitMs);
    return;
  }
  const key = sessionKey(place);
  const before = unwritten.get(key);
  let done: Promise<void> | undefined;
  const writeOnce = () => {
    done ??= (async () => {
      try {
        await before?.();
      } finally {
        // Record this event even if the last one failed.
        await write();
      }
    })();
    return done;
  };
  unwritten.set(key, writeOnce);
  later(async () => {
    try {
      await writeOnce();
    } catch {
      // Kept for the next event of the session, which throws it.
      return;
    }
    if (unwritten.get(key) === writeOnce) unwritten.delete(key);
    await safeSnapshot();
  });
}
