import { emptyVerdict, type Verdict } from '@anyhook/core';
import { toRuntimeError } from './errors.js';
import type { SessionEvent, StoredSession } from './project-view.js';
import type { AgentRuntime } from './runtime.js';
import { eventCaller, sessionFields } from './session.js';
import type { RuntimeRequest } from './session-access.js';

type EventData = Readonly<Record<string, unknown>>;

/** Messages of hooks for the user, and notes about what was dropped or changed. */
export interface HookNotices {
  readonly messages: string[];
  readonly notes: string[];
}

export interface SessionHooks {
  /** For an event that hooks may block. Rejects if they cannot run. */
  decide(name: SessionEvent, data?: EventData, signal?: AbortSignal): Promise<Verdict>;
  /** For an event that hooks cannot block. If they cannot run, a note says so. */
  notify(name: SessionEvent, data?: EventData, signal?: AbortSignal): Promise<Verdict>;
}

export interface SessionHooksOptions extends Pick<RuntimeRequest, 'env'> {
  readonly runtime: AgentRuntime;
  readonly id: string;
}

/** The hooks of a session; their messages and notes are added to `notices`. */
export function createSessionHooks(options: SessionHooksOptions, notices: HookNotices): SessionHooks {
  const { runtime, id, env } = options;
  const decide: SessionHooks['decide'] = async (name, data = {}, signal) => {
    const { verdict } = await runtime.withSession(id, { env, signal }, (project, session) =>
      project.fire(name, { sessionId: id, data: { ...commonFields(name, session), ...data } }, signal),
    );
    notices.messages.push(...verdict.messages);
    notices.notes.push(...verdict.notes);
    return verdict;
  };
  return {
    decide,
    async notify(name, data, signal) {
      try {
        return await decide(name, data, signal);
      } catch (error) {
        notices.notes.push(`the hooks for ${name} could not run: ${toRuntimeError(error).message}`);
        return emptyVerdict;
      }
    },
  };
}

/** An event about a subagent belongs to the session that started it, whichever session started that one. */
const commonFields = (name: SessionEvent, session: StoredSession): EventData =>
  name === 'subagent.start' || name === 'subagent.stop' ? eventCaller(session.caller) : sessionFields(session);
