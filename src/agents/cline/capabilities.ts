import type { Agent } from '../agent.js';

/** What Cline CLI grants at each event (quirks.ts has the numbers and the sources). */
export const capabilities: Agent['capabilities'] = {
  'tool.before': { deny: 'emulated', rewrite: 'exact', context: 'exact', stop: 'exact' },
  'tool.after': { deny: 'emulated', context: 'exact', stop: 'exact' },
  'tool.failure': { deny: 'emulated', context: 'exact', stop: 'exact' },
};
