import { stopGoalFit } from '../builtins/flow/stop-goal-fit.js';
import type { Policy } from './policy.js';

/** Says what the active work still lacks; with FLOW_AGENTS_GOAL_FIT_STRICT=true it blocks. */
export const policy: Policy = { name: stopGoalFit.name, takesFor: () => 'Stop', run: stopGoalFit.run };
