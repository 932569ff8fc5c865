import type { Agent } from '../agent.js';

/** What Kimi CLI grants at each event, by its documentation and source (quirks.ts). */
export const capabilities: Agent['capabilities'] = {
  'prompt.submit': { deny: 'exact' },
  'tool.before': { deny: 'exact' },
  'agent.stop': { deny: 'exact', stop: 'exact' },
};
