import { type FailureKind, failureKinds } from '@anyhook/core';
import type { FormatEvent } from '../kit/format.js';

/** docker-agent does not run a call whose guard did not start or did not finish in time. */
const guardFailures: readonly FailureKind[] = ['timeout', 'spawn'];

const observe = (...events: FormatEvent['events']): FormatEvent => ({
  events,
  blocks: false,
  context: false,
  rewrites: false,
});
const queued = { events: ['prompt.submit'], blocks: true, context: true, rewrites: false, byName: true } as const;
const ownEvent = { ...observe('other'), byName: true } as const;

/** docker-agent's events: first those of its example file, then those of later versions. */
export const dockerEvents = {
  pre_tool_use: {
    ...{ events: ['tool.before'], blocks: true, context: true, rewrites: true },
    blockingFailures: guardFailures,
  },
  post_tool_use: { events: ['tool.after', 'tool.failure'], blocks: true, context: true, rewrites: true },
  permission_request: { events: ['tool.permission'], blocks: true, context: false, rewrites: false },
  session_start: { events: ['session.start'], blocks: false, context: true, rewrites: false },
  user_prompt_submit: { events: ['prompt.submit'], blocks: true, context: true, rewrites: true },
  turn_start: { events: ['turn.start'], blocks: false, context: true, rewrites: false },
  turn_end: observe('turn.end'),
  before_llm_call: { events: ['model.before'], blocks: true, context: false, rewrites: true },
  after_llm_call: observe('model.after'),
  session_end: observe('session.end'),
  pre_compact: { events: ['compact.before'], blocks: true, context: true, rewrites: false },
  subagent_stop: observe('subagent.stop'),
  on_user_input: observe('user.wait'),
  stop: observe('agent.done'),
  notification: observe('notification'),
  on_error: observe('error'),
  on_max_iterations: observe('limit'),
  before_compaction: {
    ...{ events: ['compact.before'], blocks: true, context: false, rewrites: true },
    after: 'pre_compact',
  },
  after_compaction: observe('compact.after'),
  tool_input_transform: { events: ['tool.before'], blocks: true, context: false, rewrites: true },
  tool_guard: {
    ...{ events: ['tool.before'], blocks: true, context: false, rewrites: false },
    blockingFailures: failureKinds,
  },
  tool_response_transform: { events: ['tool.after', 'tool.failure'], blocks: false, context: false, rewrites: true },
  user_steering_messages_submit: queued,
  user_followup_submit: queued,
  on_agent_switch: ownEvent,
  on_session_resume: ownEvent,
  on_tool_approval_decision: ownEvent,
  worktree_create: ownEvent,
} as const satisfies Record<string, FormatEvent>;

/** Events whose entries are groups with a matcher over tool names. */
export const toolEvents: ReadonlySet<string> = new Set([
  ...['pre_tool_use', 'post_tool_use', 'permission_request'],
  ...['tool_input_transform', 'tool_guard', 'tool_response_transform'],
]);

/** Events of docker-agent alone. */
export const namedEvents: ReadonlySet<string> = new Set(
  Object.entries(dockerEvents).flatMap(([name, row]) => ('byName' in row ? [name] : [])),
);

/** The order in which hooks of one canonical event run: the input is rewritten before guards see it, the output before observers. */
export const runOrder: readonly string[] = [
  ...['tool_input_transform', 'tool_guard', 'tool_response_transform'],
  ...Object.keys(dockerEvents).filter((name) => !/^tool_/.test(name)),
];
