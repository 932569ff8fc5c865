import { join } from 'node:path';
import type { UserPaths } from '@anyhook/core';
import { type Problem, removeLocked, ticks, withScratch } from '@anyhook/core';
import type { World } from '../../answer/engine.js';
import { coverageOf, type HookCoverage, isCovered } from '../coverage.js';
import { countResults, type FileResult } from '../result.js';
import { findTests } from './find-tests.js';
import { caseJob, planTests, type TestPlan } from './plan.js';
import type { FiredStep } from './run-case.js';
import { createWorkerPool, type WorkerPool } from './worker-pool.js';

export interface HookTestOptions {
  /** Test files, or folders with some; none: those of the project that contains `cwd`. */
  readonly paths: readonly string[];
  readonly cwd: string;
  readonly env: World['env'];
  readonly user: UserPaths;
  /** Number of cases that run at the same time. */
  readonly jobs: number;
  /** Only cases with this text in their name or file. */
  readonly filter?: string;
  /** Measure which hooks, and which sides of their matchers, the tests cover. */
  readonly coverage: boolean;
  /** The required coverage. */
  readonly required?: 'hooks' | 'matchers';
  /** Called for each test file when its cases have run, in the order of the files. */
  readonly onFile?: (file: HookTestFile) => void;
}

export type HookTestFile = FileResult<FiredStep>;

export interface HookTestReport {
  readonly files: readonly HookTestFile[];
  /** Problems in the hook files themselves. */
  readonly problems: readonly Problem[];
  readonly coverage?: readonly HookCoverage[];
  readonly ms: number;
  /** True if at least one case ran, none failed, and no file or required coverage is missing. */
  readonly ok: boolean;
}

/** Runs hook tests, each case in a temporary copy of its project. */
export function runHookTests(options: HookTestOptions): Promise<HookTestReport> {
  return withPool(options.jobs, async (scratch, pool) => {
    const began = ticks();
    const { env, user } = options;
    const plan = await planTests(testFiles(options), { scratch, env, user });
    const files = await runPlan(filterPlan(plan, options.filter), { options, pool, scratch });
    return reportOn({ plan, files, ms: ticks() - began }, options);
  });
}

/** Reads the test files that the options name. */
export const testFiles = ({ paths, cwd, user }: HookTestOptions): readonly string[] => findTests(paths, cwd, user);

/** Provides a temporary folder and worker processes, and always cleans them up. */
export function withPool<T>(jobs: number, act: (scratch: string, pool: WorkerPool) => Promise<T>): Promise<T> {
  const pool = createWorkerPool(jobs);
  return withScratch(
    'anyhook-test-',
    (scratch) => act(scratch, pool),
    (scratch) => {
      pool.close();
      removeLocked(scratch);
    },
  );
}

export function filterPlan(plan: TestPlan, filter: string | undefined): TestPlan {
  if (filter === undefined) return plan;
  const isInPath = (path: string) => path.includes(filter);
  return onlyCases(plan, (path, name) => isInPath(path) || name.includes(filter), isInPath);
}

/** Keeps only selected cases; a file without cases stays if its errors must be shown. */
export function onlyCases(
  plan: TestPlan,
  isSelected: (path: string, name: string) => boolean,
  showsErrors: (path: string) => boolean,
): TestPlan {
  const files = plan.files.flatMap(({ file, subject }) => {
    const cases = file.cases.filter(({ name }) => isSelected(file.path, name));
    const keep = cases.length > 0 || (file.problems.length > 0 && showsErrors(file.path));
    return keep ? [{ file: { ...file, cases }, subject }] : [];
  });
  return { ...plan, files };
}

interface TestRun {
  readonly options: Pick<HookTestOptions, 'env' | 'onFile'>;
  readonly pool: WorkerPool;
  readonly scratch: string;
}

/** Runs the cases of a plan, as many at a time as the pool allows. */
export async function runPlan(plan: TestPlan, { options, pool, scratch }: TestRun): Promise<readonly HookTestFile[]> {
  let next = 0;
  const running = plan.files.map(async ({ file, subject }): Promise<HookTestFile> => {
    const cases = file.cases.map((test) =>
      pool.run(caseJob(test, subject, join(scratch, `case-${next++}`), options.env)),
    );
    return { path: file.path, problems: file.problems, cases: await Promise.all(cases) };
  });
  const files: HookTestFile[] = [];
  for (const one of running) {
    const file = await one;
    files.push(file);
    options.onFile?.(file);
  }
  return files;
}

interface PlanRun {
  readonly plan: TestPlan;
  readonly files: readonly HookTestFile[];
  /** Earlier results of cases that did not run this time, for the coverage. */
  readonly others?: readonly HookTestFile[];
  readonly ms: number;
}

export function reportOn(
  { plan, files, others = [], ms }: PlanRun,
  { coverage: isMeasured, required }: Pick<HookTestOptions, 'coverage' | 'required'>,
): HookTestReport {
  const { failed, broken, cases } = countResults(files);
  const coverage = isMeasured ? coverageIn(plan, [...files, ...others]) : undefined;
  const problems = plan.subjects.flatMap((subject) => subject.problems);
  const isEnough = required === undefined || (coverage ?? []).every((hook) => isCovered(hook, required));
  const areHooksValid = problems.every(({ severity }) => severity !== 'error');
  const ok = failed === 0 && broken === 0 && cases > 0 && areHooksValid && isEnough;
  return { files, problems, ...(coverage && { coverage }), ms, ok };
}

/** Each hook of each project once, with the coverage of all tests of that project. */
function coverageIn(plan: TestPlan, files: readonly HookTestFile[]): readonly HookCoverage[] {
  return plan.subjects.flatMap((subject) => {
    const testPaths = new Set(plan.files.filter((one) => one.subject === subject).map(({ file }) => file.path));
    const cases = files.filter(({ path }) => testPaths.has(path)).flatMap((file) => file.cases);
    const touched = cases.flatMap(({ steps }) => steps.flatMap((step) => step.touched));
    return coverageOf(subject.hooks, touched);
  });
}
