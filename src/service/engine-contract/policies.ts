import { hasCall } from '../../core/event.js';
import { configProtection as configProtectionBuiltin } from '../../handlers/builtins/config-protection.js';
import { qualityGate as qualityGateBuiltin, qualityGateSync } from '../../handlers/builtins/quality-gate.js';
import { stopGoalFit as stopGoalFitBuiltin } from '../../handlers/builtins/stop-goal-fit.js';
import { workflowSteering as workflowSteeringBuiltin } from '../../handlers/builtins/workflow-steering.js';
import type { Policy } from './policy.js';

/** Blocks changes to linter and formatter configuration, and every truncated payload. */
export const configProtection: Policy = {
  name: configProtectionBuiltin.name,
  takesFor: () => 'PreToolUse',
  run: configProtectionBuiltin.run,
};

/** Checks the format of the file that was written. Never blocks. */
export const qualityGate: Policy = {
  name: qualityGateBuiltin.name,
  takesFor: () => 'PostToolUse',
  run: qualityGateSync,
};

/** Says what the active work still lacks; with FLOW_AGENTS_GOAL_FIT_STRICT=true it blocks. */
export const stopGoalFit: Policy = {
  name: stopGoalFitBuiltin.name,
  takesFor: () => 'Stop',
  run: stopGoalFitBuiltin.run,
};

/** Gives the state of the workflow at a prompt or session start, and the next phase after a tool. Never blocks. */
export const workflowSteering: Policy = {
  name: workflowSteeringBuiltin.name,
  takesFor: (event) => (hasCall(event) ? 'PostToolUse' : event.nativeName),
  run: workflowSteeringBuiltin.run,
};

/** The policies of the engine contract. The build makes one CommonJS file of each, under its own name. */
export const policies: readonly Policy[] = [configProtection, qualityGate, stopGoalFit, workflowSteering];
