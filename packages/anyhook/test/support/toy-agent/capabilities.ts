import type { Agent } from '../../../src/agents/agent.js';

/** What the toy grants at each event. */
export const capabilities: Agent['capabilities'] = {
  'session.start': { context: 'exact' },
  'prompt.submit': { deny: 'exact' },
  'tool.before': { deny: 'exact' },
};
