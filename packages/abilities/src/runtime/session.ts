import { type WorkBaseline, withoutUndefined } from '@anyhook/core';
import type { CallerInfo } from '../tasks/task.js';
import type { ParentSession } from '../tasks/task-events.js';
import { isoTime } from '../tasks/views.js';
import type { EndedBy, SessionSummary } from './end-session.js';
import { isIdle } from './idle.js';
import type { StoredSession } from './project-view.js';

/** A session with the field names that callers read. */
export function sessionView(session: StoredSession, now: number): object {
  const { id, root, cwd, caller, environment, turns, endedAt } = session;
  return withoutUndefined({
    session_id: id,
    status: endedAt !== undefined ? 'ended' : isIdle(session, now) ? 'idle' : 'open',
    root,
    cwd,
    caller,
    environment,
    turns,
    started_at: isoTime(session.startedAt),
    updated_at: isoTime(session.updatedAt),
    ended_at: endedAt === undefined ? undefined : isoTime(endedAt),
    ended_by: endedAt === undefined ? undefined : endedBy(session),
  });
}

export const endedBy = ({ summary }: StoredSession): EndedBy =>
  (summary as Partial<SessionSummary>)?.ended_by ?? 'stop';

/** Stored with a session when it starts. */
export interface SessionBaseline {
  /** The state of the repository; undefined outside one. */
  readonly work?: WorkBaseline;
  /** Context from session.start hooks for the model. */
  readonly opening: readonly string[];
  /** The session that started this one. */
  readonly parent?: ParentSession;
}

/** The fields of every event of the session: its caller, and the session that started it. */
export const sessionFields = (session: StoredSession) => ({
  ...eventCaller(session.caller),
  ...baselineOf(session).parent,
});

export const eventCaller = ({ source, job_id: jobId, triggered_by: triggeredBy }: CallerInfo) =>
  withoutUndefined({ caller: source, jobId, triggeredBy });

/** What was stored when the session started; parts may be missing. */
export const baselineOf = ({ baseline }: StoredSession): SessionBaseline => ({
  opening: [],
  ...(baseline as Partial<SessionBaseline>),
});

export const sessionCaller = ({ caller, id }: StoredSession): CallerInfo => ({ ...caller, session_id: id });
