import type { AgentRef } from '../core/event.js';
import type { HookSession } from './session.js';

/** The same session for what knows only prompts and stops: they are those of a subagent, and it starts no session. */
export function asSubagent(session: HookSession, agent: AgentRef): HookSession {
  let isActive = false;
  return {
    ...session,
    get stopped() {
      return session.stopped;
    },
    start: async () => ({ context: [] }),
    async prompt(text) {
      isActive = false;
      return { text, ...(await session.subagentStart(agent, text)) };
    },
    async stop(end = {}) {
      const reply = await session.subagentStop(agent, { active: isActive, ...end });
      isActive = reply.continue !== undefined;
      return reply;
    },
  };
}
