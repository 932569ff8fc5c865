import { isFolder, now, quoteValue } from '@anyhook/core';
import { taskView } from '../tasks/views.js';
import type { SessionSummary } from './end-session.js';
import { callerGone, RuntimeError, toRuntimeError } from './errors.js';
import { callerProblem } from './fields.js';
import { idleMs, isIdle } from './idle.js';
import type { ProjectView, SessionWorld, StoredSession } from './project-view.js';
import { type ActionAnswer, listAbilities, type RunActionsOptions, runActions } from './run-actions.js';
import { baselineOf, sessionCaller, sessionFields } from './session.js';
import { createSessionAccess, type RuntimeDeps, type RuntimeRequest, sessionEndedError } from './session-access.js';
import { type StartedSession, type StartRequest, startSession } from './start-session.js';
import { type Turn, turnFromVerdict } from './turn.js';

export interface EndIdleOptions extends Pick<RuntimeRequest, 'env'> {
  /** Only those of this project. */
  readonly root?: string;
  /** Counts the end of a session as work; call the result when it is done. */
  readonly begin?: (() => () => void) | undefined;
  /** Checked before each session; true leaves the rest to the next call. */
  readonly isEnding?: (() => boolean) | undefined;
}

/** Sessions and turns. Rejects only with a `RuntimeError`. Requests of one session run in order, sessions in parallel. */
export interface AgentRuntime {
  start(startRequest: StartRequest, request: RuntimeRequest): Promise<StartedSession>;
  prompt(id: string, prompt: { text: string; files?: readonly string[] }, request: RuntimeRequest): Promise<Turn>;
  act(
    id: string,
    actions: readonly unknown[],
    request: RuntimeRequest & Partial<Pick<RunActionsOptions, 'onFailure' | 'progress' | 'onAnswer'>>,
  ): Promise<readonly ActionAnswer[]>;
  /**
   * Runs `work` in the project of a session, open or not: for events that the caller fires. Requests of the session
   * wait meanwhile.
   */
  withSession<T>(
    id: string,
    request: RuntimeRequest,
    work: (project: ProjectView, session: StoredSession) => Promise<T>,
  ): Promise<T>;
  /** A session of this folder that is still open, to continue it. */
  reopen(id: string, world: SessionWorld): Promise<StoredSession>;
  /** Runs the session.end hooks once; a second stop gets the same answer. */
  stop(id: string, request: Pick<RuntimeRequest, 'env'> & { readonly reason?: string }): Promise<SessionSummary>;
  /** Ends sessions that were not used for too long, as `stop` would. */
  endIdle(request: EndIdleOptions): Promise<void>;
  get(id: string): Promise<StoredSession>;
  list(query: { readonly open?: boolean; readonly limit?: number }): Promise<readonly StoredSession[]>;
  abilities(query: { query?: string; limit?: number }, world: SessionWorld): Promise<object>;
  task(key: string, world: SessionWorld): Promise<object>;
}

/** Sessions that one call of `endIdle` ends. */
const maxIdle = 1_000;

export function createAgentRuntime(deps: RuntimeDeps): AgentRuntime {
  const { openStore } = deps;
  const { withProject, withOpenSession, runInOrder, find, end } = createSessionAccess(deps);

  return withRuntimeErrors({
    async start(startRequest, request) {
      const { cwd, caller = {} } = startRequest;
      const problem = callerProblem(caller) ?? folderProblem(cwd);
      if (problem !== undefined) throw new RuntimeError('BAD_REQUEST', problem);
      const { env, signal } = request;
      return withProject(
        { cwd, env },
        (project) => startSession(startRequest, project, { env, signal, book: openStore }),
        { signal },
      );
    },

    prompt: (id, { text, files }, request) =>
      withOpenSession(id, request, async (session, project) => {
        const data = { ...sessionFields(session), ...(files && { files }) };
        const { verdict } = await project.fire('prompt.submit', { sessionId: id, prompt: text, data }, request.signal);
        if (request.signal?.aborted) throw callerGone();
        const { turns } = session;
        const turn = turnFromVerdict(
          { sessionId: id, turns, text, files, opening: baselineOf(session).opening },
          verdict,
        );
        if (turn.control.turn_ready && !(await (await openStore()).countTurn(id)))
          throw sessionEndedError(await find(id));
        return turn;
      }),

    act: (id, actions, { onFailure = 'stop', progress, onAnswer, ...request }) =>
      withOpenSession(id, request, (session, project) => {
        const tools = () => project.tools(sessionCaller(session), baselineOf(session).parent);
        return runActions(actions, { session, tools, onFailure, signal: request.signal, progress, onAnswer });
      }),

    withSession: (id, { env, signal }, work) =>
      runInOrder(
        id,
        async () => {
          const session = await find(id);
          return withProject({ cwd: session.cwd, env }, (project) => work(project, session), { sessionId: id, signal });
        },
        signal,
      ),

    async reopen(id, { env, cwd }) {
      // The hooks of another folder are not trusted because those of this one are.
      const { cwd: sessionCwd } = await find(id);
      if (sessionCwd === cwd) return withOpenSession(id, { env }, async (session) => session);
      const mismatch = `the session ${quoteValue(id)} works in ${sessionCwd}, not in ${cwd}`;
      throw new RuntimeError('BAD_REQUEST', `${mismatch}; resume it with a runtime of that folder`);
    },

    stop: (id, { env, reason = 'other' }) =>
      runInOrder(id, async () => {
        const session = await find(id);
        const ended = session.endedAt === undefined ? await end(session, { env, reason, endedBy: 'stop' }) : session;
        return ended.summary as SessionSummary;
      }),

    async endIdle({ env, root, begin, isEnding }) {
      const query = { open: true, before: now() - idleMs, limit: maxIdle, ...(root !== undefined && { root }) };
      for (const { id } of (await openStore()).listSessions(query)) {
        if (isEnding?.()) return;
        const endOne = async () => {
          // It may have been used or stopped in the meantime.
          const session = await find(id);
          if (isIdle(session, now())) await end(session, { env, reason: 'idle', endedBy: 'idle' });
        };
        const done = begin?.();
        // If one cannot be ended, the others still are; the next call tries it again.
        await runInOrder(id, endOne).catch(() => undefined);
        done?.();
      }
    },

    get: find,
    list: async (query) => (await openStore()).listSessions(query),
    abilities: async (query, world) =>
      withProject(requireFolder(world), async (project) => listAbilities((await project.tools()).abilities, query)),
    task: async (key, world) =>
      withProject(requireFolder(world), async (project) => {
        const task = await (await project.tools()).runner.get(key);
        if (task?.root === project.root) return taskView(task);
        throw new RuntimeError('UNKNOWN_TASK', `no task of the project ${project.root} has the key ${quoteValue(key)}`);
      }),
  });
}

const folderProblem = (folder: string): string | undefined =>
  isFolder(folder) ? undefined : `"cwd" must be a folder that exists, got ${quoteValue(folder, 200)}`;

function requireFolder(world: SessionWorld): SessionWorld {
  const problem = folderProblem(world.cwd);
  if (problem !== undefined) throw new RuntimeError('BAD_REQUEST', problem);
  return world;
}

type Method = (...args: never[]) => Promise<unknown>;

function withRuntimeErrors<T extends object>(methods: T): T {
  const wrapped = Object.entries(methods as Record<string, Method>).map(([name, method]) => [
    name,
    async (...args: never[]) => {
      try {
        return await method(...args);
      } catch (error) {
        throw toRuntimeError(error);
      }
    },
  ]);
  return Object.fromEntries(wrapped) as T;
}
