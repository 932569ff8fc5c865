import { configProtection } from '../builtins/flow/config-protection.js';
import type { Policy } from './policy.js';

/** Blocks changes to linter and formatter configuration, and every payload that was cut. */
export const policy: Policy = { name: configProtection.name, takesFor: () => 'PreToolUse', run: configProtection.run };
