import { createHookSession, type FiringEngine, type HookOptions, type HookSession } from './session.js';

/** The hook sessions of an agent that talks in several conversations at a time. */
export interface Conversations {
  /** The session of the thread, or of the first other key that has one; else a new one, which has all these keys. */
  of(thread: string | undefined, ...others: readonly (string | undefined)[]): HookSession;
  /** Ends a session and forgets it; without one, all of them. */
  end(session?: HookSession): Promise<void>;
}

/** An agent that has had more has long forgotten the oldest. */
const mostKeys = 2_000;

/** Keeps one session for each conversation, which has the id of the thread where the framework names one. */
export function keepConversations(
  engine: FiringEngine | Promise<FiringEngine>,
  options: HookOptions & { readonly framework: string },
): Conversations {
  const sessions = new Map<string, HookSession>();
  // The first conversation may come long after an engine that failed.
  if (engine instanceof Promise) engine.catch(() => {});
  const open = (thread: string | undefined) =>
    createHookSession(engine, { ...(thread !== undefined && { sessionId: thread }), ...options });
  return {
    of(thread, ...others) {
      const keys = [thread, ...others].filter((key) => key !== undefined);
      const session = keys.map((key) => sessions.get(key)).find((found) => found) ?? open(thread);
      for (const key of keys) sessions.set(key, session);
      for (const oldest of sessions.keys()) {
        if (sessions.size <= mostKeys) break;
        sessions.delete(oldest);
      }
      return session;
    },
    async end(session) {
      const ending = new Set(session ? [session] : sessions.values());
      for (const [key, kept] of sessions) if (ending.has(kept)) sessions.delete(key);
      await Promise.all([...ending].map((one) => one.end()));
    },
  };
}
