import type { HookSession, Opening } from './session-contract.js';
import type { SessionEvents } from './session-events.js';

/** What a session does from its start to its end, prompt by prompt. */
export type Turns = Pick<HookSession, 'start' | 'prompt' | 'stop' | 'end'>;

/** `onPrompt` is called for each prompt, after the session has started. */
export function createTurns(events: SessionEvents, onPrompt: () => void): Turns {
  let starting: Promise<Opening> | undefined;
  /** Context of a start that the first prompt caused: it goes to the model with that prompt. */
  let startContext: readonly string[] = [];
  /** The last stop of this prompt was refused, so the agent goes on because of a hook. */
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
