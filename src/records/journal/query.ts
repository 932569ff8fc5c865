import type { Decision, EventName } from '../../core/contract.js';
import type { Outcome } from '../../core/verdict.js';
import type { DecisionRecord, DetailRecord, HookSet } from './record.js';

/** Which decisions; all given parts must hold. */
export interface Filter {
  readonly session?: string;
  readonly host?: string;
  readonly event?: EventName;
  /** A tool's kind, or the agent's own name of it. */
  readonly tool?: string;
  readonly decision?: Decision;
  /** A hook that took part. */
  readonly hook?: string;
  /** Only decisions in which a shadow hook took part. */
  readonly shadow?: boolean;
  /** Milliseconds since the epoch: from, and up to but without. */
  readonly since?: number;
  readonly until?: number;
}

export interface Page {
  readonly limit: number;
  /** Go on behind this id, in the order of the page. */
  readonly after?: string;
  /** `newest` first, the usual, or `oldest` first. */
  readonly order?: 'newest' | 'oldest';
}

/** A decision with what is kept of its payload, if anything is. */
export interface Entry {
  readonly decision: DecisionRecord;
  readonly detail?: DetailRecord;
  readonly hookSet?: HookSet;
}

/** Which one decision: the latest, an id or its beginning, or an agent's id of a tool call. */
export type Ref = { readonly last: true } | { readonly id: string } | { readonly call: string };

/** What `get` found; `several` lists ids (at most ten) where a beginning of an id is that of many. */
export type Found =
  | { readonly kind: 'found'; readonly entry: Entry }
  | { readonly kind: 'none' }
  | { readonly kind: 'several'; readonly ids: readonly string[] };

/** Counts and times of one hook, or of all events. Times are in milliseconds, exact to a tenth of their size. */
export interface Tally {
  readonly count: number;
  readonly decisions: Readonly<Record<Decision, number>>;
  readonly outcomes: Readonly<Partial<Record<Outcome, number>>>;
  readonly p50: number;
  readonly p95: number;
}

export interface Stats {
  readonly events: Tally;
  /** Events by name of each: busiest first. */
  readonly by: Readonly<Record<'host' | 'event' | 'tool', readonly (readonly [string, number, number])[]>>;
  /** Events for each hour or day that has any: start (ms), all, denied. */
  readonly over: { readonly unit: 'hour' | 'day'; readonly spans: readonly (readonly [number, number, number])[] };
  readonly hooks: readonly (Tally & { readonly hook: string; readonly shadow: boolean })[];
}

/** What happened, for reading. Synchronous: a journal is a local file. */
export interface Journal {
  list(filter: Filter, page: Page): readonly DecisionRecord[];
  get(ref: Ref): Found;
  /** The details of decisions, by id; those that are not kept are missing. */
  details(ids: readonly string[]): ReadonlyMap<string, DetailRecord>;
  hookSet(hash: string): HookSet | undefined;
  stats(filter: Filter): Stats;
  /** Takes in what processes have written down since. */
  refresh(): void;
  close(): void;
}
