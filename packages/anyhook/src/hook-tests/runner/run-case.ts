import { join } from 'node:path';
import type { Ending, Event, Hook, LoadedHook } from '@anyhook/core';
import { AnyhookError, copyFolder, makeFolder, readText, selfProtectionId, ticks } from '@anyhook/core';
import { canonical } from '../../agents/canonical/agent.js';
import { findAgent } from '../../agents/index.js';
import { type Engine, openProject, type World, wireEngine } from '../../answer/engine.js';
import { type EventToFire, eventToFire } from '../../answer/fire-event.js';
import { type FireReport, fireReport } from '../../answer/fire-report.js';
import { parsePayload } from '../../answer/native-payload.js';
import { engineParts } from '../../answer/project-engine.js';
import { derive } from '../../engine/derive.js';
import { formatNamed } from '../../formats/index.js';
import { builtinByName } from '../../handlers/builtins/index.js';
import { createHandlers, createHookRunner } from '../../handlers/index.js';
import type { Project } from '../../hooks/load.js';
import { collectEvidence } from '../coverage.js';
import { findMismatches } from '../expect.js';
import type { CaseResult, StepResult } from '../result.js';
import type { TestCase, TestStep } from '../test-case.js';
import {
  type CaseFolders,
  caseEnvironment,
  fillFolders,
  foldersIn,
  makeRepository,
  pathIn,
  unfillFolders,
  writeCaseFiles,
} from './case-folders.js';
import { copyFiles, filesBelow, newBudget } from './copy-project.js';

/** Everything that another process needs to run one case. Plain data. */
export interface CaseJob {
  readonly test: TestCase;
  /** A temporary folder for this case. */
  readonly folder: string;
  /** The copy of the project's hooks that it starts from, and the agent's folder in it. */
  readonly template: string;
  readonly inside: string;
  /** The agent's folder in the real project, for `copy`. */
  readonly real: string;
  /** The user's environment; only a few variables are kept. */
  readonly env: World['env'];
}

export interface FiredStep {
  readonly report: FireReport;
  readonly event: Event;
}

/** Runs one case in its own copy of the project; calls `enter` when the copy is ready. Never rejects. */
export async function runCase(job: CaseJob, enter: (world: World) => void): Promise<CaseResult<FiredStep>> {
  const { name, line, timeoutMs } = job.test;
  const began = ticks();
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  const steps: StepResult<FiredStep>[] = [];
  let error: string | undefined;
  try {
    const setup = await setUpCase(job);
    enter(setup.world);
    await runSteps(setup, controller.signal, steps);
  } catch (failure) {
    error = failure instanceof Error ? failure.message : String(failure);
  } finally {
    clearTimeout(timer);
  }
  if (controller.signal.aborted) error = tooSlowText(timeoutMs);
  const ok = error === undefined && steps.every((step) => step.mismatches.length === 0);
  return { name, line, ok, ms: Math.round(ticks() - began), steps, ...(error !== undefined && { error }) };
}

export const tooSlowText = (ms: number): string => `not finished after ${ms} ms ("timeoutMs" sets another limit)`;

async function runSteps(setup: CaseSetup, signal: AbortSignal, results: StepResult<FiredStep>[]): Promise<void> {
  for (const [i, step] of setup.test.steps.entries()) {
    writeCaseFiles(step.files, setup.folders.project, setup.folders.home);
    for (let time = 1; time <= step.repeat; time++) {
      if (signal.aborted) return;
      const result = { step: i + 1, time, ...(await fireStep(step, setup, signal)) };
      results.push(result);
      // Steps after a failure prove nothing.
      if (result.mismatches.length > 0) return;
    }
  }
}

/** The prepared folders of one case; its project is the folder above the hooks under test. */
interface CaseSetup {
  readonly test: TestCase;
  readonly folders: CaseFolders;
  readonly world: World;
}

async function setUpCase({ test, folder, template, inside, real, env: userEnv }: CaseJob): Promise<CaseSetup> {
  const rootFolders = foldersIn(folder);
  for (const path of [rootFolders.home, rootFolders.tmp]) makeFolder(path);
  // The packages are already links; one more link covers all of them.
  copyFolder(template, rootFolders.project, 'node_modules');
  const folders = { ...rootFolders, project: join(rootFolders.project, inside) };
  copyRequested(test.copy, real, folders.project);
  writeCaseFiles(test.files, folders.project, folders.home);
  const env = caseEnvironment(folders, userEnv, test.env);
  if (test.git) await makeRepository(rootFolders.project, env, test.timeoutMs);
  const cwd = join(folders.project, test.cwd);
  makeFolder(cwd);
  return { test, folders, world: { cwd, env, home: folders.home, project: rootFolders.project } };
}

/** Copies the files that `copy` names from the real project. */
function copyRequested(paths: readonly string[], from: string, to: string): void {
  const budget = newBudget();
  for (const path of paths) {
    const files = filesBelow(join(from, path), budget);
    if (files.length === 0) throw new AnyhookError('BAD_ARGUMENT', `"copy": there is no file at ${join(from, path)}`);
    copyFiles(files, from, to);
  }
}

async function fireStep(step: TestStep, setup: CaseSetup, signal: AbortSignal) {
  const { test, folders, world } = setup;
  const agent = step.host === undefined ? canonical : findAgent(step.host);
  const fired = await stepEvent(step, world, folders);
  const project = await openProject(world, test.trust);
  const background: BackgroundRun[] = [];
  const { engine, loaded } = engineFor(project, { setup, agent, signal, background });
  const answer = await engine.decide(agent, fired.event, fired.context, { env: fired.context.env, signal });
  const ends = await Promise.all(background.map(async ({ hook, end }) => ({ hook, end: await end })));
  const report = await fireReport({
    answer,
    agent,
    loadedHooks: withoutIdleGuard(
      loaded,
      answer.verdict.hooks.map(({ hook }) => hook.id),
    ),
    index: engine.index,
    problems: project.problems,
    withWire: step.host !== undefined,
  });
  const actual = unfillFolders(withBackground(report, ends), folders);
  const read = (path: string) => readText(pathIn(path, folders.project, folders.home));
  const events = [answer.event, ...derive(answer.event, answer.verdict, new Set(Object.values(agent.events)))];
  const ran = new Set(answer.verdict.hooks.map(({ hook }) => hook.id));
  return {
    mismatches: await findMismatches(step.expect, actual, read),
    fired: { report: actual, event: unfillFolders(fired.event, folders) },
    touched: await collectEvidence(
      loaded.map(({ hook }) => hook),
      events,
      ran,
    ),
  };
}

/** Makes the event of a step, like `anyhook fire`. */
export async function stepEvent(
  step: TestStep,
  world: World,
  folders: Pick<CaseFolders, 'project' | 'home'>,
): Promise<EventToFire> {
  const { event, tool, prompt, host: agent, input, data, payload, session = 'hooktest' } = step;
  const fill = <T>(value: T): T => fillFolders(value, folders) as T;
  const request = {
    name: event,
    tool,
    prompt: fill(prompt),
    input: fill(input),
    data: fill(data),
    session,
    keepFolder: true,
    ...(payload && { readPayload: async () => parsePayload(JSON.stringify(fill(payload)), '"payload"') }),
  };
  return eventToFire(request, { agent: agent === undefined ? canonical : findAgent(agent), world });
}

interface BackgroundRun {
  readonly hook: Hook;
  readonly end: Ending | Promise<Ending>;
}

interface CaseEngineOptions {
  readonly setup: CaseSetup;
  readonly agent: ReturnType<typeof findAgent>;
  readonly signal: AbortSignal;
  readonly background: BackgroundRun[];
}

const runHook = createHookRunner(createHandlers({ findBuiltin: builtinByName }));

/** The engine of the copy, with the hooks that the case allows; it asks no person and keeps no state. */
function engineFor(project: Project, { setup, agent, signal, background }: CaseEngineOptions) {
  const { test, world } = setup;
  const isSelected = ({ id }: Hook) => test.hooks === undefined || test.hooks.includes(id);
  const { approve: _approve, ...parts } = engineParts(project, world, { agent });
  const hooks = parts.hooks.filter(isSelected);
  const engine: Engine = wireEngine({
    ...parts,
    hooks,
    skippedNotices: [],
    async startAsync(hook, event, env) {
      const { settings } = parts;
      const { timeoutMs } = hook;
      background.push({
        hook,
        end: runHook(hook, event, { codec: formatNamed(hook.dialect), env, timeoutMs, settings, signal }),
      });
      return undefined;
    },
  });
  const known = project.hooks.filter(({ hook }) => isSelected(hook));
  const builtInHooks = hooks.filter((hook) => !known.some((one) => one.hook.id === hook.id));
  return {
    engine,
    loaded: [...known, ...builtInHooks.map((hook): LoadedHook => ({ hook, state: { kind: 'active' } }))],
  };
}

/** Leaves out anyhook's own guard unless it decided something. */
const withoutIdleGuard = (loaded: readonly LoadedHook[], reportedIds: readonly string[]): readonly LoadedHook[] =>
  loaded.filter(({ hook }) => hook.id !== selfProtectionId || reportedIds.includes(hook.id));

/** Waits for background hooks too: one that did not finish must not look successful. */
function withBackground(
  report: FireReport,
  ends: readonly { readonly hook: Hook; readonly end: Ending }[],
): FireReport {
  const hooks = report.hooks.map((one) => {
    const end = ends.find(({ hook }) => hook.id === one.id)?.end;
    if (end?.kind !== 'failed') return one;
    return { ...one, outcome: end.why === 'timeout' ? ('timeout' as const) : ('failed' as const), reason: end.detail };
  });
  return { ...report, hooks };
}
