import { given } from '../core/given.js';
import { isoTime } from '../tasks/views.js';
import type { Session } from './place.js';

/** A session in the words that callers read. */
export function sessionView(session: Session): object {
  const { id, root, cwd, caller, environment, turns, endedAt } = session;
  return given({
    session_id: id,
    status: endedAt === undefined ? 'open' : 'ended',
    root,
    cwd,
    caller,
    environment,
    turns,
    started_at: isoTime(session.startedAt),
    updated_at: isoTime(session.updatedAt),
    ended_at: endedAt === undefined ? undefined : isoTime(endedAt),
  });
}
