import { ticks } from '@anyhook/core';
import type { Memo } from './answer-event.js';

/** Remembers values for a moment, for a process that answers many events in a row. */
export function createBriefMemo(ms: number): Memo {
  const known = new Map<string, unknown>();
  let since = ticks();
  return <T>(name: string, compute: () => T): T => {
    if (ticks() - since > ms) {
      known.clear();
      since = ticks();
    }
    if (!known.has(name)) known.set(name, compute());
    return known.get(name) as T;
  };
}
