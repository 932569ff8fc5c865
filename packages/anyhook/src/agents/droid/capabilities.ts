import type { Agent } from '../agent.js';

/** What droid grants at each event (quirks.ts has the reasons and sources). */
export const capabilities: Agent['capabilities'] = {
  'session.start': { context: 'exact' },
  'prompt.submit': { deny: 'exact', rewrite: 'exact', context: 'exact', stop: 'exact' },
  'tool.before': { deny: 'exact', allow: 'exact', rewrite: 'exact', stop: 'exact' },
  'tool.after': { deny: 'exact', context: 'exact', message: 'degraded', stop: 'exact' },
  'agent.stop': { deny: 'exact', context: 'degraded', message: 'degraded', stop: 'exact' },
  'compact.before': { deny: 'exact' },
};
