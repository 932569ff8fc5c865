import { basename, dirname } from 'node:path';
import { type FormatName, isHookTest } from '../core/hook.js';
import { maxModuleBytes } from '../core/limits.js';
import type { HookLoader, HookPlace, LoadedFile } from '../formats/format.js';
import { configFormat, formatNamed } from '../formats/index.js';
import { maxFileBytes, parseYaml } from '../formats/kit/parse.js';
import { isFile, isFolder, readText } from '../platform/files/files.js';
import type { UserPaths } from '../state/user-paths.js';
import { parseConfig } from './config.js';
import { configHooks } from './config-hooks.js';
import { everythingFamiliar } from './familiar-content.js';
import { HookDocuments } from './hook-documents.js';
import { projectOfHookFile } from './project-of-hook-file.js';
import { findProjectRoot } from './project-root.js';
import { type ProjectSnapshotDeps, takeProjectSnapshot, usableHooks } from './snapshot.js';
import { SnapshotCollector } from './snapshot-collector.js';

/** Loads one file alone, in any folder; undefined if its name and content are not those of a hook file. */
export async function checkFile(
  path: string,
  user: UserPaths,
  deps: ProjectSnapshotDeps,
): Promise<LoadedFile | undefined> {
  if (isConfig(path)) return checkConfig(path, user, deps);
  const dialect = formatOfFile(path, deps.loaders);
  return dialect === undefined ? undefined : checkHooks(path, dialect, user, deps);
}

/** Is this a config file, by its name? */
function isConfig(path: string): boolean {
  const name = basename(path);
  if (!/\.ya?ml$/.test(name) || isHookTest(name)) return false;
  return /^anyhook\.ya?ml$/.test(name) || basename(dirname(path)) === 'anyhook';
}

/** The format of a hook file: by its name, or by its content if the name is ambiguous. */
function formatOfFile(path: string, loaders: ProjectSnapshotDeps['loaders']): FormatName | undefined {
  if (isHookTest(path)) return undefined;
  const file = { path, name: basename(path), keys: () => topKeys(path) };
  const answers = Object.entries(loaders).map(([name, loader]) => ({ name, is: loader.recognise(file) }));
  return (answers.find(({ is }) => is === 'yes') ?? answers.find(({ is }) => is === 'maybe'))?.name;
}

function topKeys(path: string): readonly string[] {
  const parsed = parseYaml(readText(path, maxFileBytes) ?? '', path);
  const value = 'doc' in parsed ? parsed.doc.value : undefined;
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

async function checkHooks(
  path: string,
  dialect: FormatName,
  user: UserPaths,
  deps: ProjectSnapshotDeps,
): Promise<LoadedFile> {
  const loader = deps.loaders[dialect] as HookLoader;
  const place = loader.placeOf?.(path) ?? plainPlace(path, baseOfFile(path, dialect, user));
  const singlePlaceLoader = { ...loader, places: () => [place] };
  const { hooks, problems } = await takeProjectSnapshot(dirname(path), user, {
    ...deps,
    loaders: { [dialect]: singlePlaceLoader },
  });
  return {
    hooks: hooks.filter(({ source }) => source === path),
    problems: problems.filter(({ source }) => source === path),
  };
}

const plainPlace = (path: string, root: string): HookPlace => ({
  scope: 'project',
  dir: dirname(path),
  root,
  find: { kind: 'file', name: basename(path) },
});

/** The base for relative paths in the file: its project by the format's locations, else the repository or its folder. */
function baseOfFile(path: string, dialect: FormatName, user: UserPaths): string {
  const project = projectOfHookFile(path, formatNamed(dialect).locations);
  if (project) return project;
  const dir = dirname(path);
  const { root } = findProjectRoot(dir, user);
  return isFolder(root) ? root : dir;
}

async function checkConfig(path: string, user: UserPaths, deps: ProjectSnapshotDeps): Promise<LoadedFile> {
  const text = readText(path, maxFileBytes) ?? '';
  const scope =
    path === user.userConfig ? 'user' : [user.managedConfig, user.systemConfig].includes(path) ? 'managed' : 'project';
  const { source, problems } = parseConfig(text, path, scope);
  if (!source) return { hooks: [], problems };
  const collector = new SnapshotCollector();
  collector.familiar = everythingFamiliar;
  const entries = await configHooks(source, baseOfFile(path, configFormat, user), {
    ...deps,
    documents: new HookDocuments(collector, []),
    exists: isFile,
    moduleText: (module) => readText(module, maxModuleBytes),
  });
  const all = [...problems, ...entries.problems, ...collector.problems];
  const hooks = await usableHooks(entries.hooks, deps, all);
  return { hooks, problems: all };
}
