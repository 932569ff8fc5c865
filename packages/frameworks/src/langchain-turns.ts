import type { AgentRef } from '@anyhook/core';
import { messageText, withText } from './langchain-messages.js';
import { type SessionOf, type StepHook, stateChange } from './langchain-step.js';
import type { HookSession } from './session.js';

interface TurnOptions {
  readonly sessionOf: SessionOf;
  /** The agent is this subagent: its runs are `subagent.start` and `subagent.stop`. */
  readonly agent: AgentRef | undefined;
  /** Called when a run has ended and no hook wants it to continue. */
  readonly onEnd: (session: HookSession, runtime: Parameters<StepHook>[1]) => Promise<void>;
}

/** The steps before and after a run of the agent. */
export function turnSteps({ sessionOf, agent, onEnd }: TurnOptions): { begin: StepHook; finish: StepHook } {
  /** Sessions whose prompt was blocked: they have no turn to stop. */
  const blockedSessions = new WeakSet<HookSession>();
  /** Sessions that a stop hook told to continue. */
  const continuedSessions = new WeakSet<HookSession>();

  const begin: StepHook = async (state, runtime) => {
    const session = sessionOf({ state, runtime });
    const prompt = state.messages.findLast((message) => message.getType() === 'human');
    const text = prompt ? messageText(prompt) : '';
    const reply = agent ? { text, ...(await session.subagentStart(agent, text)) } : await session.prompt(text);
    continuedSessions.delete(session);
    blockedSessions.delete(session);
    if (reply.block !== undefined) {
      blockedSessions.add(session);
      return stateChange([{ role: 'assistant', content: reply.block }], 'end');
    }
    const { id = '', content } = prompt ?? {};
    const rewritten = reply.text === text ? [] : [{ role: 'user', id, content: withText(content, reply.text) }];
    const context = reply.context.length > 0 ? [{ role: 'user', content: reply.context.join('\n\n') }] : [];
    return stateChange([...rewritten, ...context]);
  };

  const finish: StepHook = async (state, runtime) => {
    const session = sessionOf({ state, runtime });
    const last = state.messages.at(-1);
    const stopFields = { text: last ? messageText(last) : '', active: continuedSessions.has(session) };
    if (!blockedSessions.delete(session)) {
      const reply = agent ? await session.subagentStop(agent, stopFields) : await session.stop(stopFields);
      if (reply.continue !== undefined) {
        continuedSessions.add(session);
        return stateChange([{ role: 'user', content: reply.continue }], 'model');
      }
    }
    await onEnd(session, runtime);
    return undefined;
  };

  return { begin, finish };
}
