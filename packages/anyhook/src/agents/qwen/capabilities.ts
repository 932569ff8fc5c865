import type { Agent } from '../agent.js';

/** What Qwen Code grants at each event (quirks.ts has the reasons and sources). */
export const capabilities: Agent['capabilities'] = {
  'session.start': { context: 'exact' },
  'prompt.submit': { deny: 'exact', rewrite: 'degraded', context: 'exact', stop: 'exact' },
  'tool.before': { deny: 'exact', ask: 'exact', stop: 'degraded' },
  'tool.permission': { deny: 'exact', allow: 'exact' },
  'tool.after': { deny: 'emulated', rewrite: 'emulated', context: 'exact' },
  'tool.failure': { deny: 'emulated', context: 'exact' },
  'agent.stop': { deny: 'exact', context: 'degraded', message: 'exact', stop: 'exact' },
  'subagent.stop': { deny: 'exact' },
  'compact.before': { context: 'exact' },
};
