import { basename, dirname } from 'node:path';
import type { UserPaths } from '@anyhook/core';
import {
  type FormatName,
  isFile,
  isFolder,
  isHookTest,
  maxModuleBytes,
  objectOf,
  readText,
  slashedPath,
} from '@anyhook/core';
import { configFormat, formatNamed } from '../formats/index.js';
import type { HookLoader, HookPlace, LoadedFile } from '../formats/kit/format.js';
import { maxFileBytes, parseJson, parseYaml } from '../formats/kit/parse.js';
import { everythingFamiliar } from '../trust/familiar-content.js';
import { projectOfHookFile } from '../trust/project-of-hook-file.js';
import { parseConfig } from './config.js';
import { configHooks } from './config-hooks.js';
import { HookDocuments } from './hook-documents.js';
import { findProjectRoot } from './project-root.js';
import { type ProjectSnapshotDeps, takeProjectSnapshot } from './snapshot.js';
import { SnapshotCollector } from './snapshot-collector.js';
import { usableHooks } from './usable-hooks.js';

/** Loads one file alone, in any folder; undefined if its name and content are not those of a hook file. */
export async function checkFile(
  path: string,
  user: UserPaths,
  deps: ProjectSnapshotDeps,
): Promise<LoadedFile | undefined> {
  if (isConfig(path)) return checkConfig(path, user, deps);
  const format = formatOfFile(path, deps.loaders);
  return format === undefined ? undefined : checkHooks(path, format, user, deps);
}

function isConfig(path: string): boolean {
  const name = basename(path);
  if (!/\.ya?ml$/.test(name) || isHookTest(name)) return false;
  return /^anyhook\.ya?ml$/.test(name) || basename(dirname(path)) === 'anyhook';
}

/** The format of a hook file: by its name, or by its content if the name is ambiguous. */
function formatOfFile(path: string, loaders: ProjectSnapshotDeps['loaders']): FormatName | undefined {
  if (isHookTest(path)) return undefined;
  const value = () => topValue(path);
  const file = {
    path: slashedPath(path),
    name: basename(path),
    keys: () => Object.keys(value()),
    hookEvents: () => Object.keys(objectOf(value()['hooks']) ?? {}),
  };
  const answers = Object.entries(loaders).map(([name, loader]) => ({ name, is: loader.recognise(file) }));
  return (answers.find(({ is }) => is === 'yes') ?? answers.find(({ is }) => is === 'maybe'))?.name;
}

/** The map at the top of a file; empty if it has none. */
function topValue(path: string): Readonly<Record<string, unknown>> {
  const text = readText(path, maxFileBytes) ?? '';
  const parsed = path.endsWith('.json') ? parseJson(text, path) : parseYaml(text, path);
  return ('doc' in parsed ? objectOf(parsed.doc.value) : undefined) ?? {};
}

async function checkHooks(
  path: string,
  format: FormatName,
  user: UserPaths,
  deps: ProjectSnapshotDeps,
): Promise<LoadedFile> {
  const loader = deps.loaders[format] as HookLoader;
  const place = loader.placeOf?.(path) ?? plainPlace(path, baseOfFile(path, format, user));
  const singlePlaceLoader = { ...loader, places: () => [place] };
  const { hooks, problems } = await takeProjectSnapshot(dirname(path), user, {
    ...deps,
    loaders: { [format]: singlePlaceLoader },
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
function baseOfFile(path: string, format: FormatName, user: UserPaths): string {
  const project = projectOfHookFile(path, formatNamed(format).locations);
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
  const collector = new SnapshotCollector({ home: user.home, root: baseOfFile(path, configFormat, user) });
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
