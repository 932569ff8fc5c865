import type { Decision, EventName, Outcome } from '@anyhook/core';
import type { AnswerSource, DecisionRecord, DetailRecord, HookSet } from './record.js';

/** Which decisions; all given conditions must hold. */
export interface DecisionFilter {
  /** The root of the project. */
  readonly root?: string;
  readonly session?: string;
  readonly host?: string;
  readonly event?: EventName;
  /** A tool's kind, or the agent's own name for it. */
  readonly tool?: string;
  readonly decision?: Decision;
  /** A hook that took part. */
  readonly hook?: string;
  /** What answered: the resident engine, or a process for this event. */
  readonly via?: AnswerSource;
  /** Only decisions in which a shadow hook took part. */
  readonly shadow?: boolean;
  /** Milliseconds since the epoch: `since` is included, `until` is not. */
  readonly since?: number;
  readonly until?: number;
}

export interface DecisionPage {
  readonly limit: number;
  /** Continue after this id, in the order of the page. */
  readonly after?: string;
  /** `newest` first (the default) or `oldest` first. */
  readonly order?: 'newest' | 'oldest';
}

/** A decision, with its details if they were stored. */
export interface JournalEntry {
  readonly decision: DecisionRecord;
  readonly detail?: DetailRecord;
  readonly hookSet?: HookSet;
}

/** One decision: the latest, an id or its prefix, or an agent's id of a tool call. */
export type DecisionRef = { readonly last: true } | { readonly id: string } | { readonly call: string };

/** The result of `get`; `several` lists at most ten ids if a prefix matches more than one. */
export type DecisionLookup =
  | { readonly kind: 'found'; readonly entry: JournalEntry }
  | { readonly kind: 'none' }
  | { readonly kind: 'several'; readonly ids: readonly string[] };

/** Counts and times of one hook, or of all events. Times are in milliseconds, accurate to 10 percent. */
export interface OutcomeStats {
  readonly count: number;
  readonly decisions: Readonly<Record<Decision, number>>;
  readonly outcomes: Readonly<Partial<Record<Outcome, number>>>;
  readonly p50: number;
  readonly p95: number;
}

export interface JournalStats {
  readonly events: OutcomeStats;
  /** Events by each name, most frequent first. */
  readonly by: Readonly<Record<'host' | 'event' | 'tool', readonly (readonly [string, number, number])[]>>;
  /** Events per hour or day that has any: start (ms), total, denied. */
  readonly over: { readonly unit: 'hour' | 'day'; readonly spans: readonly (readonly [number, number, number])[] };
  readonly hooks: readonly (OutcomeStats & { readonly hook: string; readonly shadow: boolean })[];
}

/** One session of an agent, as far as the journal goes back. Times are milliseconds since the epoch. */
export interface RecordedSession {
  readonly session: string;
  readonly first: number;
  readonly last: number;
  readonly events: number;
  readonly denied: number;
  readonly asked: number;
  /** Of its last decision. */
  readonly host: string;
  readonly root: string;
  readonly cwd: string;
  readonly agent?: string;
  readonly parent?: string;
}

/** How often a hook took part in a span of time, with the outcomes. */
export interface HookCount {
  /** The start of the span in milliseconds since the epoch; a span has six hours. */
  readonly at: number;
  readonly count: number;
  readonly denied: number;
  readonly asked: number;
  readonly failed: number;
}

/** The journal, for reading. Synchronous: it is a local file. */
export interface Journal {
  list(filter: DecisionFilter, page: DecisionPage): readonly DecisionRecord[];
  get(ref: DecisionRef): DecisionLookup;
  /** The details of decisions, by id; those that were not stored are missing. */
  details(ids: readonly string[]): ReadonlyMap<string, DetailRecord>;
  hookSet(hash: string): HookSet | undefined;
  stats(filter: DecisionFilter): JournalStats;
  /** The most recently active sessions, latest first. */
  sessions(filter: Pick<DecisionFilter, 'root' | 'host' | 'since'>, limit: number): readonly RecordedSession[];
  /** What each hook did over time, by its id. */
  hookCounts(since: number): ReadonlyMap<string, readonly HookCount[]>;
  /** Stores what was recorded since. `process`: only if a process other than the engine recorded something. */
  refresh(only?: 'process'): void;
  /** The latest decision since a time in which a hook failed or took too long. */
  lastFailure(hook: string, since: number): DecisionRecord | undefined;
  close(): void;
}
