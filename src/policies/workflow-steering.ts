import { workflowSteering } from '../builtins/flow/workflow-steering.js';
import { hasCall } from '../core/event.js';
import type { Policy } from './policy.js';

/** Gives the state of the workflow at a prompt or session start, and the next phase after a tool. Never blocks. */
export const policy: Policy = {
  name: workflowSteering.name,
  takesFor: (event) => (hasCall(event) ? 'PostToolUse' : event.nativeName),
  run: workflowSteering.run,
};
