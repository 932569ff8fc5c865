import { createHookSession, type FiringEngine, type HookOptions, type HookSession } from './session.js';

/** The hook sessions of an agent that talks in several conversations at a time. */
export interface Conversations {
  /** The session of the thread, or where there is none of any of these messages; else a new one. */
  of(thread: string | undefined, ...messages: readonly (string | undefined)[]): HookSession;
  /** Ends a session and forgets it; without one, all of them. */
  end(session?: HookSession): Promise<void>;
}

/** An agent that has had more has long forgotten the oldest. */
const mostKeys = 2_000;

/** Keeps one session for each conversation, which has the id of the thread where the framework names one. */
export function conversationsOf(
  engine: FiringEngine | Promise<FiringEngine>,
  options: HookOptions & { readonly framework: string },
): Conversations {
  // The first conversation may come long after an engine that failed.
  if (engine instanceof Promise) engine.catch(() => {});
  const sessions = new Map<string, HookSession>();
  const open = (thread: string | undefined) =>
    createHookSession(engine, { ...(thread !== undefined && { sessionId: thread }), ...options });
  return {
    of(thread, ...messages) {
      const keys = (thread === undefined ? messages : [thread]).filter((key) => key !== undefined);
      const session = keys.map((key) => sessions.get(key)).find((found) => found) ?? open(thread);
      // The first and the last of a transcript: it may become shorter, but not by both at once.
      for (const key of [keys[0], keys.at(-1)]) if (key !== undefined) sessions.set(key, session);
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
