import type { Agent } from '../agent.js';

/** What Copilot CLI grants at each event (quirks.ts has the reasons and sources). */
export const capabilities: Agent['capabilities'] = {
  'session.start': { context: 'exact' },
  'prompt.submit': { deny: 'exact', rewrite: 'exact', context: 'exact', stop: 'emulated' },
  'tool.before': {
    deny: 'exact',
    ask: 'exact',
    allow: 'exact',
    rewrite: 'exact',
    context: 'exact',
    stop: 'degraded',
  },
  'tool.permission': { deny: 'exact', allow: 'exact', stop: 'exact' },
  'tool.after': { deny: 'emulated', rewrite: 'exact', context: 'exact' },
  'tool.failure': { deny: 'emulated', context: 'exact' },
  'agent.stop': { deny: 'exact', stop: 'exact' },
  'subagent.start': { context: 'exact' },
  'subagent.stop': { deny: 'exact' },
};
