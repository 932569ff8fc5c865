import type { SecretRule } from './rule.js';
import { aiRules } from './rules/ai.js';
import { cloudRules } from './rules/cloud.js';
import { codeRules } from './rules/code-hosts.js';
import { commandRules } from './rules/commands.js';
import { dataRules } from './rules/databases.js';
import { headerRules } from './rules/headers.js';
import { keyRules } from './rules/keys.js';
import { messagingRules } from './rules/messaging.js';
import { paymentRules } from './rules/payments.js';
import { serviceRules } from './rules/services.js';

/**
 * Every secret format that is recognized by its form or its position. Secrets recognized by a name are in
 * assignment.ts.
 */
export const secretRules: readonly SecretRule[] = [
  ...cloudRules,
  ...codeRules,
  ...messagingRules,
  ...paymentRules,
  ...aiRules,
  ...serviceRules,
  ...dataRules,
  ...keyRules,
  ...headerRules,
  ...commandRules,
];
