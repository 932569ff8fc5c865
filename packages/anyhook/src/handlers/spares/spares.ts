import type { ProcessEnd, ProcessJob } from '@anyhook/core';

/** Interpreters that were started before they are needed, each for one hook. */
export interface Spares {
  /** A spare that can do the job just as a plain start would; undefined if there is none. */
  take(job: ProcessJob): SpareRun | undefined;
}

/** Runs the job in the spare; undefined if its program did not start: nothing has run, so it may be started plainly. */
export type SpareRun = () => Promise<ProcessEnd | undefined>;

/** What is known about spares, for `anyhook engine status`. */
export interface SparesReport {
  /** Why there are none on this system. */
  readonly off?: string;
  /** How many wait, by interpreter and version. */
  readonly waiting: Readonly<Record<string, number>>;
  /** Bytes that those have for themselves. */
  readonly memoryBytes: number;
  /** Hooks that ran in a spare. */
  readonly used: number;
  /** Hooks for which a spare would have done, but none was ready. */
  readonly missed: number;
  /** Spares that did not start their hook, which then ran plainly. */
  readonly lost: number;
}
