import { createLimiter, type Limiter } from '../../platform/limiter.js';
import { RuntimeError } from './errors.js';

/** Requests of one session that may wait behind the one that is served. */
const maxWaiting = 99;

/** Serves the requests of each session in the order in which they came, and those of different sessions side by side. */
export const createKeyedQueue = (): Limiter =>
  createLimiter({
    maxOfKey: 1,
    maxWaitingOfKey: maxWaiting,
    cancelled: () => new RuntimeError('CANCELLED', 'the caller went away before its turn came'),
    full: () =>
      new RuntimeError('TOO_MANY', `${maxWaiting + 1} requests of this session are open already; wait for answers`),
  });
