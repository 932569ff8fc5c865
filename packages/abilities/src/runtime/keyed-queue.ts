import { createLimiter, type Limiter } from '@anyhook/core';
import { RuntimeError } from './errors.js';

/** Requests of one session that may wait while another is served. */
const maxWaiting = 99;

/** Serves the requests of each session in order, and those of different sessions in parallel. */
export const createKeyedQueue = (): Limiter =>
  createLimiter({
    maxRunningPerKey: 1,
    maxWaitingPerKey: maxWaiting,
    cancelledError: () => new RuntimeError('CANCELLED', 'the caller went away before its turn came'),
    fullError: () =>
      new RuntimeError('TOO_MANY', `${maxWaiting + 1} requests of this session are open already; wait for answers`),
  });
