import { show } from '../../core/errors.js';
import { now } from '../../platform/clock.js';
import { isFolder } from '../../platform/files/files.js';
import { workBaseline } from '../../platform/git/git-work.js';
import { newId } from '../../platform/ids.js';
import type { CallerInfo } from '../tasks/task.js';
import { taskView } from '../tasks/views.js';
import { RuntimeError, runtimeError } from './errors.js';
import { wrongCaller } from './fields.js';
import { idleMs, idleText, isIdle, isNoteDue } from './idle.js';
import { createInOrder } from './in-order.js';
import type { OpenPlace, Place, Session, SessionBook, World } from './project-view.js';
import { type ActionAnswer, type ActOptions, abilityList, act } from './run-actions.js';
import { type Beginning, beginningOf, callerOf, endedBy, eventCaller } from './session.js';
import { type EndedBy, endOf, type SessionSummary } from './stop.js';
import { refusalOf, type Turn, turnOf } from './turn.js';

export interface StartRequest {
  readonly cwd: string;
  readonly environment?: string;
  readonly caller?: Omit<Partial<CallerInfo>, 'session_id'>;
}

/** What a session began with. */
export interface Started {
  readonly session: Session;
  readonly messages: readonly string[];
  readonly notes: readonly string[];
}

/** The environment of one request, and when nobody waits for it any more. */
export interface Request {
  readonly env: World['env'];
  readonly signal?: AbortSignal | undefined;
}

/** Which sessions are ended that nobody used for too long. */
export interface EndIdle extends Pick<Request, 'env'> {
  /** Only those of this project. */
  readonly root?: string;
  /** Counts the end of one as work; what it gives is called when it is done. */
  readonly begin?: (() => () => void) | undefined;
  /** Asked before each of them; the rest is for the next one who looks. */
  readonly isEnding?: (() => boolean) | undefined;
}

/** Sessions and turns. Rejects with a `RuntimeError` alone. Work of one session is done in order, sessions side by side. */
export interface AgentRuntime {
  start(wanted: StartRequest, request: Request): Promise<Started>;
  prompt(id: string, prompt: { text: string; files?: readonly string[] }, request: Request): Promise<Turn>;
  act(
    id: string,
    actions: readonly unknown[],
    request: Request & Partial<Pick<ActOptions, 'onFailure' | 'progress' | 'answered'>>,
  ): Promise<readonly ActionAnswer[]>;
  /** Runs the session.end hooks once; whoever stops again gets the same answer. */
  stop(id: string, request: Pick<Request, 'env'> & { readonly reason?: string }): Promise<SessionSummary>;
  /** Ends sessions that nobody used for too long, as `stop` would. */
  endIdle(request: EndIdle): Promise<void>;
  get(id: string): Promise<Session>;
  list(query: { readonly open?: boolean; readonly limit?: number }): Promise<readonly Session[]>;
  abilities(query: { query?: string; limit?: number }, world: World): Promise<object>;
  task(key: string, world: World): Promise<object>;
}

export interface RuntimeDeps {
  readonly open: OpenPlace;
  /** Opened when the first session asks. */
  readonly book: () => Promise<SessionBook>;
  /** Holds work back until its turn comes; without it everything begins at once. */
  readonly inTurn?: <T>(who: string, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;
}

export function createAgentRuntime({ open, book, inTurn = (_who, work) => work() }: RuntimeDeps): AgentRuntime {
  const { run: inOrder } = createInOrder();

  /** Does something in the project of a folder. */
  const at = <T>(world: World, work: (place: Place) => Promise<T>, who = '', signal?: AbortSignal): Promise<T> =>
    inTurn(
      who,
      async () => {
        const place = await open(world);
        try {
          return await work(place);
        } finally {
          place.close();
        }
      },
      signal,
    );
  /** Does something for an open session, after what was asked for it before. */
  const within = <T>(
    id: string,
    { env, signal }: Request,
    work: (session: Session, place: Place) => Promise<T>,
  ): Promise<T> =>
    inOrder(
      id,
      async () => {
        const session = await find(id);
        if (session.endedAt !== undefined) throw ended(session);
        if (isIdle(session, now())) throw ended(await end(session, { env, reason: 'idle', by: 'idle' }));
        if (isNoteDue(session, now())) await (await book()).noteUse(id);
        return at({ cwd: session.cwd, env }, (place) => work(session, place), id, signal);
      },
      signal,
    );
  const find = async (id: string): Promise<Session> => {
    const session = (await book()).getSession(id);
    if (!session)
      throw new RuntimeError('UNKNOWN_SESSION', `no session has the id ${show(id)}; POST /sessions begins one`);
    return session;
  };
  /** Runs the hooks of a session's end and keeps the summary; the session as it ended. */
  const end = (
    session: Session,
    how: { readonly env: World['env']; readonly reason: string; readonly by: EndedBy },
  ): Promise<Session> => {
    const { id, cwd } = session;
    const act = async (place: Place) =>
      // Where there is none to end, another engine was faster.
      (await (await book()).endSession(id, await endOf(session, place, how))) ?? find(id);
    return at({ cwd, env: how.env }, act, id);
  };
  return ownErrors({
    async start({ cwd, environment, caller = {} }, { env, signal }) {
      const wrong = wrongCaller(caller) ?? wrongFolder(cwd);
      if (wrong !== undefined) throw new RuntimeError('BAD_REQUEST', wrong);
      const sessionId = `s-${newId()}`;
      const who: CallerInfo = { source: 'ai_session', ...caller };
      const begin = async (place: Place) => {
        // Before the hooks: what they change is a change of the session.
        const work = await workBaseline({ cwd, env });
        const words = { sessionId, data: { source: 'startup', ...eventCaller(who) } };
        const { verdict } = await place.fire('session.start', words, signal);
        if (signal?.aborted) throw gone();
        const refusal = refusalOf(verdict);
        if (refusal !== undefined) throw new RuntimeError('SESSION_DENIED', refusal);
        const baseline: Beginning = { opening: verdict.context, ...(work && { work }) };
        const fields = { id: sessionId, root: place.root, cwd, caller: who, baseline };
        const session = await (await book()).insertSession(
          environment === undefined ? fields : { ...fields, environment },
        );
        if (!session) throw new RuntimeError('FAILED', `the session ${sessionId} exists already; try again`);
        return { session, messages: verdict.messages, notes: verdict.notes };
      };
      return at({ cwd, env }, begin, '', signal);
    },

    prompt: (id, { text, files }, request) =>
      within(id, request, async (session, place) => {
        const data = { ...eventCaller(session.caller), ...(files && { files }) };
        const { verdict } = await place.fire('prompt.submit', { sessionId: id, prompt: text, data }, request.signal);
        if (request.signal?.aborted) throw gone();
        const { turns } = session;
        const turn = turnOf({ sessionId: id, turns, text, files, opening: beginningOf(session).opening }, verdict);
        if (turn.control.turn_ready && !(await (await book()).touch(id))) throw ended(await find(id));
        return turn;
      }),

    act: (id, actions, { onFailure = 'stop', progress, answered, ...request }) =>
      within(id, request, (session, place) => {
        const tools = () => place.tools(callerOf(session));
        return act(actions, { session, tools, onFailure, signal: request.signal, progress, answered });
      }),

    stop: (id, { env, reason = 'other' }) =>
      inOrder(id, async () => {
        const session = await find(id);
        const over = session.endedAt === undefined ? await end(session, { env, reason, by: 'stop' }) : session;
        return over.summary as SessionSummary;
      }),

    async endIdle({ env, root, begin, isEnding }) {
      const query = { open: true, before: now() - idleMs, limit: mostIdle, ...(root !== undefined && { root }) };
      for (const { id } of (await book()).listSessions(query)) {
        if (isEnding?.()) return;
        const over = async () => {
          // It may have been used, or stopped, since.
          const session = await find(id);
          if (isIdle(session, now())) await end(session, { env, reason: 'idle', by: 'idle' });
        };
        // One that cannot be ended is not in the way of the others, and is tried again.
        const done = begin?.();
        await inOrder(id, over).catch(() => undefined);
        done?.();
      }
    },

    get: find,
    list: async (query) => (await book()).listSessions(query),
    abilities: async (query, world) =>
      at(existing(world), async (place) => abilityList((await place.tools()).abilities, query)),
    task: async (key, world) =>
      at(existing(world), async (place) => {
        const task = await (await place.tools()).runner.get(key);
        if (task?.root === place.root) return taskView(task);
        throw new RuntimeError('UNKNOWN_TASK', `no task of the project ${place.root} has the key ${show(key)}`);
      }),
  });
}

const wrongFolder = (folder: string): string | undefined =>
  isFolder(folder) ? undefined : `"cwd" must be a folder that exists, got ${show(folder, 200)}`;

function existing(world: World): World {
  const wrong = wrongFolder(world.cwd);
  if (wrong !== undefined) throw new RuntimeError('BAD_REQUEST', wrong);
  return world;
}

const gone = (): RuntimeError => new RuntimeError('CANCELLED', 'the caller went away');

const ended = (session: Session): RuntimeError => {
  const how = endedBy(session) === 'idle' ? `was closed after ${idleText} without use` : 'was stopped';
  return new RuntimeError('SESSION_ENDED', `the session ${show(session.id)} ${how}; POST /sessions begins another one`);
};

/** Sessions that are ended in one go; the rest is for the next. */
const mostIdle = 1_000;

type Method = (...args: never[]) => Promise<unknown>;

/** Every error that comes out is one of ours. */
function ownErrors<T extends object>(methods: T): T {
  const wrapped = Object.entries(methods as Record<string, Method>).map(([name, method]) => [
    name,
    async (...args: never[]) => {
      try {
        return await method(...args);
      } catch (error) {
        throw runtimeError(error);
      }
    },
  ]);
  return Object.fromEntries(wrapped) as T;
}
