import type { Agent } from '../agent.js';

const messageOnly = { message: 'exact' } as const;

/** What the engine contract grants at each event; guidance is defined for prompts and finished tools. */
export const capabilities: Agent['capabilities'] = {
  'session.start': { context: 'degraded', ...messageOnly },
  'session.end': messageOnly,
  'prompt.submit': { context: 'exact', ...messageOnly },
  'tool.before': { deny: 'exact', context: 'degraded', ...messageOnly },
  'tool.permission': messageOnly,
  'tool.after': { context: 'exact', ...messageOnly },
  'tool.failure': { context: 'exact', ...messageOnly },
  'agent.stop': { deny: 'exact', context: 'degraded', ...messageOnly },
  'subagent.start': { context: 'degraded', ...messageOnly },
  'subagent.stop': messageOnly,
  other: messageOnly,
};
