import type { Agent } from '../agent.js';

/** What pi grants at each event through our extension (quirks.ts has the reasons and sources). */
export const capabilities: Agent['capabilities'] = {
  'session.start': { deny: 'emulated', context: 'exact', message: 'degraded', stop: 'emulated' },
  'prompt.submit': { deny: 'emulated', rewrite: 'exact', context: 'emulated', message: 'degraded', stop: 'emulated' },
  'turn.start': { context: 'emulated', message: 'degraded' },
  'turn.end': { message: 'degraded' },
  'model.before': { deny: 'emulated', rewrite: 'exact', message: 'degraded', stop: 'emulated' },
  'tool.before': {
    deny: 'exact',
    ask: 'emulated',
    rewrite: 'exact',
    context: 'emulated',
    message: 'degraded',
    stop: 'exact',
  },
  'tool.after': { deny: 'emulated', rewrite: 'exact', context: 'emulated', message: 'degraded', stop: 'exact' },
  'tool.failure': { deny: 'emulated', context: 'emulated', message: 'degraded', stop: 'exact' },
  'agent.stop': { deny: 'exact', context: 'degraded', message: 'degraded', stop: 'exact' },
  'agent.done': { message: 'degraded' },
  'subagent.start': { deny: 'emulated', context: 'exact', message: 'degraded', stop: 'emulated' },
  'subagent.stop': { deny: 'exact', message: 'degraded', stop: 'exact' },
  'compact.before': { deny: 'exact', rewrite: 'exact', message: 'degraded' },
  'compact.after': { message: 'degraded' },
  'user.wait': { message: 'degraded' },
};
