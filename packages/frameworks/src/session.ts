import type { FiringEngine, HookOptions, HookSession } from './session-contract.js';
import { createSessionEvents } from './session-events.js';
import { blockOf } from './session-replies.js';
import { createToolCalls } from './session-tools.js';
import { createTurns } from './session-turns.js';
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
