import type { Agent } from '../agent.js';

/** What Codex grants at each event (quirks.ts has the reasons and sources). */
export const capabilities: Agent['capabilities'] = {
  'session.start': { deny: 'emulated', context: 'exact', message: 'degraded', stop: 'exact' },
  'prompt.submit': { deny: 'exact', rewrite: 'degraded', context: 'exact', message: 'degraded', stop: 'exact' },
  'tool.before': { deny: 'exact', rewrite: 'exact', context: 'exact', message: 'degraded' },
  'tool.permission': { deny: 'exact', allow: 'exact' },
  'tool.after': { deny: 'degraded', rewrite: 'emulated', context: 'exact', message: 'degraded' },
  'agent.stop': { deny: 'exact', context: 'degraded', message: 'degraded', stop: 'exact' },
  'subagent.start': { context: 'exact', message: 'degraded' },
  'subagent.stop': { deny: 'exact', message: 'degraded' },
  'compact.before': { deny: 'degraded', stop: 'exact' },
};
