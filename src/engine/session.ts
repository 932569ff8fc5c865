import { type Event, hasCall } from '../core/event.js';
import { abilityId } from '../core/tool.js';
import type { Verdict } from '../core/verdict.js';
import { pathsOf } from './match.js';
import type { HookIndex } from './plan.js';

/** What is kept of a session, folded from its records. */
export interface SessionState {
  readonly startedAt?: string;
  /** Stop blocks in a row. */
  readonly stopBlocks: number;
  readonly lastStopReason?: string;
  readonly changedPaths: readonly string[];
  readonly abilities: readonly string[];
  /** Call id → milliseconds since the epoch. */
  readonly began: Readonly<Record<string, number>>;
  /** Counts that builtins keep. */
  readonly counts: Readonly<Record<string, number>>;
}

/** One thing that happened in a session. */
export type SessionRecord =
  | { readonly kind: 'start'; readonly at: string }
  | { readonly kind: 'stop-block'; readonly reason: string }
  | { readonly kind: 'stop-reset' }
  | { readonly kind: 'changed'; readonly paths: readonly string[] }
  | { readonly kind: 'ability'; readonly id: string }
  | { readonly kind: 'began'; readonly call: string; readonly at: number }
  | { readonly kind: 'count'; readonly key: string };

/** A durable store that several processes may use at once. */
export interface SessionStore {
  read(sessionId: string): SessionState;
  append(sessionId: string, record: SessionRecord): void;
}

export interface SessionDeps {
  readonly index: HookIndex;
  readonly store: SessionStore;
  readonly stopLimit: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Files that version control reports as changed. */
  readonly changedFiles: (cwd: string) => Promise<readonly string[]>;
}

/** Adds to an event what only the session's record knows. Reads nothing that no hook wants. */
export async function enrich(event: Event, deps: SessionDeps): Promise<Event> {
  const { index, store } = deps;
  if (event.name === 'session.end' && index.lists.has('session.end')) {
    const state = store.read(event.sessionId);
    const changed = new Set([...state.changedPaths, ...(await deps.changedFiles(event.cwd))]);
    return {
      ...event,
      changedFiles: event.changedFiles ?? [...changed].sort(),
      abilitiesUsed: event.abilitiesUsed ?? state.abilities,
      endedAt: event.endedAt ?? event.timestamp,
      ...(event.startedAt === undefined && state.startedAt !== undefined && { startedAt: state.startedAt }),
    };
  }
  if (
    (event.name === 'tool.after' || event.name === 'tool.failure') &&
    event.durationMs === undefined &&
    wantsDuration(index)
  ) {
    const began = event.call.id === undefined ? undefined : store.read(event.sessionId).began[event.call.id];
    return began === undefined ? event : { ...event, durationMs: Math.max(0, deps.now() - began) };
  }
  if (event.name === 'prompt.submit' && index.lists.has('agent.stop')) {
    const { lastStopReason } = store.read(event.sessionId);
    return lastStopReason && event.prompt.includes(lastStopReason) ? { ...event, synthetic: true } : event;
  }
  return event;
}

/** Records what later events will ask for, and caps stop blocks. */
export function remember(event: Event, verdict: Verdict, deps: SessionDeps): Verdict {
  const { index, store } = deps;
  const append = (record: SessionRecord) => store.append(event.sessionId, record);
  if (event.name === 'session.start' && index.lists.has('session.end')) append({ kind: 'start', at: event.timestamp });
  if (
    event.name === 'tool.before' &&
    event.call.id !== undefined &&
    wantsDuration(index) &&
    verdict.decision !== 'deny'
  ) {
    append({ kind: 'began', call: event.call.id, at: deps.now() });
  }
  if (event.name === 'tool.after' && hasCall(event) && index.lists.has('session.end')) recordCall(event, append);
  return event.name === 'agent.stop' ? capStops(event, verdict, deps) : verdict;
}

function recordCall(event: Extract<Event, { name: 'tool.after' }>, append: (record: SessionRecord) => void): void {
  append({ kind: 'ability', id: abilityId(event.call) });
  const { kind } = event.call;
  if (kind !== 'write' && kind !== 'edit' && kind !== 'patch') return;
  const paths = pathsOf(event.call, event.cwd).filter((path) => !path.startsWith('/'));
  if (paths.length > 0) append({ kind: 'changed', paths });
}

/** A stop hook that never gives in must not keep the agent running for ever. */
function capStops(event: Extract<Event, { name: 'agent.stop' }>, verdict: Verdict, deps: SessionDeps): Verdict {
  if (!deps.index.lists.has('agent.stop')) return verdict;
  const { store, stopLimit } = deps;
  const before = event.stopHookActive === true ? store.read(event.sessionId).stopBlocks : 0;
  if (event.stopHookActive === false) store.append(event.sessionId, { kind: 'stop-reset' });
  if (verdict.decision !== 'deny') return verdict;
  const blocks = event.stopHookActive === undefined ? store.read(event.sessionId).stopBlocks : before;
  if (blocks >= stopLimit) {
    const note = `stop was blocked ${blocks} times in a row, which is the limit: the agent may stop now`;
    const { reason: _reason, ...rest } = verdict;
    return { ...rest, decision: 'pass', notes: [...verdict.notes, note] };
  }
  store.append(event.sessionId, { kind: 'stop-block', reason: verdict.reason ?? '' });
  return verdict;
}

const wantsDuration = (index: HookIndex): boolean =>
  ['tool.after', 'tool.failure'].some((name) =>
    index.lists
      .get(name as 'tool.after')
      ?.hooks.some((hook) => hook.dialect === 'ability' || hook.match.minDurationMs !== undefined),
  );
