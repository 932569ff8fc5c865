import { maxTimerMs } from '../limits.js';

/** Milliseconds for measuring durations. Not `performance`: its first use loads a module. */
export const ticks = (): number => {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1_000 + nanoseconds / 1e6;
};

export const now = (): number => Date.now();

export const isoNow = (): string => new Date().toISOString();

/** How long one piece of work may keep this process from its other work. */
const shareMs = 10;

/** Returns a function that, once its caller has used its share of time, waits until other work had a turn. */
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

/** Returns a function that tells how many milliseconds of a budget are left, at least one. */
export function timeLeft(budgetMs: number): () => number {
  const deadline = ticks() + Math.min(budgetMs, maxTimerMs);
  return () => Math.max(1, deadline - ticks());
}

/** The result of this work if it comes in time; undefined if not, and then the work goes on without a reader. */
export async function resultWithin<T>(work: Promise<T>, ms: number | undefined): Promise<T | undefined> {
  if (ms === undefined) return work;
  let timer: NodeJS.Timeout | undefined;
  const overrun = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), Math.min(ms, maxTimerMs));
  });
  // A failure after the time is up has no reader.
  work.catch(() => undefined);
  return Promise.race([work, overrun]).finally(() => clearTimeout(timer));
}
