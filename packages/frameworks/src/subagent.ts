import type { AgentRef } from '@anyhook/core';
import type { HookSession } from './session.js';

/**
 * A session whose prompts and stops are those of a subagent, for adapter code that knows only prompts and stops. It
 * starts no session.
 */
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
