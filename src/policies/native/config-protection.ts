import { policy } from '../config-protection.js';
import { runOf } from '../policy.js';

/** The policy as `require('anyhook/policies/config-protection.js').run`. */
export const run = runOf(policy);
