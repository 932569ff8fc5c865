import { join, relative } from 'node:path';
import {
  AnyhookError,
  type FormatName,
  type Hook,
  isExecutable,
  type PackageFile,
  type Problem,
  packageLimits,
  pathInFile,
  readBytes,
  sha256,
  userPaths,
  withScratch,
  writePackageTree,
} from '@anyhook/core';
import { snapshotDeps } from '../answer/engine.js';
import type { HookLoader } from '../formats/kit/format.js';
import { discoverHookFiles } from '../hooks/discover.js';
import { type LockedPackage, type PackageStore, packageFolder, packagePlaces } from '../hooks/hook-packages.js';
import { type ProjectSnapshotDeps, takeProjectSnapshot } from '../hooks/snapshot.js';
import type { FetchedPackage } from './fetch.js';

/** What a package would run. */
export interface PackageReview {
  readonly format: FormatName;
  /** The files with its hooks, by their paths in the package. */
  readonly hookFiles: readonly string[];
  readonly hooks: readonly Hook[];
  readonly problems: readonly Problem[];
  /** Other formats in which it has hooks: probably the same ones, for other agents. */
  readonly others: readonly FormatName[];
}

/** Reads the hooks of a package in an empty folder, so that nothing of this user or of a project is mixed in. */
export async function reviewPackage(
  { name, files, source }: Pick<FetchedPackage, 'name' | 'files' | 'source'>,
  wantedFormat?: FormatName,
): Promise<PackageReview> {
  return withScratch('anyhook-package-', async (scratch) => {
    const folder = join(scratch, 'package');
    writePackageTree(folder, files);
    const deps = await snapshotDeps();
    const found: FormatReview[] = [];
    for (const [format, loader] of Object.entries(deps.loaders)) {
      const review = await hooksOfFormat({ name, folder, scratch }, format, loader, deps);
      if (review.hooks.length > 0) found.push(review);
    }
    const chosen =
      wantedFormat === undefined
        ? ownFormat(found, files, deps.loaders)
        : found.find(({ format }) => format === wantedFormat);
    if (!chosen)
      throw new AnyhookError('BAD_HOOK_FILE', noHooksText({ name, files, source }, deps.loaders, wantedFormat, found));
    if (chosen.hooks.every(({ unloadable }) => unloadable !== undefined)) {
      const [{ source: file, message } = { source: chosen.hookFiles[0] ?? '', message: '' }] = chosen.problems;
      throw new AnyhookError(
        'BAD_HOOK_FILE',
        `${name}: its hooks cannot be loaded. ${file}: ${message}. Nothing was installed.`,
      );
    }
    if (chosen.hooks.length > packageLimits.hooks)
      throw new AnyhookError(
        'BAD_HOOK_FILE',
        `${name}: expected at most ${packageLimits.hooks} hooks, got ${chosen.hooks.length}. Nothing was installed.`,
      );
    // The same files, read as another agent's, add nothing.
    const isOther = ({ hookFiles }: Pick<PackageReview, 'hookFiles'>) =>
      !hookFiles.every((file) => chosen.hookFiles.includes(file));
    return { ...chosen, others: found.filter(isOther).map(({ format }) => format) };
  });
}

type FormatReview = Omit<PackageReview, 'others'>;

/** The format of the agent whose manifest the package has; without a manifest the first in which hooks can be loaded. */
function ownFormat(
  found: readonly FormatReview[],
  files: readonly PackageFile[],
  loaders: Readonly<Record<FormatName, HookLoader>>,
): FormatReview | undefined {
  const paths = new Set(files.map(({ path }) => path));
  const usable = found.filter(({ hooks }) => hooks.some(({ unloadable }) => unloadable === undefined));
  const isMadeFor = ({ format }: FormatReview) => paths.has(loaders[format]?.packageManifest ?? '');
  return usable.find(isMadeFor) ?? usable[0] ?? found[0];
}

async function hooksOfFormat(
  { name, folder, scratch }: { readonly name: string; readonly folder: string; readonly scratch: string },
  format: FormatName,
  loader: HookLoader,
  deps: ProjectSnapshotDeps,
): Promise<FormatReview> {
  const places = packagePlaces(loader, { name, folder, dataFolder: join(scratch, 'data') });
  // Most formats have no file in a package, and a snapshot costs more than this check.
  if (discoverHookFiles(places.map((place) => ({ ...place, format }))).found.length === 0)
    return { format, hookFiles: [], hooks: [], problems: [] };
  const nobody = userPaths({ HOME: join(scratch, 'home') }, scratch);
  const loaders = { [format]: { ...loader, places: () => places } };
  const { hooks, problems } = await takeProjectSnapshot(folder, nobody, { ...deps, loaders });
  const own = hooks.filter((hook) => hook.package !== undefined);
  // The settings of a plugin's repository are for its developers.
  const ofPlugin = own.filter(({ flavour }) => flavour === 'installed-plugin');
  const taken = ofPlugin.length > 0 ? ofPlugin : own;
  const sources = new Set(taken.map(({ source }) => source));
  return {
    format,
    hookFiles: [...sources].map((path) => pathInFile(folder, path)),
    hooks: taken.map((hook) => relativeHook(hook, folder)),
    problems: problems
      .filter(({ source }) => sources.has(source))
      .map((problem) => ({ ...problem, source: relative(folder, problem.source) })),
  };
}

/** The hook with displayed paths: relative to the package. */
function relativeHook(hook: Hook, folder: string): Hook {
  const text = JSON.stringify(hook).replaceAll(`${JSON.stringify(folder).slice(1, -1)}/`, '');
  return JSON.parse(text) as Hook;
}

function noHooksText(
  { name, files, source }: Pick<FetchedPackage, 'name' | 'files' | 'source'>,
  loaders: Readonly<Record<FormatName, HookLoader>>,
  wanted: FormatName | undefined,
  found: readonly { readonly format: FormatName }[],
): string {
  const others = found.map(({ format }) => format).join(', ');
  if (wanted !== undefined && others !== '')
    return `${name}: no hooks of the format ${wanted}, but of ${others}. Nothing was installed.`;
  const names = [...new Set(Object.values(loaders).flatMap(({ fileNames }) => fileNames))];
  const below = subfolders(files, names);
  const at = source.replace(/#.*$/, '');
  const hint =
    below.length > 0
      ? `It has some further down: ${below.map((path) => `${at}//${path}`).join(', ')}`
      : `A subfolder: ${at}//path`;
  return `${name}: no hooks inside (looked for ${names.join(', ')}). Nothing was installed. ${hint}`;
}

const maxHints = 5;

/** Deeper folders that look like separate packages. */
function subfolders(files: readonly PackageFile[], names: readonly string[]): readonly string[] {
  const parents = files.flatMap(({ path }) => {
    const parts = path.split('/');
    const isHookFile = names.includes(parts.at(-1) ?? '') && parts.length > 2;
    const at = parts.findIndex((part) => part === 'hooks' || part.startsWith('.'));
    return isHookFile && at > 0 ? [parts.slice(0, at).join('/')] : [];
  });
  return [...new Set(parents)].slice(0, maxHints);
}

/** The hooks of a package as it was added; none if its files can no longer be read. */
export async function reviewInstalled(
  store: PackageStore,
  name: string,
  { dialect: format, files }: LockedPackage,
): Promise<readonly Hook[]> {
  const folder = packageFolder(store, name);
  const present = Object.keys(files).flatMap((path): readonly PackageFile[] => {
    const bytes = readBytes(join(folder, path), packageLimits.bytes);
    return bytes ? [{ path, bytes, isExecutable: isExecutable(join(folder, path)) }] : [];
  });
  try {
    return (await reviewPackage({ name, files: present, source: name }, format)).hooks;
  } catch {
    return [];
  }
}

export const fileHashes = (files: readonly PackageFile[]): Readonly<Record<string, string>> =>
  Object.fromEntries(files.map(({ path, bytes }) => [path, sha256(bytes)]));
