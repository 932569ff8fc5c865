import { policy as configProtection } from './config-protection.js';
import type { Policy } from './policy.js';
import { policy as qualityGate } from './quality-gate.js';
import { policy as stopGoalFit } from './stop-goal-fit.js';
import { policy as workflowSteering } from './workflow-steering.js';

/** The policies that come with the engine contract. */
export const policies: readonly Policy[] = [configProtection, qualityGate, stopGoalFit, workflowSteering];
