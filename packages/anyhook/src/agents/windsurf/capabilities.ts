import type { Agent } from '../agent.js';

/** What Windsurf grants at each event, by its documentation (quirks.ts). */
export const capabilities: Agent['capabilities'] = {
  'prompt.submit': { deny: 'exact' },
  'tool.before': { deny: 'exact', message: 'degraded' },
  'tool.after': { deny: 'exact', context: 'degraded', message: 'degraded' },
  'agent.done': { message: 'degraded' },
};
