import type { FormatEvent } from '../kit/format.js';

const row = (event: FormatEvent['events'][number], differences: Partial<FormatEvent> = {}): FormatEvent => ({
  events: [event],
  blocks: true,
  context: true,
  rewrites: false,
  ...differences,
});

/**
 * The triggers of a HOOK.md: those of its first version, then the names that later versions have for the same moments.
 * Every hook may ask to block; where that is impossible, the user gets a note.
 */
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
  'pre-session': row('session.start'),
  'post-session': row('session.end', { context: false }),
  'pre-agent-turn': row('prompt.submit', { rewrites: true }),
  'post-agent-turn': row('agent.done', { context: false }),
  'pre-agent-turn-stop': row('agent.stop'),
  'post-agent-turn-stop': row('agent.done', { context: false }),
  'pre-tool-call': row('tool.before', { rewrites: true }),
  'post-tool-call': row('tool.after'),
  'post-tool-call-failure': row('tool.failure'),
  'pre-subagent': row('subagent.start'),
  'post-subagent': row('subagent.stop', { context: false }),
  'pre-context-compact': row('compact.before'),
  'post-context-compact': row('compact.after', { blocks: false, context: false }),
} as const satisfies Record<string, FormatEvent>;

export type Trigger = keyof typeof events;

export const triggers = Object.keys(events) as readonly Trigger[];

/** Triggers that a matcher can narrow. */
export const toolTriggers: readonly Trigger[] = triggers.filter((name) =>
  events[name].events.some((event) => event.startsWith('tool.')),
);
