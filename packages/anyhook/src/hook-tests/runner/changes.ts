import { type Hook, isHookTest } from '@anyhook/core';
import type { CaseResult } from '../result.js';
import type { TestCase } from '../test-case.js';
import type { TestedProject, TestPlan } from './plan.js';
import type { FiredStep } from './run-case.js';

export interface LastRun {
  readonly test: TestCase;
  readonly result: CaseResult<FiredStep>;
}

/** The key of a case in its file. */
export const caseKey = (path: string, name: string): string => `${path}\n${name}`;

/** The cases that must run again after a change. New and changed cases always run. */
export function affectedCases(
  { files }: TestPlan,
  previous: TestPlan,
  changed: readonly string[],
  lastRuns: ReadonlyMap<string, LastRun>,
): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const { file, subject } of files) {
    const old = previous.subjects.find(({ location }) => location.folder === subject.location.folder);
    const hooks = changedHooks(old, subject, changed);
    for (const test of file.cases) {
      const key = caseKey(file.path, test.name);
      const last = lastRuns.get(key);
      const same = last !== undefined && textOf(last.test) === textOf(test);
      const copied = test.copy.some((path) =>
        changed.some((one) => one.startsWith(`${subject.location.folder}/${path}`)),
      );
      if (!same || copied || hooks === 'all' || hooks.some((hook) => mayAffect(hook, last))) keys.add(key);
    }
  }
  return keys;
}

/** The content of a case without line numbers, because a moved line is not a change. */
const textOf = (test: TestCase): string =>
  JSON.stringify({ ...withoutLines(test), steps: test.steps.map((step) => withoutLines(step)) });

const withoutLines = <T extends object>(part: T): T => ({ ...part, line: 0, lines: {} });

/** The hooks that a change affects; all hooks if a file belongs to no single hook. */
function changedHooks(
  old: TestedProject | undefined,
  current: TestedProject,
  changed: readonly string[],
): readonly Hook[] | 'all' {
  const projectFiles = changed.filter((path) => !isHookTest(path) && isSource(path, old, current));
  const hooks = [...(old?.hooks ?? []), ...current.hooks];
  if (projectFiles.some((path) => !hooks.some(({ files }) => files.includes(path)))) return 'all';
  const before = new Map(old?.hooks.map((hook) => [hook.id, JSON.stringify(hook)]));
  const after = new Set(current.hooks.map(({ id }) => id));
  const changedNow = current.hooks.filter((hook) => before.get(hook.id) !== JSON.stringify(hook));
  const removed = (old?.hooks ?? []).filter(({ id }) => !after.has(id));
  return [...changedNow, ...removed, ...hooks.filter(({ files }) => files.some((path) => projectFiles.includes(path)))];
}

const isSource = (path: string, old: TestedProject | undefined, current: TestedProject): boolean =>
  current.sources.includes(path) || old?.sources.includes(path) === true;

/** Could the hook affect an event of the case? */
function mayAffect(
  { id, events }: Hook,
  { test, result }: LastRun | { test?: undefined; result?: undefined } = {},
): boolean {
  if (!test) return true;
  if (test.hooks !== undefined && !test.hooks.includes(id)) return false;
  const fired = result.steps.map(({ fired: { event } }) => event.name);
  // A case that stopped early may fire more events next time.
  return !result.ok || fired.some((name) => events.includes(name)) || result.steps.some((step) => tookPart(step, id));
}

const tookPart = (step: CaseResult<FiredStep>['steps'][number], id: string): boolean =>
  step.fired.report.hooks.some((hook) => hook.id === id);
