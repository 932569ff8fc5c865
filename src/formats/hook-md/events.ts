import type { FormatEvent } from '../format.js';

const row = (event: FormatEvent['events'][number], differences: Partial<FormatEvent> = {}): FormatEvent => ({
  events: [event],
  blocks: true,
  context: true,
  rewrites: false,
  ...differences,
});

/** The triggers of a HOOK.md. Every hook may ask to block; where that is impossible, the user gets a note. */
export const events = {
  session_start: row('session.start'),
  session_end: row('session.end', { context: false }),
  before_agent: row('prompt.submit', { rewrites: true }),
  after_agent: row('agent.done', { context: false }),
  before_stop: row('agent.stop'),
  before_tool: row('tool.before', { rewrites: true }),
  after_tool: row('tool.after'),
  after_tool_failure: row('tool.failure'),
  subagent_start: row('subagent.start'),
  subagent_stop: row('subagent.stop', { context: false }),
  pre_compact: row('compact.before'),
} as const satisfies Record<string, FormatEvent>;

export type Trigger = keyof typeof events;

export const triggers = Object.keys(events) as readonly Trigger[];

/** Triggers that a matcher can narrow. */
export const toolTriggers: readonly Trigger[] = ['before_tool', 'after_tool', 'after_tool_failure'];
