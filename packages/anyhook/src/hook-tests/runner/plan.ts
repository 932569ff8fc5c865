import { join, relative } from 'node:path';
import type { UserPaths } from '@anyhook/core';
import { AnyhookError, type Hook, makeFolder, type Problem, readText, selfProtectionId } from '@anyhook/core';
import { openProject, type World } from '../../answer/engine.js';
import { makeProblem } from '../../formats/kit/parse.js';
import { parseTests, unknownHooks } from '../parse.js';
import type { TestCase, TestFile, TestStep } from '../test-case.js';
import { caseEnvironment, foldersIn, mapStrings } from './case-folders.js';
import { copyFiles, hookSourceFiles, linkPackages, placeInCopy } from './copy-project.js';
import { type TestedFolder, testedFolderOf } from './find-tests.js';
import { type CaseJob, stepEvent } from './run-case.js';

/** A project for tests: a copy of its hooks, and what was loaded from it. */
export interface TestedProject {
  readonly location: TestedFolder;
  readonly template: string;
  readonly hooks: readonly Hook[];
  readonly problems: readonly Problem[];
  /** The original files of the copy. */
  readonly sources: readonly string[];
}

/** Test files, each with the project it belongs to. */
export interface TestPlan {
  readonly files: readonly { readonly file: TestFile; readonly subject: TestedProject }[];
  readonly subjects: readonly TestedProject[];
}

interface PlanOptions {
  /** The temporary folder for everything. */
  readonly scratch: string;
  readonly env: World['env'];
  readonly user: UserPaths;
}

/** Reads test files, copies their hooks, and checks each case as far as possible without running it. */
export async function planTests(paths: readonly string[], options: PlanOptions): Promise<TestPlan> {
  const subjects = new Map<string, TestedProject>();
  const files: TestPlan['files'][number][] = [];
  for (const path of paths) {
    const location = testedFolderOf(path, options.user);
    const known = subjects.get(location.folder);
    const subject =
      known ?? (await copyTestedProject(location, join(options.scratch, `subject-${subjects.size}`), options));
    subjects.set(location.folder, subject);
    const text = readText(path);
    const file =
      text === undefined
        ? { path, cases: [], problems: [makeProblem(path, 'is unreadable or larger than 1 MiB')], reads: [] }
        : await parseTests(text, path);
    files.push({ file: await dropBadCases(file, subject), subject });
  }
  return { files, subjects: [...subjects.values()] };
}

async function copyTestedProject(location: TestedFolder, folder: string, { env }: PlanOptions): Promise<TestedProject> {
  const folders = foldersIn(folder);
  for (const path of Object.values(folders)) makeFolder(path);
  const testWorld = { env: caseEnvironment(folders, env), home: folders.home };
  const original =
    location.standaloneHook === undefined
      ? await openProject({ ...testWorld, cwd: location.folder, project: location.root }, 'project')
      : undefined;
  const sources = hookSourceFiles(location, original?.snapshot.hooks.filter(({ scope }) => scope === 'project') ?? []);
  const rootInCopy = placeInCopy(location, folders.project);
  copyFiles(sources, location.root, rootInCopy);
  linkPackages(location, folders.project);
  const workingFolder = workingFolderOf(location);
  makeFolder(join(folders.project, workingFolder));
  const cwd = join(folders.project, workingFolder);
  const { snapshot, problems } = await openProject({ ...testWorld, cwd, project: folders.project }, 'project');
  // As if loaded from the project itself, so that copies of the same hook are equal.
  const withOriginalPaths = <T>(value: T): T =>
    mapStrings(value, (text) => text.replaceAll(rootInCopy, location.root)) as T;
  return {
    location,
    template: folders.project,
    hooks: withOriginalPaths(snapshot.hooks),
    problems: withOriginalPaths(problems),
    sources,
  };
}

/** The agent's folder, relative to the root of the copy. */
const workingFolderOf = ({ root, folder, standaloneHook }: TestedFolder): string =>
  standaloneHook === undefined ? relative(root, folder) : '';

async function dropBadCases(file: TestFile, subject: TestedProject): Promise<TestFile> {
  const known = [...subject.hooks.map(({ id }) => id), selfProtectionId];
  const problems = [...file.problems];
  const cases: TestCase[] = [];
  for (const test of file.cases) {
    const names = addsHooks(test) ? [] : unknownHooks(test, file.path, known);
    const events = await badEvents(test, file.path, subject);
    problems.push(...names, ...events);
    if (names.length + events.length === 0) cases.push(test);
  }
  problems.sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
  return { ...file, cases, problems };
}

/** A case may add its own hooks. */
const addsHooks = ({ files, steps }: TestCase): boolean =>
  [files, ...steps.map((step) => step.files)].some((one) =>
    Object.keys(one).some((path) =>
      /(?:^|\/)(?:\.agents|\.system|\.claude|\.config|hooks)\/|(?:^|\/)hooks\.ya?ml$/.test(path),
    ),
  );

async function badEvents({ steps }: TestCase, path: string, { template }: TestedProject): Promise<readonly Problem[]> {
  const world: World = { cwd: template, env: {}, home: template };
  const found: Problem[] = [];
  for (const step of steps) {
    try {
      await stepEvent(step, world, { project: template, home: template });
    } catch (error) {
      if (!(error instanceof AnyhookError)) throw error;
      const field = fieldOf(error, step);
      found.push(makeProblem(path, withFieldNames(error.message), step.lines[field] ?? step.line, field));
    }
  }
  return found;
}

/** Rewrites errors of `fire`: its options are fields here. */
const withFieldNames = (message: string): string =>
  message.replace(/--(tool|input|prompt|data|payload|event|host)\b/g, '"$1"');

function fieldOf({ code, message }: AnyhookError, step: TestStep): string {
  if (code === 'UNKNOWN_EVENT') return 'event';
  if (code === 'UNKNOWN_HOST') return 'host';
  return /^--(\w+)/.exec(message)?.[1] ?? (step.payload ? 'payload' : 'event');
}

export function caseJob(
  test: TestCase,
  { location, template }: TestedProject,
  folder: string,
  env: World['env'],
): CaseJob {
  return { test, folder, template, inside: workingFolderOf(location), real: location.folder, env };
}
