import { runOf } from '../policy.js';
import { policy } from '../quality-gate.js';

/** The policy as `require('anyhook/policies/quality-gate.js').run`. */
export const run = runOf(policy);
