import type { AgentRef } from '../core/event.js';
import { messageText, withText } from './langchain-messages.js';
import { type SessionOf, type StepHook, stateChange } from './langchain-step.js';
import type { HookSession } from './session.js';

interface TurnOptions {
  readonly sessionOf: SessionOf;
  /** The agent is this subagent: its runs are `subagent.start` and `subagent.stop`. */
  readonly agent: AgentRef | undefined;
  /** Called when a run has ended and no hook wants it to continue. */
  readonly ended: (session: HookSession, runtime: Parameters<StepHook>[1]) => Promise<void>;
}

/** The steps before and after a run of the agent. */
export function turnSteps({ sessionOf, agent, ended }: TurnOptions): { begin: StepHook; finish: StepHook } {
  /** Sessions whose prompt was blocked: they have no turn to stop. */
  const blocked = new WeakSet<HookSession>();
  /** Sessions that a stop hook told to continue. */
  const continued = new WeakSet<HookSession>();

  const begin: StepHook = async (state, runtime) => {
    const session = sessionOf({ state, runtime });
    const prompt = state.messages.findLast((message) => message.getType() === 'human');
    const text = prompt ? messageText(prompt) : '';
    const reply = agent ? { text, ...(await session.subagentStart(agent, text)) } : await session.prompt(text);
    continued.delete(session);
    blocked.delete(session);
    if (reply.block !== undefined) {
      blocked.add(session);
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
    const end = { text: last ? messageText(last) : '', active: continued.has(session) };
    if (!blocked.delete(session)) {
      const reply = agent ? await session.subagentStop(agent, end) : await session.stop(end);
      if (reply.continue !== undefined) {
        continued.add(session);
        return stateChange([{ role: 'user', content: reply.continue }], 'model');
      }
    }
    await ended(session, runtime);
    return undefined;
  };

  return { begin, finish };
}
