import { basename } from 'node:path';
import {
  AnyhookError,
  type FormatName,
  isFolder,
  type PackageFile,
  PackageRefusal,
  readPackageTree,
  userPaths,
} from '@anyhook/core';
import { foldersByFormat, movedFolders } from '../agents/moved-folders.js';
import { openProject, type World } from '../answer/engine.js';
import { loadLoaders } from '../formats/index.js';
import { mergeAgentFolders } from '../hooks/agent-folders.js';
import type { LockedPackage, PackageKind } from '../hooks/hook-packages.js';
import { agentFoldersFor, installedPlugins, type PluginSearch } from '../hooks/installed-plugins.js';
import { findProjectRoot, projectLevels } from '../hooks/project-root.js';
import { fetchGit } from './fetch-git.js';
import { fetchNpm } from './fetch-npm.js';
import { type PackageSource, packageNameOf, parseSource, sourceText } from './source.js';

export interface FetchedContent {
  readonly version?: string;
  readonly commit?: string;
  readonly isTag?: true;
  readonly files: readonly PackageFile[];
}

/** A package in memory, before the user agreed to it. */
export interface FetchedPackage extends FetchedContent {
  readonly name: string;
  readonly kind: PackageKind;
  /** In the form that `add` accepts. */
  readonly source: string;
  readonly dataFolder?: string;
  /** The format in which the agent of a plugin reads its hooks. */
  readonly format?: FormatName;
  /** The folder to which paths of imported hooks are relative. */
  readonly base?: string;
}

/** Parses a source as typed; plugins of agents are recognized by name. */
export async function readSource(text: string, world: World): Promise<PackageSource> {
  const search = await pluginSearch(world);
  const plugins = installedPlugins(search).map(({ name }) => name);
  return parseSource(text, { cwd: world.cwd, home: userPaths(world.env, world.home).home, isFolder, plugins });
}

async function pluginSearch(world: World): Promise<PluginSearch> {
  const user = userPaths(world.env, world.home);
  const levels = projectLevels(findProjectRoot(world.cwd, user), world.cwd, user);
  const { config } = await openProject(world);
  const folders = mergeAgentFolders(config.agentFolders ?? {}, foldersByFormat(movedFolders(world.env, user.home)));
  return { loaders: await loadLoaders(), levels, foldersOf: agentFoldersFor(user.home, folders) };
}

/** Fetches a package into memory; nothing is written. Throws errors with readable text. */
export async function fetchPackage(source: PackageSource, world: World): Promise<FetchedPackage> {
  return fetched(source, world, packageNameOf(source), undefined);
}

/** Fetches the current package from its source. For a tag: the newest version, if the tag itself did not move. */
export async function fetchAgain(name: string, locked: LockedPackage, world: World): Promise<FetchedPackage> {
  const source =
    locked.kind === 'plugin'
      ? ({ kind: 'plugin', name: locked.source } as const)
      : await readSource(locked.source, world);
  return fetched(source, world, name, locked);
}

/** Fetches exactly what the user agreed to, byte for byte. */
export async function fetchLocked(name: string, locked: LockedPackage, world: World): Promise<FetchedPackage> {
  const source = await readSource(locked.source, world);
  const exact: PackageSource =
    source.kind === 'git' && locked.commit !== undefined
      ? { ...source, ref: locked.commit }
      : source.kind === 'npm' && locked.version !== undefined
        ? { ...source, version: locked.version }
        : source;
  return fetched(exact, world, name, undefined);
}

async function fetched(
  source: PackageSource,
  world: World,
  name: string,
  locked: LockedPackage | undefined,
): Promise<FetchedPackage> {
  try {
    const { dataFolder, format, ...content } = await contentOf(source, world, locked);
    const newRef = source.kind === 'git' && content.isTag ? content.version : undefined;
    return {
      name,
      kind: source.kind,
      source: sourceText(source, newRef),
      ...content,
      ...(dataFolder !== undefined && { dataFolder }),
      ...(format !== undefined && { format }),
    };
  } catch (error) {
    if (!(error instanceof PackageRefusal)) throw error;
    const text = /nothing was installed/i.test(error.message)
      ? error.message
      : `${error.message.replace(/\.$/, '')}. Nothing was installed.`;
    throw new AnyhookError('FAILED', `${name}: ${text}`, { cause: error });
  }
}

async function contentOf(
  source: PackageSource,
  world: World,
  locked: LockedPackage | undefined,
): Promise<FetchedContent & PluginOrigin> {
  switch (source.kind) {
    case 'folder':
      if (!isFolder(source.path)) throw new PackageRefusal(`${source.path} is not a folder`);
      return { files: readPackageTree(source.path) };
    case 'git': {
      const { version, commit, isTag } = locked ?? {};
      const known =
        isTag && version !== undefined && commit !== undefined ? { known: { version, commit }, follow: true } : {};
      return fetchGit(source, world.env, known);
    }
    case 'npm':
      return fetchNpm(source, world.env);
    case 'plugin':
      return pluginContent(source.name, world);
  }
}

type PluginOrigin = Pick<FetchedPackage, 'dataFolder' | 'format'>;

async function pluginContent(name: string, world: World): Promise<FetchedContent & PluginOrigin> {
  const search = await pluginSearch(world);
  const plugin = installedPlugins(search).find((one) => one.name === name);
  if (!plugin) throw new PackageRefusal('it is no longer installed with its agent');
  if (!isFolder(plugin.folder)) throw new PackageRefusal(`${plugin.folder} is not there; install the plugin again`);
  const [place] = plugin.registry.places(plugin, plugin.agentFolder);
  const version = basename(plugin.folder);
  return {
    files: readPackageTree(plugin.folder),
    ...(/^v?\d/.test(version) && { version }),
    ...(place?.plugin && { dataFolder: place.plugin.dataFolder }),
    format: plugin.format,
  };
}
