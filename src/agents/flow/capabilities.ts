import type { Agent } from '../agent.js';

const stderr = { message: 'exact' } as const;

/** What the engine contract grants at each event; guidance is defined for prompts and finished tools. */
export const capabilities: Agent['capabilities'] = {
  'session.start': { context: 'degraded', ...stderr },
  'session.end': stderr,
  'prompt.submit': { context: 'exact', ...stderr },
  'tool.before': { deny: 'exact', context: 'degraded', ...stderr },
  'tool.permission': stderr,
  'tool.after': { context: 'exact', ...stderr },
  'tool.failure': { context: 'exact', ...stderr },
  'agent.stop': { deny: 'exact', context: 'degraded', ...stderr },
  'subagent.start': { context: 'degraded', ...stderr },
  'subagent.stop': stderr,
  other: stderr,
};
