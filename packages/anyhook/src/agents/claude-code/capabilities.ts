import type { Agent } from '../agent.js';

/** What Claude Code grants at each event (quirks.ts has the reasons and sources). */
export const capabilities: Agent['capabilities'] = {
  'session.start': { context: 'exact', message: 'exact' },
  'prompt.submit': { deny: 'exact', rewrite: 'degraded', context: 'exact', message: 'exact', stop: 'exact' },
  'tool.before': {
    deny: 'exact',
    ask: 'exact',
    allow: 'exact',
    rewrite: 'exact',
    context: 'exact',
    message: 'exact',
    stop: 'degraded',
  },
  'tool.permission': { deny: 'exact', allow: 'exact', message: 'exact' },
  'tool.after': { deny: 'exact', rewrite: 'emulated', context: 'exact', message: 'exact', stop: 'exact' },
  'tool.failure': { deny: 'emulated', context: 'exact', message: 'exact' },
  'agent.stop': { deny: 'exact', context: 'degraded', message: 'exact', stop: 'exact' },
  'subagent.start': { context: 'exact', message: 'exact' },
  'subagent.stop': { deny: 'exact', message: 'exact' },
  'compact.before': { deny: 'exact' },
};
