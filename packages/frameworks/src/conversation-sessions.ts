import { createHookSession, type FiringEngine, type HookOptions, type HookSession } from './session.js';

/** The hook sessions of an agent that has several conversations at a time. */
export interface ConversationSessions {
  /** The session of the thread; without a thread, the session of any of these messages; otherwise a new one. */
  sessionFor(thread: string | undefined, ...messages: readonly (string | undefined)[]): HookSession;
  /** Ends a session and forgets it; without an argument, all sessions. */
  end(session?: HookSession): Promise<void>;
}

/** The oldest keys above this number are forgotten. */
const maxKeys = 2_000;

/** Keeps one session per conversation. If the framework names a thread, its id is the session id. */
export function createConversationSessions(
  engine: FiringEngine | Promise<FiringEngine>,
  options: HookOptions & { readonly framework: string },
): ConversationSessions {
  // The engine may fail long before the first conversation; an unhandled rejection would end the process.
  if (engine instanceof Promise) engine.catch(() => {});
  const sessions = new Map<string, HookSession>();
  const open = (thread: string | undefined) =>
    createHookSession(engine, { ...(thread !== undefined && { sessionId: thread }), ...options });
  return {
    sessionFor(thread, ...messages) {
      const keys = (thread === undefined ? messages : [thread]).filter((key) => key !== undefined);
      const session = keys.map((key) => sessions.get(key)).find((found) => found) ?? open(thread);
      // The first and the last message of a transcript: it may be shortened at one end, but not at both at once.
      for (const key of [keys[0], keys.at(-1)]) if (key !== undefined) sessions.set(key, session);
      for (const oldest of sessions.keys()) {
        if (sessions.size <= maxKeys) break;
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
