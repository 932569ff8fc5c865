import { RuntimeError } from './errors.js';

/** Does the work of each key in the order in which it was asked for, and that of different keys side by side. */
export interface InOrder {
  run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/** Requests of one session that may wait. */
const mostWaiting = 100;

export function createInOrder(): InOrder {
  const lines = new Map<string, { last: Promise<unknown>; waiting: number }>();
  return {
    async run(key, work, signal) {
      const line = lines.get(key) ?? { last: Promise.resolve(), waiting: 0 };
      if (line.waiting >= mostWaiting)
        throw new RuntimeError('TOO_MANY', `${mostWaiting} requests of this session wait already; wait for answers`);
      lines.set(key, line);
      line.waiting++;
      const turn = line.last.then(() => {
        if (signal?.aborted) throw new RuntimeError('CANCELLED', 'the caller went away before its turn came');
        return work();
      });
      const settled = turn.catch(() => undefined);
      line.last = settled;
      try {
        return await turn;
      } finally {
        line.waiting--;
        if (line.waiting === 0) lines.delete(key);
      }
    },
  };
}
