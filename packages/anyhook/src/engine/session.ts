import type { Event, EventName, ToolCall, Verdict } from '@anyhook/core';
import { abilityId, isFullPath, quoteValue } from '@anyhook/core';
import { callPaths } from './match.js';
import type { HookIndex } from './plan.js';

/** The state of a session, computed from its records. */
export interface SessionState {
  readonly startedAt?: string;
  /** When its first turn began; only recorded if steps are counted. */
  readonly firstTurnAt?: string;
  /** Completed calls, in the session and in the current turn. Absent if nothing was counted. */
  readonly steps?: { readonly total: number; readonly turn: number };
  /** The session that started this one. */
  readonly parent?: string;
  /** Consecutive stop blocks. */
  readonly stopBlocks: number;
  readonly lastStopReason?: string;
  readonly changedPaths: readonly string[];
  readonly abilities: readonly string[];
  /** Call id → milliseconds since the epoch. */
  readonly callStarts: Readonly<Record<string, number>>;
  /** Counts kept by builtins. */
  readonly counts: Readonly<Record<string, number>>;
  /** What a person allowed until the session ends. */
  readonly grants: readonly string[];
}

/** One thing that happened in a session. */
export type SessionRecord =
  | { readonly kind: 'start'; readonly at: string }
  | { readonly kind: 'turn'; readonly at: string }
  | { readonly kind: 'step' }
  | { readonly kind: 'parent'; readonly id: string }
  | { readonly kind: 'stop-block'; readonly reason: string }
  | { readonly kind: 'stop-reset' }
  | { readonly kind: 'changed'; readonly paths: readonly string[] }
  | { readonly kind: 'ability'; readonly id: string }
  | { readonly kind: 'began'; readonly call: string; readonly at: number }
  | { readonly kind: 'count'; readonly key: string }
  | { readonly kind: 'grant'; readonly what: string };

/** A durable store that several processes may use at once. */
export interface SessionStore {
  read(sessionId: string): SessionState;
  append(sessionId: string, record: SessionRecord): void;
}

/** Events whose hooks get the number of steps taken. */
export const stepEvents: readonly EventName[] = ['agent.stop', 'agent.done', 'session.end'];

export interface SessionDeps {
  readonly index: HookIndex;
  readonly store: SessionStore;
  readonly stopLimit: number;
  readonly now: () => number;
  /** Files that version control reports as changed; `note` gets the reason if it could not be asked. */
  readonly changedFiles: (cwd: string, note: (text: string) => void) => Promise<readonly string[]>;
}

/** The event with its parent session, for agents that name it only when a session starts. */
export function withParentSession(event: Event, { store, index }: SessionDeps): Event {
  if (event.parentSessionId !== undefined || event.name === 'session.start' || !index.lists.has(event.name))
    return event;
  const { parent } = store.read(event.sessionId);
  return parent === undefined ? event : { agent: { id: event.sessionId }, ...event, parentSessionId: parent };
}

/** Adds fields that only the session's record knows. Reads them only if a hook needs them. */
export async function addSessionFacts(
  event: Event,
  deps: SessionDeps,
  note: (text: string) => void = () => {},
): Promise<Event> {
  const { index, store } = deps;
  if (event.name === 'session.end' && index.lists.has('session.end')) {
    const state = store.read(event.sessionId);
    const changed = new Set([...state.changedPaths, ...(await deps.changedFiles(event.cwd, note))]);
    const durationMs = event.durationMs ?? sessionMs(event, state);
    const totalSteps = event.totalSteps ?? state.steps?.total;
    return {
      ...event,
      ...(durationMs !== undefined && { durationMs }),
      ...(totalSteps !== undefined && { totalSteps }),
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
    const began = store.read(event.sessionId).callStarts[callKey(event.call)];
    return began === undefined ? event : { ...event, durationMs: Math.max(0, deps.now() - began) };
  }
  if (event.name === 'agent.stop' || event.name === 'agent.done') return withStopFacts(event, deps);
  if (event.name === 'prompt.submit' && index.lists.has('agent.stop')) {
    const { lastStopReason } = store.read(event.sessionId);
    return lastStopReason && event.prompt.includes(lastStopReason) ? { ...event, synthetic: true } : event;
  }
  return event;
}

/** A stop with the steps of its turn, and with the number of consecutive stops blocked before it. */
function withStopFacts(
  event: Extract<Event, { name: 'agent.stop' | 'agent.done' }>,
  { index, store }: SessionDeps,
): Event {
  const needsSteps = event.stepCount === undefined && wantsSteps(index);
  const needsBlocks = event.name === 'agent.stop' && event.stopBlocks === undefined && wantsStopBlocks(index);
  if (!needsSteps && !needsBlocks) return event;
  const { steps, stopBlocks } = store.read(event.sessionId);
  return {
    ...event,
    ...(needsSteps && steps !== undefined && { stepCount: steps.turn }),
    // As for the limit of stops: if the agent reports its first stop, the count starts again.
    ...(needsBlocks && { stopBlocks: event.stopHookActive === false ? 0 : stopBlocks }),
  };
}

/** How long the session lasted; undefined if its start was not recorded. */
function sessionMs(event: Event, { startedAt, firstTurnAt }: SessionState): number | undefined {
  const ms = Date.parse(event.timestamp) - Date.parse(startedAt ?? firstTurnAt ?? '');
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** Records what later events need, and limits stop blocks. A store that cannot be written never changes a verdict. */
export function recordEvent(event: Event, verdict: Verdict, deps: SessionDeps): Verdict {
  const capped = event.name === 'agent.stop' ? capStops(event, verdict, deps) : verdict;
  try {
    for (const record of sessionRecords(event, verdict, deps)) deps.store.append(event.sessionId, record);
  } catch (error) {
    return { ...capped, notes: [...capped.notes, storeFailureNote(error)] };
  }
  return capped;
}

function sessionRecords(event: Event, verdict: Verdict, { index, now }: SessionDeps): readonly SessionRecord[] {
  const wantsSession = index.lists.has('session.end');
  const turn = wantsSteps(index) ? [{ kind: 'turn', at: event.timestamp } as const] : [];
  const step = wantsSteps(index) ? [{ kind: 'step' } as const] : [];
  switch (event.name) {
    case 'session.start':
      return [
        ...(wantsSession ? [{ kind: 'start', at: event.timestamp } as const] : []),
        ...turn,
        ...(event.parentSessionId === undefined
          ? []
          : [{ kind: 'parent', id: truncateText(event.parentSessionId) } as const]),
      ];
    case 'prompt.submit':
      // On some agents, the reason of a stop hook comes back as a prompt; the turn continues.
      return event.synthetic || verdict.decision === 'deny' ? [] : turn;
    case 'tool.before':
      if (verdict.decision === 'deny' || !wantsDuration(index)) return [];
      return [{ kind: 'began', call: callKey(event.call), at: now() }];
    case 'tool.after':
      return [
        ...step,
        ...(wantsSession
          ? [{ kind: 'ability', id: truncateText(abilityId(event.call)) } as const, ...changedPathRecords(event)]
          : []),
      ];
    case 'tool.failure':
      return step;
    default:
      return [];
  }
}

function changedPathRecords(event: Extract<Event, { name: 'tool.after' }>): readonly SessionRecord[] {
  const { kind } = event.call;
  if (kind !== 'write' && kind !== 'edit' && kind !== 'patch') return [];
  const paths = callPaths(event.call, [event.cwd]).filter(isInside);
  return paths.length > 0 ? [{ kind: 'changed', paths: paths.slice(0, maxPaths).map(truncateText) }] : [];
}

/** Relative, normalised, and not outside the folder. */
const isInside = (path: string): boolean =>
  !isFullPath(path) && !/^\/|^\.\.?(?:\/|$)|\/\.{0,2}(?:\/|$)/.test(path) && path !== '';

/** A stop hook that always blocks must not keep the agent running forever. */
function capStops(event: Extract<Event, { name: 'agent.stop' }>, verdict: Verdict, deps: SessionDeps): Verdict {
  if (!deps.index.lists.has('agent.stop')) return verdict;
  const { store, stopLimit } = deps;
  const { stopHookActive: active, sessionId } = event;
  const denied = verdict.decision === 'deny';
  const blocks = denied && active !== false ? store.read(sessionId).stopBlocks : 0;
  if (denied && blocks >= stopLimit) return allowStop(verdict, `stop was blocked ${blocks} times in a row, the limit`);
  try {
    if (active === false) store.append(sessionId, { kind: 'stop-reset' });
    if (denied) store.append(sessionId, { kind: 'stop-block', reason: truncateText(verdict.reason ?? '') });
    return verdict;
  } catch (error) {
    // Blocks cannot be counted, so only the first of several in a row takes effect.
    if (denied && active !== false) return allowStop(verdict, storeFailureNote(error));
    return { ...verdict, notes: [...verdict.notes, storeFailureNote(error)] };
  }
}

function allowStop({ reason: _reason, ...verdict }: Verdict, why: string): Verdict {
  return { ...verdict, decision: 'pass', notes: [...verdict.notes, `${why}: the agent may stop now`] };
}

const storeFailureNote = (error: unknown): string =>
  `the session could not be recorded for later events (${(error as Error).message})`;

/** The longest text and list of paths in one record: both come from outside. */
const maxChars = 4_000;
const maxPaths = 1_000;
const truncateText = (text: string): string => text.slice(0, maxChars);

/** The key by which the end of a call finds its start; not every agent numbers its calls. */
function callKey({ id, nativeName, input }: ToolCall): string {
  return truncateText(id ?? `${nativeName} ${quoteValue(input, maxChars)}`);
}

const wantsStepsCache = new WeakMap<HookIndex, boolean>();

/** Does any hook get the number of steps taken? */
function wantsSteps(index: HookIndex): boolean {
  let wants = wantsStepsCache.get(index);
  if (wants === undefined) {
    const hooks = stepEvents.flatMap((name) => index.lists.get(name)?.hooks ?? []);
    wants = hooks.some((hook) => index.toolsByFormat[hook.dialect]?.readsSteps);
    wantsStepsCache.set(index, wants);
  }
  return wants;
}

const wantsStopBlocksCache = new WeakMap<HookIndex, boolean>();

/** Does any hook get the number of blocked stops? */
function wantsStopBlocks(index: HookIndex): boolean {
  let wants = wantsStopBlocksCache.get(index);
  if (wants === undefined) {
    const hooks = index.lists.get('agent.stop')?.hooks ?? [];
    wants = hooks.some((hook) => index.toolsByFormat[hook.dialect]?.readsStopBlocks);
    wantsStopBlocksCache.set(index, wants);
  }
  return wants;
}

const wantsDurationCache = new WeakMap<HookIndex, boolean>();

function wantsDuration(index: HookIndex): boolean {
  let wants = wantsDurationCache.get(index);
  if (wants === undefined) {
    const hooks = (['tool.after', 'tool.failure'] as const).flatMap((name) => index.lists.get(name)?.hooks ?? []);
    wants = hooks.some(
      (hook) => index.toolsByFormat[hook.dialect]?.readsDuration || hook.match.minDurationMs !== undefined,
    );
    wantsDurationCache.set(index, wants);
  }
  return wants;
}
