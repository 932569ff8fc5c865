import { createLimiter, type Limiter } from '../../platform/limiter.js';

export interface CallLimits {
  readonly running: number;
  readonly waiting: number;
}

/** Lets a few calls run at once; the others wait in the order in which they came. */
export const createCallLimiter = ({ running, waiting }: CallLimits): Limiter =>
  createLimiter({
    most: running,
    maxWaiting: waiting,
    cancelled: () => new Error('the call was cancelled before it began'),
    full: (open) => new Error(`${open} calls wait already: try again later`),
  });
