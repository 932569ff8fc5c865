import { resolve } from 'node:path';
import { type Ability, checkAbilities } from '@anyhook/abilities';
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

/** Hooks and abilities that were checked, and the problems in their files. */
export interface CheckedFiles extends LoadedFile {
  readonly abilities: readonly Ability[];
}

/** Finds problems that loading does not show; `root` is the project's. */
export type FindMoreProblems = (hooks: readonly Hook[], root: string) => readonly Problem[];

/** Checks projects (folders), hook files and registry files. */
export async function checkPaths(
  paths: readonly string[],
  world: World,
  findMore: FindMoreProblems = () => [],
): Promise<CheckedFiles> {
  const found: CheckedFiles[] = [];
  for (const path of paths) found.push(await checkPath(resolve(world.cwd, path), world, findMore));
  return {
    hooks: found.flatMap(({ hooks }) => hooks),
    abilities: found.flatMap(({ abilities }) => abilities),
    problems: found.flatMap(({ problems }) => problems),
  };
}

async function checkPath(path: string, world: World, findMore: FindMoreProblems): Promise<CheckedFiles> {
  const checkProject = async (project: Project) => withAbilities(project, world, findMore);
  if (isFolder(path)) return checkProject(await openProject({ ...world, cwd: path }));
  if (!isFile(path))
    throw new AnyhookError('BAD_ARGUMENT', `expected a folder or a hook file, got ${path}, which is neither`);
  const real = realPath(path);
  const project = await checkProject(await openProject(world));
  if (hasSource(real, project)) return fromSource(real, project);
  const folder = /^(.*)\/\.system\/registry\/(?:low|high)-level\/[^/]+\.ya?ml$/s.exec(slashedPath(real))?.[1];
  if (folder !== undefined) return fromSource(real, await checkProject(await openProject({ ...world, cwd: folder })));
  // Another agent's hook file is no file of a format with the same ending.
  if (unreadHookPlaceOf(real)) return { hooks: [], abilities: [], problems: [] };
  const deps = await snapshotDeps();
  const checked = await checkFile(real, userPaths(world.env, world.home), deps);
  if (checked) {
    const more = checked.hooks.flatMap((hook) => findMore([hook], hook.root));
    return { ...checked, problems: [...checked.problems, ...more], abilities: [] };
  }
  throw new AnyhookError(
    'BAD_ARGUMENT',
    isHookTest(path)
      ? `${path} is a test of hooks: run it with "anyhook test"`
      : `${path} is not a hook file: expected ${fileNames(deps).join(', ')}`,
  );
}

/** What hook files look like, over all formats. */
const fileNames = ({ loaders }: ProjectSnapshotDeps): readonly string[] => [
  ...new Set(Object.values(loaders).flatMap((loader) => loader.fileNames)),
];

async function withAbilities(project: Project, world: World, findMore: FindMoreProblems): Promise<CheckedFiles> {
  const { abilities, problems } = await checkAbilities(project, world);
  const { hooks } = project.snapshot;
  const more = findMore(hooks, project.root);
  return { hooks, abilities, problems: [...project.problems, ...more, ...problems] };
}

const hasSource = (path: string, { hooks, abilities, problems }: CheckedFiles): boolean =>
  [...hooks, ...abilities, ...problems].some(({ source }) => realPath(source) === path);

function fromSource(path: string, { hooks, abilities, problems }: CheckedFiles): CheckedFiles {
  const isFromPath = ({ source }: { readonly source: string }) => realPath(source) === path;
  return {
    hooks: hooks.filter(isFromPath),
    abilities: abilities.filter(isFromPath),
    problems: problems.filter(isFromPath),
  };
}
