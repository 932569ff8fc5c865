import { join } from 'node:path';
import { shortPath } from '../../cli/lib/describe.js';
import { colorsFor, type Io, print, printJson, widthOf } from '../../cli/lib/io.js';
import type { Paper } from '../../cli/print/fire.js';
import { printCounts, printCoverage, printFile, printHookProblems } from '../../cli/print/hook-tests.js';
import { ticks } from '../../platform/clock.js';
import { writeAtomic } from '../../platform/files/files.js';
import { makeScratch } from '../../platform/files/scratch.js';
import type { UserPlaces } from '../../state/user-paths.js';
import { coverageOf, type HookCoverage, isCovered } from '../coverage.js';
import { junit } from '../reports/junit.js';
import { tap } from '../reports/tap.js';
import { countsOf, type FileResult } from '../result.js';
import { jobFor, type Plan, planTests } from './plan.js';
import { createPool, type Pool } from './pool.js';
import type { Fired } from './run-case.js';
import { removeAll } from './world.js';

/** What the command line asks for. */
export interface Asked {
  readonly io: Io;
  readonly user: UserPlaces;
  /** The test files, as they are now. */
  readonly find: () => readonly string[];
  readonly jobs: number;
  readonly filter?: string;
  readonly coverage: boolean;
  readonly required?: 'hooks' | 'matchers';
  readonly output: 'text' | 'tap' | 'json';
  readonly junit?: string;
}

export type Result = FileResult<Fired>;

/** Runs all tests once; true when nothing is wrong. */
export function runOnce(asked: Asked): Promise<boolean> {
  return withScratch(asked.jobs, async (scratch, pool) => {
    const began = ticks();
    const plan = await planTests(asked.find(), { scratch, env: asked.io.env, user: asked.user });
    const results = await runPlan(filtered(plan, asked.filter), { asked, pool, scratch });
    return report({ plan, results, ms: ticks() - began }, asked);
  });
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Gives a folder and processes, and takes them back however it ends. */
export async function withScratch<T>(jobs: number, act: (scratch: string, pool: Pool) => Promise<T>): Promise<T> {
  const scratch = makeScratch('anyhook-test-');
  const pool = createPool(jobs);
  const clean = () => {
    pool.close();
    removeAll(scratch);
  };
  const end = (signal: NodeJS.Signals) => {
    clean();
    for (const name of signals) process.off(name, end);
    process.kill(process.pid, signal);
  };
  for (const name of signals) process.on(name, end);
  process.once('exit', clean);
  try {
    return await act(scratch, pool);
  } finally {
    for (const name of signals) process.off(name, end);
    process.off('exit', clean);
    clean();
  }
}

/** The plan with only the cases that have a text in their name or file. */
export function filtered(plan: Plan, filter: string | undefined): Plan {
  if (filter === undefined) return plan;
  const isIn = (path: string) => path.includes(filter);
  return onlyCases(plan, (path, name) => isIn(path) || name.includes(filter), isIn);
}

/** The plan with the cases that are wanted; a file of which none is left stays where its errors are wanted. */
export function onlyCases(
  plan: Plan,
  isWanted: (path: string, name: string) => boolean,
  wantsErrors: (path: string) => boolean,
): Plan {
  const files = plan.files.flatMap(({ file, subject }) => {
    const cases = file.cases.filter(({ name }) => isWanted(file.path, name));
    const keep = cases.length > 0 || (file.problems.length > 0 && wantsErrors(file.path));
    return keep ? [{ file: { ...file, cases }, subject }] : [];
  });
  return { ...plan, files };
}

interface Running {
  readonly asked: Asked;
  readonly pool: Pool;
  readonly scratch: string;
}

/** Runs the cases of a plan, as many at a time as the pool lets, and shows each file as soon as its turn comes. */
export async function runPlan(plan: Plan, { asked, pool, scratch }: Running): Promise<readonly Result[]> {
  const paper = paperOf(asked.io);
  let next = 0;
  const running = plan.files.map(async ({ file, subject }): Promise<Result> => {
    const cases = file.cases.map((test) =>
      pool.run(jobFor(test, subject, join(scratch, `case-${next++}`), asked.io.env)),
    );
    return { path: file.path, problems: file.problems, cases: await Promise.all(cases) };
  });
  const results: Result[] = [];
  for (const one of running) {
    const result = await one;
    results.push(result);
    if (asked.output === 'text') printFile(result, paper);
  }
  return results;
}

const paperOf = (io: Io): Paper => ({ io, colors: colorsFor(io), width: widthOf(io) });

/** What a report is about. */
export interface Told {
  readonly plan: Plan;
  readonly results: readonly Result[];
  /** What is known of cases that were not run this time, for the coverage. */
  readonly others?: readonly Result[];
  readonly ms: number;
}

/** Says how it came out, in every form that was asked for; true when nothing is wrong. */
export function report({ plan, results, others = [], ms }: Told, asked: Asked): boolean {
  const { io, output } = asked;
  const paper = paperOf(io);
  const { failed, broken, cases } = countsOf(results);
  const coverage = asked.coverage ? coverageIn(plan, [...results, ...others]) : undefined;
  const problems = plan.subjects.flatMap((subject) => subject.problems);
  const gaps = asked.required ? (coverage ?? []).filter((hook) => !isCovered(hook, asked.required ?? 'hooks')) : [];
  const named = results.map((file) => ({ ...file, path: shortPath(file.path, io.cwd) }));
  if (asked.junit !== undefined) writeAtomic(asked.junit, junit(named), 0o644);
  if (output === 'tap') io.stdout.write(tap(named));
  if (output === 'json')
    printJson(io, { ...countsOf(results), ms: Math.round(ms), files: results.map(plain), problems, coverage });
  if (output === 'text') {
    if (results.length > 0) print(io, '');
    else print(io, asked.filter === undefined ? noTests : `no case has "${asked.filter}" in its name or file`);
    printHookProblems(problems, paper);
    if (results.length > 0) printCounts(results, ms, paper);
    if (coverage) printCoverage(coverage, paper);
  }
  const sound = problems.every(({ severity }) => severity !== 'error');
  return failed === 0 && broken === 0 && cases > 0 && sound && gaps.length === 0;
}

/** A result as programs read it. */
const plain = ({ cases, ...file }: Result) => ({
  ...file,
  cases: cases.map(({ steps, ...test }) => ({
    ...test,
    steps: steps.map(({ touched: _touched, fired, ...step }) => ({ ...step, report: fired.report })),
  })),
});

const noTests =
  'no hook tests here: expected *.hooktest.yaml beside the hooks; "anyhook new" writes one with each hook';

/** Each hook of each project once, with what all tests of that project showed of it. */
function coverageIn(plan: Plan, results: readonly Result[]): readonly HookCoverage[] {
  return plan.subjects.flatMap((subject) => {
    const own = new Set(plan.files.filter((one) => one.subject === subject).map(({ file }) => file.path));
    const cases = results.filter(({ path }) => own.has(path)).flatMap((file) => file.cases);
    const touched = cases.flatMap(({ steps }) => steps.flatMap((step) => step.touched));
    return coverageOf(subject.hooks, touched);
  });
}
