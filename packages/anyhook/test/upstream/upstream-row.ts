import type { TestContext } from 'node:test';

/** One case of the tests or tables that an upstream project published, in our own words and values. */
export interface UpstreamRow {
  /** Unique in its upstream; a reviewed difference names it. */
  readonly id: string;
  /** What the upstream project does, in a few words. */
  readonly upstream: string;
  /** What we do, in the same words. */
  ours(t: TestContext): string | Promise<string>;
}

/** The cases of one upstream project. */
export interface Upstream {
  /** As in the heading of docs/decisions/upstream-differences.md. */
  readonly name: string;
  readonly rows: readonly UpstreamRow[];
}
