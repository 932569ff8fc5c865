import { configProtection, qualityGate, qualityGateSync, stopGoalFit, workflowSteering } from '@anyhook/anyhook';
import { hasCall } from '@anyhook/core';
import type { Policy } from './policy.js';

/** Blocks changes to linter and formatter configuration, and every truncated payload. */
export const configProtectionPolicy: Policy = {
  name: configProtection.name,
  decodeAs: () => 'PreToolUse',
  run: configProtection.run,
};

/** Checks the format of a written file. Never blocks. */
export const qualityGatePolicy: Policy = {
  name: qualityGate.name,
  decodeAs: () => 'PostToolUse',
  run: qualityGateSync,
};

/** Says what is missing in the active work; with FLOW_AGENTS_GOAL_FIT_STRICT=true it blocks. */
export const stopGoalFitPolicy: Policy = {
  name: stopGoalFit.name,
  decodeAs: () => 'Stop',
  run: stopGoalFit.run,
};

/** Reports the state of the workflow at a prompt or session start, and the next phase after a tool. Never blocks. */
export const workflowSteeringPolicy: Policy = {
  name: workflowSteering.name,
  decodeAs: (event) => (hasCall(event) ? 'PostToolUse' : event.nativeName),
  run: workflowSteering.run,
};

/** The policies of the engine contract. The build makes one CommonJS file per policy, with the same name. */
export const policies: readonly Policy[] = [
  configProtectionPolicy,
  qualityGatePolicy,
  stopGoalFitPolicy,
  workflowSteeringPolicy,
];
