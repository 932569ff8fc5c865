import { maxTimerMs } from '../limits.js';

/** Milliseconds for measuring durations. Not `performance`: its first use loads a module. */
export const ticks = (): number => {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1_000 + nanoseconds / 1e6;
};

export const now = (): number => Date.now();

export const isoNow = (): string => new Date().toISOString();

/** How long one task may block this process. */
const shareMs = 10;

/** Returns a function that waits for other tasks once its caller has used up its share of time. */
export function createYielder(): () => Promise<void> | undefined {
  let since = ticks();
  return () => {
    if (ticks() - since < shareMs) return undefined;
    return new Promise((resolve) =>
      setImmediate(() => {
        since = ticks();
        resolve();
      }),
    );
  };
}

/** Returns a function for the milliseconds left of a budget, at least one. */
export function timeLeft(budgetMs: number): () => number {
  const deadline = ticks() + Math.min(budgetMs, maxTimerMs);
  return () => Math.max(1, deadline - ticks());
}

/** Resolves to undefined on timeout; the work continues and its result is dropped. */
export async function resultWithin<T>(work: Promise<T>, ms: number | undefined): Promise<T | undefined> {
  if (ms === undefined) return work;
  let timer: NodeJS.Timeout | undefined;
  const overrun = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), Math.min(ms, maxTimerMs));
  });
  // A failure after the timeout is ignored.
  work.catch(() => undefined);
  return Promise.race([work, overrun]).finally(() => clearTimeout(timer));
}
