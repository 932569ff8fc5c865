import { runOf } from '../policy.js';
import { policy } from '../workflow-steering.js';

/** The policy as `require('anyhook/policies/workflow-steering.js').run`. */
export const run = runOf(policy);
