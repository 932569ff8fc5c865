import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { changedPaths, type FileStamps, removeLocked, stampsOf, ticks } from '@anyhook/core';
import { affectedCases, caseKey, type LastRun } from './changes.js';
import { filesBelow, hookSourceFiles, newBudget } from './copy-project.js';
import { planTests, type TestPlan } from './plan.js';
import type { HookTestFile, HookTestOptions, HookTestReport } from './run-tests.js';
import { filterPlan, onlyCases, reportOn, runPlan, testFiles, withPool } from './run-tests.js';
import type { WorkerPool } from './worker-pool.js';

export interface WatchListener {
  /** These files changed; this number of cases runs again. */
  changed(paths: readonly string[], cases: number): void;
  report(report: HookTestReport): void;
  /** The run failed; the next change starts another. */
  failed(error: Error): void;
  waiting(): void;
}

const pollMs = 200;

interface WatchState {
  readonly plan: TestPlan;
  readonly stamps: FileStamps;
  readonly lastRuns: Map<string, LastRun>;
}

/** Runs all tests, then again those that each change affects, until it is stopped. */
export function watchHookTests(options: HookTestOptions, listener: WatchListener): Promise<never> {
  return withPool(options.jobs, async (folder, pool) => {
    let state: WatchState = { plan: { files: [], subjects: [] }, stamps: new Map(), lastRuns: new Map() };
    for (let n = 0; ; n++) {
      const { plan, stamps } = state;
      const changed = n === 0 ? [] : await nextChange(stamps, () => watchedFiles(options, plan));
      const scratch = join(folder, `round-${n}`);
      state = await runRound(options, { state, changed, scratch, pool, listener }).catch((error: Error) => {
        // An editor may be replacing the file; the next check finds it.
        if (n === 0) throw error;
        listener.failed(error);
        return { ...state, stamps: stampsOf(watchedFiles(options, plan)) };
      });
      removeLocked(scratch);
      listener.waiting();
    }
  });
}

interface WatchRound {
  readonly state: WatchState;
  readonly changed: readonly string[];
  readonly scratch: string;
  readonly pool: WorkerPool;
  readonly listener: WatchListener;
}

async function runRound(options: HookTestOptions, round: WatchRound): Promise<WatchState> {
  const { state, changed, scratch, pool, listener } = round;
  const { env, user, filter } = options;
  const { lastRuns } = state;
  const began = ticks();
  const earlyStamps = stampsOf(watchedFiles(options, state.plan));
  const plan = filterPlan(await planTests(testsOf(options, state.plan), { scratch, env, user }), filter);
  // Do not miss changes while the files are read.
  const stamps = new Map([...stampsOf(watchedFiles(options, plan)), ...earlyStamps]);
  const keys = affectedCases(plan, state.plan, changed, lastRuns);
  const affected = onlyCases(
    plan,
    (path, name) => keys.has(caseKey(path, name)),
    () => true,
  );
  if (changed.length > 0) listener.changed(changed, keys.size);
  const files = await runPlan(affected, { options, pool, scratch });
  const others = unaffectedResults(plan, keys, lastRuns);
  for (const [i, { file }] of affected.files.entries())
    for (const [j, test] of file.cases.entries()) {
      const result = files[i]?.cases[j];
      if (result) lastRuns.set(caseKey(file.path, test.name), { test, result });
    }
  listener.report(reportOn({ plan, files, others, ms: ticks() - began }, options));
  return { plan, stamps, lastRuns };
}

/** The last results of the cases that do not run this time. */
const unaffectedResults = (
  { files }: TestPlan,
  keys: ReadonlySet<string>,
  lastRuns: WatchState['lastRuns'],
): readonly HookTestFile[] =>
  files.map(({ file: { path, cases } }) => {
    const unaffectedKeys = cases.map(({ name }) => caseKey(path, name)).filter((key) => !keys.has(key));
    return { path, problems: [], cases: unaffectedKeys.flatMap((key) => lastRuns.get(key)?.result ?? []) };
  });

/** Waits for a change, then until the files are stable. */
async function nextChange(stamps: FileStamps, paths: () => readonly string[]): Promise<readonly string[]> {
  let last = stamps;
  for (;;) {
    await wait(pollMs);
    const now = stampsOf(paths());
    const isStable = changedPaths(last, now).length === 0;
    const changed = changedPaths(stamps, now);
    if (isStable && changed.length > 0) return changed;
    last = now;
  }
}

/** Every file that a result depends on: tests, the files that they read, and their hooks. */
function watchedFiles(options: HookTestOptions, plan: TestPlan): readonly string[] {
  const sources = plan.subjects.flatMap(({ location, hooks }) => hookSourceFiles(location, hooks));
  const copied = plan.files.flatMap(({ file, subject }) =>
    file.cases.flatMap(({ copy }) =>
      copy.flatMap((path) => filesBelow(join(subject.location.folder, path), newBudget())),
    ),
  );
  const payloadFiles = plan.files.flatMap(({ file }) => file.reads);
  return [...new Set([...testsOf(options, plan), ...sources, ...copied, ...payloadFiles])];
}

/** The test files; the previous list while an editor replaces one of them. */
function testsOf(options: HookTestOptions, { files }: TestPlan): readonly string[] {
  try {
    return testFiles(options);
  } catch (error) {
    if (files.length === 0) throw error;
    return files.map(({ file }) => file.path);
  }
}
