import { maxTimerMs } from '../limits.js';

/** The result of this work if it comes in time; undefined if not, and then the work goes on without a reader. */
export async function withinMs<T>(work: Promise<T>, ms: number | undefined): Promise<T | undefined> {
  if (ms === undefined) return work;
  let timer: NodeJS.Timeout | undefined;
  const overrun = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), Math.min(ms, maxTimerMs));
  });
  // A failure after the time is up has no reader.
  work.catch(() => undefined);
  return Promise.race([work, overrun]).finally(() => clearTimeout(timer));
}
