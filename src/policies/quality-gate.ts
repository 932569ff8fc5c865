import { qualityGate, qualityGateNow } from '../builtins/flow/quality-gate.js';
import type { Policy } from './policy.js';

/** Checks the format of the file that was written. Never blocks. */
export const policy: Policy = { name: qualityGate.name, takesFor: () => 'PostToolUse', run: qualityGateNow };
