import type { Agent } from '../agent.js';

/** What Gemini CLI grants at each event (quirks.ts has the reasons and sources). */
export const capabilities: Agent['capabilities'] = {
  'session.start': { context: 'exact', message: 'exact' },
  'prompt.submit': { deny: 'exact', rewrite: 'degraded', context: 'exact', message: 'exact', stop: 'exact' },
  'model.before': { deny: 'exact', rewrite: 'degraded' },
  'model.after': { stop: 'exact' },
  'tool.before': { deny: 'exact', rewrite: 'exact', message: 'exact', stop: 'exact' },
  'tool.after': { deny: 'degraded', rewrite: 'emulated', context: 'exact', message: 'exact', stop: 'exact' },
  'tool.failure': { deny: 'emulated', context: 'emulated', message: 'exact', stop: 'exact' },
  'agent.stop': { deny: 'exact', context: 'degraded', message: 'exact', stop: 'exact' },
};
