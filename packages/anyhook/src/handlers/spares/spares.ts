import type { ProcessEnd, ProcessJob } from '@anyhook/core';

/** Interpreters that were started before they are needed, each for one hook. */
export interface Spares {
  /** A spare that can do the job exactly like a normal start; undefined if there is none. */
  take(job: ProcessJob): SpareRun | undefined;
}

/** Runs the job in the spare; undefined if its program did not start: nothing has run, so it may be started normally. */
export type SpareRun = () => Promise<ProcessEnd | undefined>;

/** The state of the spares, for `anyhook engine status`. */
export interface SparesReport {
  /** Why this system has none. */
  readonly off?: string;
  /** How many wait, by interpreter and version. */
  readonly waiting: Readonly<Record<string, number>>;
  /** Bytes of memory that only these use. */
  readonly memoryBytes: number;
  /** Hooks that ran in a spare. */
  readonly used: number;
  /** Hooks that could have used a spare, but none was ready. */
  readonly missed: number;
  /** Spares that did not start their hook, which then ran normally. */
  readonly lost: number;
}
