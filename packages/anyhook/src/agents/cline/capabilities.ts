import type { Agent } from '../agent.js';

/** What Cline CLI grants at each event (quirks.ts has the reasons and sources). */
export const capabilities: Agent['capabilities'] = {
  'tool.before': { deny: 'emulated', rewrite: 'exact', context: 'exact', stop: 'exact' },
  'tool.after': { deny: 'emulated', context: 'exact', stop: 'exact' },
  'tool.failure': { deny: 'emulated', context: 'exact', stop: 'exact' },
};
