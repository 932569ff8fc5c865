import { quoteValue } from '../../core/errors.js';
import { now } from '../../platform/clock.js';
import type { Limiter } from '../../platform/limiter.js';
import { type EndedBy, runSessionEnd } from './end-session.js';
import { RuntimeError } from './errors.js';
import { idleText, isIdle, isNoteDue } from './idle.js';
import { createKeyedQueue } from './keyed-queue.js';
import type { OpenProjectView, ProjectView, RuntimeSessionStore, SessionWorld, StoredSession } from './project-view.js';
import { endedBy } from './session.js';

/** The environment of one request; `signal` aborts when the caller stops waiting. */
export interface RuntimeRequest {
  readonly env: SessionWorld['env'];
  readonly signal?: AbortSignal | undefined;
}

export interface RuntimeDeps {
  readonly open: OpenProjectView;
  /** Opened when the first session needs it. */
  readonly book: () => Promise<RuntimeSessionStore>;
  /** Holds work back until its turn comes. Default: all work starts at once. */
  readonly inTurn?: <T>(who: string, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;
}

/** How the runtime reaches sessions and their projects. */
export interface SessionAccess {
  /** Works in the project of a folder. */
  inProject<T>(world: SessionWorld, work: (place: ProjectView) => Promise<T>, options?: TurnOptions): Promise<T>;
  /** Works for an open session, after the earlier requests for it. */
  inSession<T>(
    id: string,
    request: RuntimeRequest,
    work: (session: StoredSession, place: ProjectView) => Promise<T>,
  ): Promise<T>;
  /** Works after the earlier requests for the session, whether it is open or not. */
  readonly inOrder: Limiter['run'];
  find(id: string): Promise<StoredSession>;
  /** Runs the session.end hooks and stores the summary; gives the session as it ended. */
  end(session: StoredSession, how: HowEnded): Promise<StoredSession>;
}

interface TurnOptions {
  /** The session that the work belongs to. */
  readonly who?: string;
  readonly signal?: AbortSignal | undefined;
}

interface HowEnded {
  readonly env: SessionWorld['env'];
  readonly reason: string;
  readonly by: EndedBy;
}

export function createSessionAccess({ open, book, inTurn = (_who, work) => work() }: RuntimeDeps): SessionAccess {
  const { run: inOrder } = createKeyedQueue();

  const inProject: SessionAccess['inProject'] = (world, work, { who = '', signal } = {}) => {
    const inside = async () => {
      const place = await open(world);
      try {
        return await work(place);
      } finally {
        place.close();
      }
    };
    return inTurn(who, inside, signal);
  };

  const find = async (id: string): Promise<StoredSession> => {
    const session = (await book()).getSession(id);
    if (!session)
      throw new RuntimeError('UNKNOWN_SESSION', `no session has the id ${quoteValue(id)}; POST /sessions starts one`);
    return session;
  };

  const end: SessionAccess['end'] = (session, how) => {
    const { id, cwd } = session;
    const inside = async (place: ProjectView) =>
      // Undefined: another engine ended it first.
      (await (await book()).endSession(id, await runSessionEnd(session, place, how))) ?? find(id);
    return inProject({ cwd, env: how.env }, inside, { who: id });
  };

  const inSession: SessionAccess['inSession'] = (id, { env, signal }, work) => {
    const inside = async () => {
      const session = await find(id);
      if (session.endedAt !== undefined) throw sessionEnded(session);
      if (isIdle(session, now())) throw sessionEnded(await end(session, { env, reason: 'idle', by: 'idle' }));
      if (isNoteDue(session, now())) await (await book()).noteUse(id);
      return inProject({ cwd: session.cwd, env }, (place) => work(session, place), { who: id, signal });
    };
    return inOrder(id, inside, signal);
  };

  return { inProject, inSession, inOrder, find, end };
}

/** The error for a request to a session that has ended. */
export const sessionEnded = (session: StoredSession): RuntimeError => {
  const how = endedBy(session) === 'idle' ? `was closed after ${idleText} without use` : 'was stopped';
  return new RuntimeError(
    'SESSION_ENDED',
    `the session ${quoteValue(session.id)} ${how}; POST /sessions starts another one`,
  );
};
