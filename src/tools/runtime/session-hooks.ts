import { emptyVerdict, type Verdict } from '../../core/verdict.js';
import { toRuntimeError } from './errors.js';
import type { SessionEvent, StoredSession } from './project-view.js';
import type { AgentRuntime } from './runtime.js';
import { eventCaller, sessionFields } from './session.js';
import type { RuntimeRequest } from './session-access.js';

type EventData = Readonly<Record<string, unknown>>;

/** What hooks told the user, and what was dropped or changed. */
export interface HookTexts {
  readonly messages: string[];
  readonly notes: string[];
}

/** Fires the events of one session. */
export interface SessionHooks {
  /** For an event that hooks may block. Rejects if they cannot be asked. */
  ask(name: SessionEvent, data?: EventData, signal?: AbortSignal): Promise<Verdict>;
  /** For an event that only tells hooks something. If they cannot be told, the texts say so. */
  tell(name: SessionEvent, data?: EventData, signal?: AbortSignal): Promise<Verdict>;
}

export interface SessionHooksOptions extends Pick<RuntimeRequest, 'env'> {
  readonly runtime: AgentRuntime;
  readonly id: string;
}

/** The hooks of a session; what they say to the user goes to `texts`. */
export function createSessionHooks(options: SessionHooksOptions, texts: HookTexts): SessionHooks {
  const { runtime, id, env } = options;
  const ask: SessionHooks['ask'] = async (name, data = {}, signal) => {
    const { verdict } = await runtime.visit(id, { env, signal }, (place, session) =>
      place.fire(name, { sessionId: id, data: { ...fieldsOf(name, session), ...data } }, signal),
    );
    texts.messages.push(...verdict.messages);
    texts.notes.push(...verdict.notes);
    return verdict;
  };
  return {
    ask,
    async tell(name, data, signal) {
      try {
        return await ask(name, data, signal);
      } catch (error) {
        texts.notes.push(`the hooks for ${name} could not run: ${toRuntimeError(error).message}`);
        return emptyVerdict;
      }
    },
  };
}

/** An event about a subagent happens in the session that started it, whoever started that one. */
const fieldsOf = (name: SessionEvent, session: StoredSession): EventData =>
  name === 'subagent.start' || name === 'subagent.stop' ? eventCaller(session.caller) : sessionFields(session);
