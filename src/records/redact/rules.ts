import type { Rule } from './rule.js';
import { ai } from './rules/ai.js';
import { cloud } from './rules/cloud.js';
import { code } from './rules/code.js';
import { commands } from './rules/commands.js';
import { data } from './rules/data.js';
import { headers } from './rules/headers.js';
import { keys } from './rules/keys.js';
import { messages } from './rules/messages.js';
import { money } from './rules/money.js';
import { services } from './rules/services.js';

/**
 * Every secret format that is recognized by its form or its position. Secrets recognized by a name are in
 * assignment.ts.
 */
export const rules: readonly Rule[] = [
  ...cloud,
  ...code,
  ...messages,
  ...money,
  ...ai,
  ...services,
  ...data,
  ...keys,
  ...headers,
  ...commands,
];
