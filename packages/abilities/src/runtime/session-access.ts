import { createLimiter, type Limiter, now, quoteValue } from '@anyhook/core';
import { type EndedBy, runSessionEnd } from './end-session.js';
import { RuntimeError } from './errors.js';
import { idleDuration, isIdle, isUseRecordDue } from './idle.js';
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
  readonly openStore: () => Promise<RuntimeSessionStore>;
  /** Delays work until its turn comes. Default: all work starts at once. */
  readonly inTurn?: <T>(sessionId: string, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;
}

/** How the runtime reaches sessions and their projects. */
export interface SessionAccess {
  /** Runs `work` in the project of a folder. */
  withProject<T>(world: SessionWorld, work: (project: ProjectView) => Promise<T>, options?: QueueOptions): Promise<T>;
  /** Runs `work` for an open session, after the earlier requests for it. */
  withOpenSession<T>(
    id: string,
    request: RuntimeRequest,
    work: (session: StoredSession, project: ProjectView) => Promise<T>,
  ): Promise<T>;
  /** Runs work after the earlier requests for the session, whether it is open or not. */
  readonly runInOrder: Limiter['run'];
  find(id: string): Promise<StoredSession>;
  /** Runs the session.end hooks and stores the summary; returns the ended session. */
  end(session: StoredSession, ending: SessionEnding): Promise<StoredSession>;
}

interface QueueOptions {
  /** The session that the work belongs to. */
  readonly sessionId?: string;
  readonly signal?: AbortSignal | undefined;
}

interface SessionEnding {
  readonly env: SessionWorld['env'];
  readonly reason: string;
  readonly endedBy: EndedBy;
}

export function createSessionAccess({
  open,
  openStore,
  inTurn = (_sessionId, work) => work(),
}: RuntimeDeps): SessionAccess {
  const { run: runInOrder } = createKeyedQueue();

  const withProject: SessionAccess['withProject'] = (world, work, { sessionId = '', signal } = {}) => {
    const run = async () => {
      const project = await open(world);
      try {
        return await work(project);
      } finally {
        project.close();
      }
    };
    return inTurn(sessionId, run, signal);
  };

  const find = async (id: string): Promise<StoredSession> => {
    const session = (await openStore()).getSession(id);
    if (!session)
      throw new RuntimeError('UNKNOWN_SESSION', `no session has the id ${quoteValue(id)}; POST /sessions starts one`);
    return session;
  };

  const end: SessionAccess['end'] = (session, ending) => {
    const { id, cwd } = session;
    const endInProject = async (project: ProjectView) =>
      // Undefined: another engine ended it first.
      (await (await openStore()).endSession(id, await runSessionEnd(session, project, ending))) ?? find(id);
    return withProject({ cwd, env: ending.env }, endInProject, { sessionId: id });
  };

  const withOpenSession: SessionAccess['withOpenSession'] = (id, { env, signal }, work) => {
    const run = async () => {
      const session = await find(id);
      if (session.endedAt !== undefined) throw sessionEndedError(session);
      if (isIdle(session, now())) throw sessionEndedError(await end(session, { env, reason: 'idle', endedBy: 'idle' }));
      if (isUseRecordDue(session, now())) await (await openStore()).recordUse(id);
      return withProject({ cwd: session.cwd, env }, (project) => work(session, project), { sessionId: id, signal });
    };
    return runInOrder(id, run, signal);
  };

  return { withProject, withOpenSession, runInOrder, find, end };
}

export const sessionEndedError = (session: StoredSession): RuntimeError => {
  const cause = endedBy(session) === 'idle' ? `was closed after ${idleDuration} without use` : 'was stopped';
  return new RuntimeError(
    'SESSION_ENDED',
    `the session ${quoteValue(session.id)} ${cause}; POST /sessions starts another one`,
  );
};

/** Requests of one session that may wait while another is served. */
const maxWaiting = 99;

/** Serves the requests of each session in order, and those of different sessions in parallel. */
export const createKeyedQueue = (): Limiter =>
  createLimiter({
    maxRunningPerKey: 1,
    maxWaitingPerKey: maxWaiting,
    cancelledError: () => new RuntimeError('CANCELLED', 'the caller went away before its turn came'),
    fullError: () =>
      new RuntimeError('TOO_MANY', `${maxWaiting + 1} requests of this session are open already; wait for answers`),
  });
