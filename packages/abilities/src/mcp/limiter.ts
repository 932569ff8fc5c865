import { createLimiter, type Limiter } from '@anyhook/core';

export interface CallLimits {
  readonly running: number;
  readonly waiting: number;
}

/** Lets a few calls run at once; the others wait in order of arrival. */
export const createCallLimiter = ({ running, waiting }: CallLimits): Limiter =>
  createLimiter({
    maxRunning: running,
    maxWaiting: waiting,
    cancelledError: () => new Error('the call was cancelled before it began'),
    fullError: (open) => new Error(`${open} calls wait already: try again later`),
  });
