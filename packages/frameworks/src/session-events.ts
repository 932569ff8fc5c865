import { randomUUID } from 'node:crypto';
import { type EventName, emptyVerdict, isUntrustedHooksError, type Verdict } from '@anyhook/core';
import type { FiringEngine, HookOptions, Opening, StopReply } from './session-contract.js';
import { blockOf, closedVerdict, reasonOf } from './session-replies.js';
import { errorMessage } from './to-text.js';

type Data = Readonly<Record<string, unknown>>;

/** Fires the events of one session. Never rejects. */
export interface SessionEvents {
  readonly id: string;
  /** The reason of the first hook that ended the agent. */
  readonly stopped: string | undefined;
  fire(name: EventName, data?: Data, options?: FireOptions): Promise<Verdict>;
  /**
   * Fires an opening event; the reply has its context and why it is blocked. `isOver`: false if hooks that are untrusted now
   * may decide it later.
   */
  fireOpening(
    name: EventName,
    data: Data,
    prompt?: string,
  ): Promise<{ verdict: Verdict; reply: Opening; isOver: boolean }>;
  /** Fires an event at which hooks decide whether the agent may stop. */
  fireStop(name: EventName, data: Data): Promise<StopReply>;
}

interface FireOptions {
  readonly prompt?: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Events that are blocked when there is no engine, and with `failClosed` when it cannot be reached. A block of any other
 * event would keep the agent running or hide what happened.
 */
const failClosedEvents: ReadonlySet<EventName> = new Set([
  'session.start',
  'prompt.submit',
  'model.before',
  'tool.before',
  'tool.after',
  'subagent.start',
]);

/** Fires events with the fields that every event of the session has. */
export function createSessionEvents(
  engine: FiringEngine | Promise<FiringEngine>,
  options: HookOptions & { readonly framework: string },
): SessionEvents {
  const { framework, cwd, agent, parentSessionId, failClosed = false, timeoutMs } = options;
  const id = options.sessionId ?? randomUUID();
  const base = { caller: 'ai_session', ...(agent && { agent }), ...(parentSessionId && { parentSessionId }) };
  const sessionFields = { sessionId: id, ...(cwd !== undefined && { cwd }) };
  const note = createNote(options.onNote);
  /** Verdicts on events that no hook decided because hooks are untrusted. */
  const undecided = new WeakSet<Verdict>();
  let stopped: string | undefined;
  // The first event may come later; an unhandled rejection would end the process.
  if (engine instanceof Promise) engine.catch(() => {});

  const withoutVerdict = (name: EventName, text: string, isBlocked: boolean): Verdict => {
    note(text);
    return isBlocked ? closedVerdict(name, `anyhook: ${text}`) : emptyVerdict;
  };
  const fire = async (name: EventName, data: Data = {}, { prompt, signal }: FireOptions = {}): Promise<Verdict> => {
    const isGuarded = failClosedEvents.has(name);
    let opened: FiringEngine;
    try {
      opened = await engine;
      if (typeof opened?.fire !== 'function') throw new TypeError('what was given is not one');
    } catch (error) {
      return withoutVerdict(name, noEngineText(error), isGuarded);
    }
    try {
      const { verdict } = await opened.fire(
        name,
        { ...sessionFields, data: { ...base, ...data }, ...(prompt !== undefined && { prompt }) },
        { ...(timeoutMs !== undefined && { timeoutMs }), ...(signal && { signal }) },
      );
      // A note may already be among the messages.
      for (const text of new Set([...verdict.messages, ...verdict.notes])) note(text);
      if (verdict.stop !== undefined) stopped ??= verdict.stop || 'A hook ended the agent and gave no reason.';
      return verdict;
    } catch (error) {
      if (isUntrustedHooksError(error)) {
        const verdict = withoutVerdict(name, error.message, isGuarded);
        if (isGuarded) undecided.add(verdict);
        return verdict;
      }
      const isBlocked = failClosed && isGuarded;
      const consequence = isBlocked ? 'blocked, because failClosed is set' : `${framework} continues without them`;
      const text = `the hooks for ${name} could not run (${errorMessage(error)}): ${consequence}`;
      return withoutVerdict(name, text, isBlocked);
    }
  };

  return {
    id,
    get stopped() {
      return stopped;
    },
    fire,
    async fireOpening(name, data, prompt) {
      const verdict = await fire(name, data, prompt === undefined ? {} : { prompt });
      const reply = { context: verdict.context, ...blockOf(verdict, stopped) };
      return { verdict, reply, isOver: !undecided.has(verdict) };
    },
    async fireStop(name, data) {
      const verdict = await fire(name, data);
      if (verdict.decision !== 'deny' || stopped !== undefined) return {};
      return { continue: [reasonOf(verdict), ...verdict.context].join('\n\n') };
    },
  };
}

/** The engine was never created: a program that wants hooks is blocked without them. */
const noEngineText = (error: unknown): string =>
  isUntrustedHooksError(error)
    ? error.message
    : `there is no engine (${errorMessage(error)}), so everything hooks may guard is blocked`;

const createNote = (onNote: HookOptions['onNote']) => (text: string) => {
  try {
    if (onNote) onNote(text);
    else console.warn(`anyhook: ${text}`);
  } catch {
    // An error of the listener must not change the answer.
  }
};
