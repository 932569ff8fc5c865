import type { FiringEngine, HookOptions, HookSession, Opening } from './session-contract.js';
import { createSessionEvents, type SessionEvents } from './session-events.js';
import { blockOf } from './session-replies.js';
import { createToolCalls } from './session-tools.js';
import { errorMessage } from './to-text.js';

export type * from './session-contract.js';

/** One run of an agent in canonical terms. Every adapter is built on it. */
export function createHookSession(
  engine: FiringEngine | Promise<FiringEngine>,
  options: HookOptions & { readonly framework: string },
): HookSession {
  const events = createSessionEvents(engine, options);
  const { clear, ...toolCalls } = createToolCalls(events, options.tools ?? {});
  const turns = createTurns(events, clear);

  return {
    id: events.id,
    get stopped() {
      return events.stopped;
    },
    ...turns,
    ...toolCalls,
    async beforeModel(messages) {
      if (events.stopped !== undefined) return { block: events.stopped };
      const verdict = await events.fire('model.before', { messages });
      const rewritten = verdict.rewrite?.of === 'messages' ? { messages: verdict.rewrite.value } : {};
      return { ...rewritten, ...blockOf(verdict, events.stopped) };
    },
    async afterModel({ text }) {
      await events.fire('model.after', text === undefined ? {} : { response: text });
    },
    async subagentStart(subagent, task) {
      if (events.stopped !== undefined) return { context: [], block: events.stopped };
      const { reply } = await events.fireOpening('subagent.start', { subagent }, task);
      return reply;
    },
    subagentStop(subagent, { text, active = false } = {}) {
      const stopFields = { stopHookActive: active, ...(text !== undefined && { response: text }) };
      return events.fireStop('subagent.stop', { subagent, ...stopFields });
    },
    async compactBefore(compaction = {}) {
      const { verdict, reply } = await events.fireOpening('compact.before', { trigger: 'auto', ...compaction });
      return { ...reply, ...(verdict.rewrite?.of === 'summary' && { summary: verdict.rewrite.value }) };
    },
    async compactAfter(compaction = {}) {
      await events.fire('compact.after', { trigger: 'auto', ...compaction });
    },
    async error(error) {
      await events.fire('error', { level: 'error', message: errorMessage(error) });
    },
  };
}

/** A hook blocked a prompt, a model call or a whole session. */
export class HookBlock extends Error {
  override readonly name = 'HookBlock';

  constructor(
    /** The text for the user. */
    readonly reason: string,
  ) {
    super(reason);
  }
}

/** What a session does from its start to its end, prompt by prompt. */
export type Turns = Pick<HookSession, 'start' | 'prompt' | 'stop' | 'end'>;

/** `onPrompt` is called for each prompt, after the session has started. */
function createTurns(events: SessionEvents, onPrompt: () => void): Turns {
  let starting: Promise<Opening> | undefined;
  /** Context of a start that the first prompt caused: it goes to the model with that prompt. */
  let startContext: readonly string[] = [];
  /** The last stop of this prompt was refused, so the agent continues because of a hook. */
  let isContinued = false;
  let hasEnded = false;

  const start = () => {
    starting ??= events.fireOpening('session.start', { source: 'startup' }).then(({ reply, isOver }) => {
      if (!isOver) starting = undefined;
      return reply;
    });
    return starting;
  };

  return {
    async start() {
      startContext = [];
      return start();
    },
    async prompt(text) {
      const isFirst = !starting;
      const opening = await start();
      if (isFirst) startContext = opening.context;
      const context = startContext;
      startContext = [];
      isContinued = false;
      onPrompt();
      if (opening.block !== undefined) return { text, context, block: opening.block };
      const { verdict, reply } = await events.fireOpening('prompt.submit', {}, text);
      const prompt = verdict.rewrite?.of === 'prompt' ? verdict.rewrite.value : text;
      if ('block' in reply) return { text: prompt, context, block: reply.block ?? '' };
      const turn = await events.fire('turn.start', {}, { prompt });
      return { text: prompt, context: [...context, ...reply.context, ...turn.context] };
    },
    async stop({ text, active = isContinued } = {}) {
      const stopFields = { stopHookActive: active, ...(text !== undefined && { response: text }) };
      const reply = await events.fireStop('agent.stop', stopFields);
      isContinued = reply.continue !== undefined;
      if (isContinued) return reply;
      await events.fire('agent.done', stopFields);
      await events.fire('turn.end');
      return reply;
    },
    async end(reason = 'other') {
      if (hasEnded || !starting) return;
      hasEnded = true;
      await events.fire('session.end', { reason });
    },
  };
}
