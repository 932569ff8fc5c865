import type { Agent } from '../agent.js';

/** What docker-agent grants at each event, by its source (quirks.ts). */
export const capabilities: Agent['capabilities'] = {
  'session.start': { context: 'exact', message: 'exact' },
  'prompt.submit': { deny: 'exact', context: 'exact', message: 'exact', stop: 'exact' },
  'turn.start': { context: 'exact', message: 'exact' },
  'model.before': { deny: 'exact', rewrite: 'exact', message: 'exact', stop: 'exact' },
  'tool.before': { deny: 'exact', ask: 'exact', message: 'exact', stop: 'degraded' },
  'tool.permission': { deny: 'exact', allow: 'exact', message: 'exact' },
  'tool.after': { message: 'exact', stop: 'exact' },
  'tool.failure': { message: 'exact', stop: 'exact' },
  'agent.done': { message: 'exact' },
  'compact.before': { deny: 'exact', context: 'exact', message: 'exact' },
};
