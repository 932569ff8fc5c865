import type { Agent } from '../agent.js';

/** What opencode grants at each event through our plugin (quirks.ts has the reasons and sources). */
export const capabilities: Agent['capabilities'] = {
  'session.start': { deny: 'emulated', context: 'emulated', message: 'degraded', stop: 'emulated' },
  'prompt.submit': { deny: 'emulated', rewrite: 'exact', context: 'exact', message: 'degraded', stop: 'emulated' },
  'model.before': { rewrite: 'degraded', message: 'degraded' },
  'tool.before': {
    deny: 'exact',
    allow: 'emulated',
    rewrite: 'exact',
    context: 'emulated',
    message: 'degraded',
    stop: 'emulated',
  },
  'tool.permission': { deny: 'emulated', allow: 'emulated', message: 'degraded' },
  'tool.after': { deny: 'emulated', rewrite: 'exact', context: 'emulated', message: 'degraded', stop: 'emulated' },
  'tool.failure': { deny: 'emulated', context: 'emulated', message: 'degraded', stop: 'emulated' },
  'agent.stop': { deny: 'emulated', context: 'degraded', message: 'degraded', stop: 'exact' },
  'agent.done': { message: 'degraded' },
  'subagent.start': { deny: 'emulated', context: 'emulated', message: 'degraded' },
  'subagent.stop': { message: 'degraded' },
  'compact.before': { deny: 'degraded', rewrite: 'degraded', context: 'exact', message: 'degraded' },
  'compact.after': { message: 'degraded' },
  error: { message: 'degraded' },
};
