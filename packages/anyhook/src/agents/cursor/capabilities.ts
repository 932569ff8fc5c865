import type { Agent } from '../agent.js';

/** What Cursor grants at each event, by its documentation (quirks.ts). */
export const capabilities: Agent['capabilities'] = {
  'session.start': { context: 'exact' },
  'prompt.submit': { deny: 'exact' },
  'tool.before': { deny: 'exact', allow: 'exact', rewrite: 'exact' },
  'tool.after': { deny: 'emulated', context: 'exact' },
  'agent.stop': { deny: 'exact', stop: 'exact' },
  'subagent.start': { deny: 'exact' },
  'subagent.stop': { deny: 'exact' },
};
