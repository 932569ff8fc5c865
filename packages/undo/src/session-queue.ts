import { resultWithin } from '@anyhook/core';
import { maxSnapshotWaitMs } from './limits.js';
import type { EventPlace } from './store-places.js';

/** A session, and who waits for it. */
type SessionPlace = Pick<EventPlace, 'agent' | 'session' | 'later'>;

/** What a session has still to write down, by session: its next event does that first. */
const unwritten = new Map<string, () => Promise<void>>();

export const sessionKey = ({ agent, session }: SessionPlace): string => `${agent} ${session}`;

/** Does what the last event of the session left to do; throws if that failed. */
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
 * Work that the agent need not wait for. `write` is quick, and the session's next event comes after it; `look` may take
 * long. Where the process ends with the answer, the agent waits for both, for a snapshot not longer than two seconds.
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
        // What the last event failed to write is no reason to lose this too.
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
