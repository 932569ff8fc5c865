import { runOf } from '../policy.js';
import { policy } from '../stop-goal-fit.js';

/** The policy as `require('anyhook/policies/stop-goal-fit.js').run`. */
export const run = runOf(policy);
