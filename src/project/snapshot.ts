import { dirname, isAbsolute, join, resolve } from 'node:path';
import { distinctProblems } from '../core/distinct-problems.js';
import type { Problem } from '../core/errors.js';
import { type FormatName, type Hook, type Match, type Scope, trustedFiles } from '../core/hook.js';
import { maxHashedBytes } from '../core/limits.js';
import { compileMatch } from '../engine/match.js';
import type { HookFile, HookLoader, SearchFolders } from '../formats/format.js';
import { configFormat } from '../formats/index.js';
import { maxFileBytes } from '../formats/kit/parse.js';
import { unloadableFile, unloadableHook, unloadableOneHookFile } from '../formats/kit/unloadable-hook.js';
import type { FindBuiltin } from '../handlers/builtin.js';
import { entryExists, type FileStamp, fileStamp, isFile, readBytes, realPath } from '../platform/files/files.js';
import { sha256, unreadSha } from '../platform/hash.js';
import { stateProblem } from '../state/private-file.js';
import type { UserPaths } from '../state/user-paths.js';
import { type ConfigSource, mergeConfig, parseConfig } from './config.js';
import { configHooks } from './config-hooks.js';
import { type Discovery, discoverHookFiles, type FormatPlace, type FoundHookFile } from './discover.js';
import type { Formats } from './event-names.js';
import type { FolderListings } from './folder-listings.js';
import { coverHooks } from './hook-coverage/cover-hooks.js';
import { lookedAtFiles } from './hook-coverage/looked-at-files.js';
import type { Config } from './merged-config.js';
import { addProfileFilesToTrust, applyOverrides, uniqueHooks } from './overrides.js';
import { projectLevels } from './project-levels.js';
import { findProjectRoot } from './project-root.js';

/** Everything that the files of a project and its user declare, as plain data for the cache. */
export interface ProjectSnapshot {
  readonly root: string;
  /** The folders from the root down to the cwd. */
  readonly levels: readonly string[];
  readonly places: readonly FormatPlace[];
  readonly discovered: Discovery;
  readonly config: Config;
  readonly hooks: readonly Hook[];
  readonly problems: readonly Problem[];
  /** Every file that was checked; null if it is missing. */
  readonly stamps: Readonly<Record<string, FileStamp | null>>;
  /** The SHA-256 of each file that makes up a hook. */
  readonly shas: Readonly<Record<string, string>>;
  /** The names in folders that hooks search by a pattern. */
  readonly listings?: FolderListings;
  /** Why nothing in the state folder can be trusted. Such a snapshot is not cached. */
  readonly exposed?: Problem;
}

export interface ProjectSnapshotDeps {
  readonly loaders: Readonly<Record<FormatName, HookLoader>>;
  readonly formats: Formats;
  /** Says what is wrong with a builtin's name or arguments. */
  readonly checkBuiltin: (use: string, args: unknown) => Promise<string | undefined>;
  readonly findBuiltin: FindBuiltin;
}

/** The project's own config file. */
export const projectConfigFile = (root: string): string => join(root, '.agents', 'anyhook.yaml');

/** Reads and checks all hook and config files. One broken file never disables the others. */
export async function takeProjectSnapshot(
  cwd: string,
  user: UserPaths,
  deps: ProjectSnapshotDeps,
): Promise<ProjectSnapshot> {
  const collector = new SnapshotCollector();
  const folders = findProjectRoot(cwd, user);
  const { root } = folders;
  const levels = projectLevels(folders, cwd, user);
  const { sources, standIns: unreadableConfigHooks } = readConfigs(levels, user, collector);
  const config = mergeConfig(sources);
  const namedFiles = sources.flatMap((source) =>
    (source.file.files ?? []).map((file) => resolve(configBase(source, user), file)),
  );
  for (const path of namedFiles) collector.requireExisting(path);
  const places = formatPlaces({ ...folders, configuredFiles: namedFiles }, levels, deps);
  const discovered = discoverHookFiles(places);
  collector.problems.push(...discovered.problems);
  const loaded = discovered.found.flatMap((found) => loadFile(found, places, deps, collector));
  loaded.push(...unreadableConfigHooks);
  for (const source of sources) {
    const { hooks, problems } = await configHooks(source, configBase(source, user), {
      ...deps,
      exists: (path) => {
        collector.stampFile(path);
        return isFile(path);
      },
    });
    loaded.push(...hooks);
    collector.problems.push(...problems);
  }
  const unique = uniqueHooks(loaded, collector.problems, realPath);
  const usable = await usableHooks(unique, deps, collector.problems);
  const overridden = applyOverrides(usable, config, collector.problems, user.home);
  const looked = lookedAtFiles((path) => collector.stampFile(path));
  const withProfiles = addProfileFilesToTrust(overridden, config, levels.map(projectConfigFile));
  const hooks = coverHooks(withProfiles, { files: looked.files, root, cwd: realPath(cwd), home: user.home });
  for (const path of hooks.flatMap(trustedFiles)) collector.stampFile(path);
  collector.hashRemaining();
  const { stamps, shas } = collector;
  const problems = distinctProblems(collector.problems);
  const exposed = stateProblem(user.state);
  const { listings } = looked;
  return {
    ...{ root, levels, places, discovered, config, hooks, problems, stamps, shas },
    ...(Object.keys(listings).length > 0 && { listings }),
    ...(exposed && { exposed }),
  };
}

/** Where to look, at every level; the user's own places are searched once. */
function formatPlaces(
  folders: SearchFolders,
  levels: readonly string[],
  { loaders }: ProjectSnapshotDeps,
): readonly FormatPlace[] {
  const all = Object.entries(loaders).flatMap(([dialect, loader]) =>
    levels.flatMap((level) =>
      loader.places({ ...folders, cwd: level, root: level }).map((place): FormatPlace => ({ ...place, dialect })),
    ),
  );
  return [
    ...new Map(
      all.map((place) => [JSON.stringify([place.dialect, place.scope, place.dir, place.find]), place]),
    ).values(),
  ];
}

/** The base of a config file's relative paths: the folder above `.agents`, or the user's home. */
const configBase = ({ scope, path }: ConfigSource, user: UserPaths): string =>
  scope === 'project' ? dirname(dirname(path)) : user.home;

/** Collects problems, the stamp of every file that was checked, and the hashes of existing ones. */
class SnapshotCollector {
  readonly problems: Problem[] = [];
  readonly stamps: Record<string, FileStamp | null> = Object.create(null);
  readonly shas: Record<string, string> = Object.create(null);

  stampFile(path: string): void {
    if (!(path in this.stamps)) this.stamps[path] = fileStamp(path) ?? null;
  }

  /** The text of a hook or config file. Its hash is made from the same bytes, so trust covers exactly what was read. */
  read(path: string): string | undefined {
    this.stampFile(path);
    const bytes = readBytes(path, maxFileBytes);
    if (!bytes) {
      const message = `cannot be read: expected a readable file of at most ${maxFileBytes} bytes`;
      this.problems.push({ source: path, severity: 'error', message });
      return undefined;
    }
    this.shas[path] = sha256(bytes);
    return bytes.toString('utf8');
  }

  /** A file that the config names must exist. */
  requireExisting(path: string): void {
    this.stampFile(path);
    if (entryExists(path)) return;
    const message = 'not loaded: the config names this file under "files", but it does not exist';
    this.problems.push({ source: path, severity: 'error', message });
  }

  /** The path exists but is not a file. The stamp never matches, so that every later check looks again. */
  reportUnusable(path: string): void {
    this.stamps[path] = { size: -1, mtimeMs: 0, ctimeMs: 0, ino: 0 };
    const message = 'not used: expected a file, got a folder, a link that leads nowhere, or something else';
    this.problems.push({ source: path, severity: 'error', message });
  }

  hashRemaining(): void {
    for (const path in this.stamps) {
      if (this.stamps[path] === null || path in this.shas) continue;
      const bytes = readBytes(path, maxHashedBytes);
      this.shas[path] = bytes ? sha256(bytes) : unreadSha;
    }
  }
}

/** The config files, and stand-ins for those that cannot be read: they may have had hooks. */
function readConfigs(
  levels: readonly string[],
  user: UserPaths,
  collector: SnapshotCollector,
): { readonly sources: readonly ConfigSource[]; readonly standIns: readonly Hook[] } {
  const files: readonly [Scope, string][] = [
    ['managed', user.managedConfig],
    ['user', user.userConfig],
    ...levels.map((level): [Scope, string] => ['project', projectConfigFile(level)]),
  ];
  const sources: ConfigSource[] = [];
  const standIns: Hook[] = [];
  for (const [scope, path] of files) {
    collector.stampFile(path);
    if (!isFile(path)) {
      if (entryExists(path)) collector.reportUnusable(path);
      continue;
    }
    const before = collector.problems.length;
    const text = collector.read(path);
    const { source, problems } = text === undefined ? { problems: [] } : parseConfig(text, path, scope);
    collector.problems.push(...problems);
    const root = scope === 'project' ? dirname(dirname(path)) : user.home;
    if (source) sources.push(source);
    else standIns.push(unloadableFile(configFormat, { path, scope, root }, collector.problems.slice(before)));
  }
  return { sources, standIns };
}

function loadFile(
  found: FoundHookFile,
  places: readonly FormatPlace[],
  deps: ProjectSnapshotDeps,
  collector: SnapshotCollector,
): readonly Hook[] {
  const { path, dialect, beside: siblingFiles, deep } = found;
  const place = places[found.place] as FormatPlace;
  const text = collector.read(path);
  if (text === undefined) return [unloadableFile(dialect, { path, ...place }, collector.problems.slice(-1))];
  const file: HookFile = {
    path,
    text,
    scope: place.scope,
    root: place.root,
    ...(place.flavour !== undefined && { flavour: place.flavour }),
    siblings: siblingFiles,
    ...(deep && { deepScripts: deep }),
    exists: (script) => {
      const absolute = isAbsolute(script) ? script : join(place.root, script);
      collector.stampFile(absolute);
      return isFile(absolute);
    },
  };
  const loader = deps.loaders[dialect] as HookLoader;
  try {
    const { hooks, problems } = loader.load(file);
    collector.problems.push(...problems);
    const nothingLoaded = hooks.length === 0 && problems.some(({ severity }) => severity === 'error');
    return nothingLoaded ? [standInForFile(file, dialect, loader, problems)] : hooks;
  } catch (error) {
    // A file that makes its reader throw must not affect the others.
    const message = `cannot be parsed: ${(error as Error).message}`;
    const problem: Problem = { source: path, severity: 'error', message };
    collector.problems.push(problem);
    return [standInForFile(file, dialect, loader, [problem])];
  }
}

const standInForFile = (
  file: HookFile,
  dialect: FormatName,
  { oneHookFile }: HookLoader,
  problems: readonly Problem[],
): Hook =>
  oneHookFile ? unloadableOneHookFile(dialect, file, problems, oneHookFile) : unloadableFile(dialect, file, problems);

/** Puts stand-ins in place of hooks that could never run: a pattern that does not compile, a builtin that does not exist. */
export async function usableHooks(
  hooks: readonly Hook[],
  deps: ProjectSnapshotDeps,
  problems: Problem[],
): Promise<readonly Hook[]> {
  const usable: Hook[] = [];
  for (const hook of hooks) {
    if (hook.unloadable !== undefined) {
      usable.push(hook);
      continue;
    }
    const place = { source: hook.source, line: hook.line };
    const matchError = await matchProblem(hook);
    const hookError = matchError ?? (await builtinProblem(hook, deps));
    if (hookError) {
      const problem: Problem = { ...place, severity: 'error', ...hookError };
      problems.push(problem);
      usable.push(standInFor(hook, problem, matchError ? {} : hook.match, deps));
      continue;
    }
    usable.push(hook);
    const idle = await idleBuiltinProblem(hook, deps);
    if (idle) problems.push({ ...place, severity: 'warning', ...idle });
  }
  return usable;
}

function standInFor(hook: Hook, problem: Problem, match: Match, { formats }: ProjectSnapshotDeps): Hook {
  return unloadableHook({ ...hook, match }, [problem], formats[hook.dialect]?.events[hook.nativeEvent]);
}

async function matchProblem(hook: Hook): Promise<{ field: string; message: string } | undefined> {
  try {
    await compileMatch(hook.match);
    return undefined;
  } catch (error) {
    return { field: 'match', message: `hook "${hook.id}": ${(error as Error).message}` };
  }
}

async function builtinProblem(
  { id, handler }: Hook,
  deps: ProjectSnapshotDeps,
): Promise<{ field: string; message: string } | undefined> {
  if (handler.kind !== 'builtin') return undefined;
  const problem = await deps.checkBuiltin(handler.use, handler.args);
  return problem === undefined ? undefined : { field: 'use', message: `hook "${id}": ${problem}` };
}

/** A builtin at an event that it does not support would silently do nothing. */
async function idleBuiltinProblem({ id, handler, events, nativeEvent }: Hook, deps: ProjectSnapshotDeps) {
  const builtin = handler.kind === 'builtin' ? await deps.findBuiltin(handler.use) : undefined;
  if (!builtin || events.some((name) => builtin.events.includes(name))) return undefined;
  const supported = builtin.events.join(', ');
  return {
    field: 'on',
    message: `hook "${id}": ${builtin.name} does nothing at ${nativeEvent}; it supports ${supported}`,
  };
}
