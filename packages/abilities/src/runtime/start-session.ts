import { newId, workBaseline } from '@anyhook/core';
import type { CallerInfo } from '../tasks/task.js';
import type { ParentSession } from '../tasks/task-events.js';
import { callerGone, RuntimeError } from './errors.js';
import type { ProjectView, RuntimeSessionStore, StoredSession } from './project-view.js';
import { eventCaller, type SessionBaseline } from './session.js';
import type { RuntimeRequest } from './session-access.js';
import { refusalOf } from './turn.js';

export interface StartRequest {
  readonly cwd: string;
  readonly environment?: string;
  readonly caller?: Omit<Partial<CallerInfo>, 'session_id'>;
  /** Set if another session starts it. */
  readonly child?: ChildSession;
}

/** What a session gets from the session that starts it. */
export interface ChildSession {
  readonly id: string;
  readonly parent: ParentSession;
  /** Context from the subagent.start hooks. */
  readonly opening: readonly string[];
}

/** A new session, and the messages and notes of its session.start hooks. */
export interface StartedSession {
  readonly session: StoredSession;
  readonly messages: readonly string[];
  readonly notes: readonly string[];
}

export const newSessionId = (): string => `s-${newId()}`;

/** Runs the session.start hooks and stores the session. */
export async function startSession(
  { cwd, environment, caller: requestedCaller = {}, child }: StartRequest,
  project: ProjectView,
  { env, signal, book: openStore }: RuntimeRequest & { readonly book: () => Promise<RuntimeSessionStore> },
): Promise<StartedSession> {
  const sessionId = child?.id ?? newSessionId();
  const caller: CallerInfo = { source: 'ai_session', ...requestedCaller };
  // Before the hooks: a file that they change counts as changed by the session.
  const work = project.mayAskGit ? await workBaseline({ cwd, env }) : undefined;
  const data = { source: 'startup', ...eventCaller(caller), ...child?.parent };
  const { verdict } = await project.fire('session.start', { sessionId, data }, signal);
  if (signal?.aborted) throw callerGone();
  const refusal = refusalOf(verdict);
  if (refusal !== undefined) throw new RuntimeError('SESSION_DENIED', refusal);
  const baseline: SessionBaseline = {
    opening: [...(child?.opening ?? []), ...verdict.context],
    ...(work && { work }),
    ...(child && { parent: child.parent }),
  };
  const fields = { id: sessionId, root: project.root, cwd, caller, baseline };
  const session = await (await openStore()).insertSession(
    environment === undefined ? fields : { ...fields, environment },
  );
  if (!session) throw new RuntimeError('FAILED', `the session ${sessionId} exists already; try again`);
  return { session, messages: verdict.messages, notes: verdict.notes };
}
