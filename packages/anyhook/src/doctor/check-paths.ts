import { resolve } from 'node:path';
import {
  AnyhookError,
  type Hook,
  isFile,
  isFolder,
  isHookTest,
  type Problem,
  realPath,
  slashedPath,
  userPaths,
} from '@anyhook/core';
import { unreadHookPlaceOf } from '../agents/hook-files.js';
import { openProject, snapshotDeps, type World } from '../answer/engine.js';
import type { LoadedFile } from '../formats/kit/format.js';
import { checkFile } from '../hooks/check-file.js';
import type { Project } from '../hooks/load.js';
import type { ProjectSnapshotDeps } from '../hooks/snapshot.js';

/** Files of a project that are not hook files, such as a registry, and how to check them. */
export interface FeatureFiles {
  readonly one: string;
  readonly many: string;
  /** The folder of the project that a file belongs to, by its path with slashes; undefined: it is another kind of file. */
  projectOf(path: string): string | undefined;
  check(project: Project, world: World): Promise<CheckedFeature>;
}

/** What was loaded from these files, and the problems in them. */
interface CheckedFeature {
  readonly loaded: readonly { readonly source: string }[];
  readonly problems: readonly Problem[];
}

/** What is not a hook, and its names. */
export interface CheckedOther extends Pick<FeatureFiles, 'one' | 'many'> {
  readonly source: string;
}

/** What was checked, and the problems in it. */
interface CheckedFiles extends LoadedFile {
  readonly others: readonly CheckedOther[];
}

/** Checks besides the problems that loading shows. */
interface MoreChecks {
  readonly findProblems?: FindMoreProblems;
  readonly files?: readonly FeatureFiles[];
}

/** Finds problems that loading does not show; `root` is the project's. */
type FindMoreProblems = (hooks: readonly Hook[], root: string) => readonly Problem[];

/** Checks projects (folders), hook files and registry files. */
export async function checkPaths(paths: readonly string[], world: World, more: MoreChecks = {}): Promise<CheckedFiles> {
  const found: CheckedFiles[] = [];
  for (const path of paths) found.push(await checkPath(resolve(world.cwd, path), world, more));
  return {
    hooks: found.flatMap(({ hooks }) => hooks),
    others: found.flatMap(({ others }) => others),
    problems: found.flatMap(({ problems }) => problems),
  };
}

async function checkPath(path: string, world: World, more: MoreChecks): Promise<CheckedFiles> {
  const checkProject = async (project: Project) => withFeatures(project, world, more);
  if (isFolder(path)) return checkProject(await openProject({ ...world, cwd: path }));
  if (!isFile(path))
    throw new AnyhookError('BAD_ARGUMENT', `expected a folder or a hook file, got ${path}, which is neither`);
  const real = realPath(path);
  const project = await checkProject(await openProject(world));
  if (hasSource(real, project)) return fromSource(real, project);
  const folder = more.files?.map(({ projectOf }) => projectOf(slashedPath(real))).find((one) => one !== undefined);
  if (folder !== undefined) return fromSource(real, await checkProject(await openProject({ ...world, cwd: folder })));
  // Another agent's hook file is not a file of a format with the same extension.
  if (unreadHookPlaceOf(real)) return { hooks: [], others: [], problems: [] };
  const deps = await snapshotDeps();
  const checked = await checkFile(real, userPaths(world.env, world.home), deps);
  if (checked) {
    const found = checked.hooks.flatMap((hook) => more.findProblems?.([hook], hook.root) ?? []);
    return { ...checked, problems: [...checked.problems, ...found], others: [] };
  }
  throw new AnyhookError(
    'BAD_ARGUMENT',
    isHookTest(path)
      ? `${path} is a test of hooks: run it with "anyhook hooks test"`
      : `${path} is not a hook file: expected ${fileNames(deps).join(', ')}`,
  );
}

/** What hook files look like, over all formats. */
const fileNames = ({ loaders }: ProjectSnapshotDeps): readonly string[] => [
  ...new Set(Object.values(loaders).flatMap((loader) => loader.fileNames)),
];

async function withFeatures(project: Project, world: World, more: MoreChecks): Promise<CheckedFiles> {
  const { hooks } = project.snapshot;
  const problems = [...project.problems, ...(more.findProblems?.(hooks, project.root) ?? [])];
  const others: CheckedOther[] = [];
  for (const { one, many, check } of more.files ?? []) {
    const checked = await check(project, world);
    others.push(...checked.loaded.map(({ source }) => ({ source, one, many })));
    problems.push(...checked.problems);
  }
  return { hooks, others, problems };
}

const hasSource = (path: string, { hooks, others, problems }: CheckedFiles): boolean =>
  [...hooks, ...others, ...problems].some(({ source }) => realPath(source) === path);

function fromSource(path: string, { hooks, others, problems }: CheckedFiles): CheckedFiles {
  const isFromPath = ({ source }: { readonly source: string }) => realPath(source) === path;
  return {
    hooks: hooks.filter(isFromPath),
    others: others.filter(isFromPath),
    problems: problems.filter(isFromPath),
  };
}
