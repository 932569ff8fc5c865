import type { Agent } from '../agent.js';

/** What Kiro grants at each event, by its documentation (quirks.ts). */
export const capabilities: Agent['capabilities'] = {
  'session.start': { context: 'exact' },
  'prompt.submit': { rewrite: 'degraded', context: 'exact' },
  'tool.before': { deny: 'exact' },
  'tool.after': { message: 'emulated' },
  'tool.failure': { message: 'emulated' },
  'agent.stop': { deny: 'degraded', message: 'emulated', stop: 'exact' },
};
