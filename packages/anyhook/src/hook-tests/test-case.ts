import type { Problem } from '@anyhook/core';
import type { Expectation, FileSpec } from './schema.js';

/** One event to fire, and the expected result. Plain data, because it is sent to another process. */
export interface TestStep {
  readonly line: number;
  /** Lines of its own fields. */
  readonly lines: FieldLines;
  readonly event?: string;
  readonly tool?: string;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly prompt?: string;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly host?: string;
  readonly payload?: Readonly<Record<string, unknown>>;
  readonly session?: string;
  readonly repeat: number;
  readonly files: CaseFiles;
  readonly expect: Expectation;
}

export type FieldLines = Readonly<Record<string, number>>;

/** Files by their path; null deletes one. */
export type CaseFiles = Readonly<Record<string, FileSpec>>;

/** One case, including the defaults of its file. */
export interface TestCase {
  readonly name: string;
  readonly line: number;
  readonly lines: FieldLines;
  readonly steps: readonly TestStep[];
  /** Only these hooks run. */
  readonly hooks?: readonly string[];
  readonly files: CaseFiles;
  readonly copy: readonly string[];
  readonly git: boolean;
  readonly env: Readonly<Record<string, string | null>>;
  readonly trust: 'project' | 'lock' | 'ask';
  readonly cwd: string;
  readonly timeoutMs: number;
}

export interface TestFile {
  readonly path: string;
  readonly cases: readonly TestCase[];
  readonly problems: readonly Problem[];
  /** Payload files that were read for it. */
  readonly reads: readonly string[];
}
