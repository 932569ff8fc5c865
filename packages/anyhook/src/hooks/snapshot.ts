import { dirname, isAbsolute, join, resolve } from 'node:path';
import {
  createYielder,
  distinctProblems,
  entryExists,
  type FileStamp,
  type FolderListings,
  type FolderOwners,
  type FormatName,
  folderChangedAt,
  type Hook,
  hiddenReason,
  isFile,
  type LoadedHook,
  maxModuleBytes,
  type PackageOfHook,
  type Problem,
  readText,
  realPath,
  type Scope,
  type SearchLimits,
  searchLimits,
  stateProblem,
  trustLockFile,
  type UserPaths,
  untrustedLimits,
  untrustedSearchLimits,
} from '@anyhook/core';
import { configFormat } from '../formats/index.js';
import type { AgentFolders, HookFile, HookLoader } from '../formats/kit/format.js';
import { unloadableFile, unloadableHook, unloadableOneHookFile } from '../formats/kit/unloadable-hook.js';
import type { FamiliarContent } from '../trust/familiar-content.js';
import { contentFromLocks, contentFromRecords, everythingFamiliar } from '../trust/familiar-content.js';
import { coverHooks } from '../trust/hook-coverage/cover-hooks.js';
import { lookedAtFiles } from '../trust/hook-coverage/looked-at-files.js';
import type { FileOfOtherUsers, TrustMode } from '../trust/trust.js';
import { trustFolder } from '../trust/trust-records.js';
import { agentFolderOf, configuredAgentFolders, mergeAgentFolders, withFolderInId } from './agent-folders.js';
import { type ConfigSource, mergeConfig, parseConfig } from './config.js';
import { configHooks } from './config-hooks.js';
import type { Discovery, FormatPlace, FoundHookFile } from './discover.js';
import { discoverHookFiles, formatPlaces, isInProject, scopeInProject } from './discover.js';
import { HookDocuments } from './hook-documents.js';
import { type AddedPackage, coverPackageHooks, findPackages, handlerInPackage } from './hook-packages.js';
import { agentFoldersFor, switchedOnPlaces } from './installed-plugins.js';
import type { Config } from './merged-config.js';
import { addProfileFilesToTrust, applyOverrides, uniqueHooks, withoutEqualCandidates } from './overrides.js';
import { ownConfigOf } from './own-config.js';
import type { OwnConfig } from './own-guards.js';
import { type FindPolicy, type MachinePolicy, noPolicy } from './policy-source.js';
import { findProjectRoot, projectLevels } from './project-root.js';
import { SnapshotCollector, type UnsavedFile } from './snapshot-collector.js';
import { type UsabilityDeps, usableHooks } from './usable-hooks.js';

/** Everything that the files of a project and its user declare, as plain data for the cache. */
export interface ProjectSnapshot {
  readonly root: string;
  readonly levels: readonly string[];
  readonly places: readonly FormatPlace[];
  readonly discovered: Discovery;
  /** How far the project's places were searched. */
  readonly limits: SearchLimits;
  readonly config: Config;
  readonly hooks: readonly Hook[];
  readonly problems: readonly Problem[];
  /** Every file that was checked; null if it is missing. */
  readonly stamps: Readonly<Record<string, FileStamp | null>>;
  /** Files not loaded because another user could have written them; their hooks ask. */
  readonly ofOtherUsers?: readonly FileOfOtherUsers[];
  /** Owner and mode of the folders above the files that were read. */
  readonly folderOwners: FolderOwners;
  /** The SHA-256 of each file that makes up a hook. */
  readonly shas: Readonly<Record<string, string>>;
  /** The names in folders that hooks search by a pattern. */
  readonly listings?: FolderListings;
  /** The packages that were added for this user and this project. */
  readonly packages?: readonly AddedPackage[];
  /** The organisation that sets hooks on this machine. */
  readonly policy?: MachinePolicy;
  /** Files with rules or packs that no hook reads. */
  readonly idleDocuments?: readonly string[];
  /** The guards of the user's own config; missing if it cannot be read, or is part of the project. */
  readonly own?: OwnConfig;
  /** Placeholders for guards that it lost, according to the record. */
  readonly lost?: readonly LoadedHook[];
  /** Why the state folder cannot be trusted. Such a snapshot is not cached. */
  readonly exposed?: Problem;
  /** Set if untrusted hooks were only counted, not checked. */
  readonly untrustedSummary?: UntrustedSummary;
}

/** How untrusted hooks were read, and what that depends on. */
export interface UntrustedSummary {
  readonly mode: TrustMode;
  /** When the records of trust last changed. */
  readonly trustChangedAt: number;
  /** How many files were not read because there was too much to read. */
  readonly unread: number;
}

/** The reader of a project: an event, which only needs the number of untrusted hooks, or a command that needs everything. */
export type SnapshotReader =
  | {
      readonly kind: 'everything';
      readonly unsaved?: UnsavedFile | undefined;
      /** The policy's candidate replaces the active policy. */
      readonly candidateDecides?: boolean | undefined;
    }
  | { readonly kind: 'event'; readonly trustMode: (config: Config) => TrustMode };

export interface SnapshotOptions {
  /** Default: everything is read. */
  readonly reader?: SnapshotReader | undefined;
  /** Folders of agents that count as if the config named them. */
  readonly agentFolders?: AgentFolders | undefined;
}

export interface ProjectSnapshotDeps extends UsabilityDeps {
  readonly loaders: Readonly<Record<FormatName, HookLoader>>;
  /** Finds what an organisation adds to the hooks of this machine; missing: nothing. */
  readonly findPolicy?: FindPolicy | undefined;
}

export const projectConfigFile = (root: string): string => join(root, '.agents', 'anyhook.yaml');

/** Reads all hook and config files. A broken file disables no other; untrusted ones share a small budget. */
export async function takeProjectSnapshot(
  cwd: string,
  user: UserPaths,
  deps: ProjectSnapshotDeps,
  { reader = { kind: 'everything' }, agentFolders: supposed = {} }: SnapshotOptions = {},
): Promise<ProjectSnapshot> {
  const pause = createYielder();
  const trustChangedAt = folderChangedAt(trustFolder(user));
  const folders = findProjectRoot(cwd, user);
  const { root } = folders;
  const unsaved = reader.kind === 'everything' ? reader.unsaved : undefined;
  const collector = new SnapshotCollector({ home: user.home, root }, unsaved);
  const levels = projectLevels(folders, cwd, user);
  const userScope: Scope = isInProject(user, root) ? 'project' : 'user';
  const search = {
    ...{ loaders: deps.loaders, user, isUserInProject: userScope === 'project' },
    candidateDecides: reader.kind === 'everything' && reader.candidateDecides,
  };
  const policy = deps.findPolicy?.(search, collector) ?? noPolicy;
  const bundleFiles = policy.enforced ? [['managed', policy.enforced.configFile] as const] : [];
  // On a locked machine, variables cannot name other files.
  const managed = policy.machine?.lock ? user.systemConfig : user.managedConfig;
  const ownFiles = [...ownConfigFiles({ ...user, managedConfig: managed }, userScope, collector), ...bundleFiles];
  const ownConfigs = readConfigs(ownFiles, user, collector);
  const candidateFiles = policy.candidate ? [['managed', policy.candidate.configFile] as const] : [];
  const candidates = readConfigs(candidateFiles, user, collector);
  const bundles = [policy.enforced, policy.candidate].filter((one) => one !== undefined);
  const bundleOf = ({ path }: ConfigSource) => bundles.find(({ configFile }) => configFile === path)?.added;
  const baseOf = (source: ConfigSource) => bundleOf(source)?.folder ?? configBase(source, user);
  const mode = reader.kind === 'event' ? reader.trustMode(mergeConfig(ownConfigs.sources)) : 'project';
  collector.familiar = familiarContent(mode, root, levels, user);
  // Files unknown to a lock file are not read completely, so a new lock file requires another check.
  if (mode === 'lock') for (const folder of [root, ...levels]) collector.stampFile(trustLockFile(folder));
  const projectConfigs = readConfigs(projectConfigFiles(levels), user, collector);
  const ownSources = ownConfigs.sources.map((source) => policy.effective?.(source) ?? source);
  const sources = [...ownSources, ...projectConfigs.sources];
  const configured = configuredAgentFolders(sources, deps.loaders, user.home);
  collector.problems.push(...configured.problems);
  const agentFolders = mergeAgentFolders(configured.folders, supposed);
  const config = {
    ...withLock(mergeConfig(sources), policy.machine),
    ...(Object.keys(agentFolders).length > 0 && { agentFolders }),
  };
  const namedFiles = sources.flatMap((source) => filesNamedIn(source, baseOf(source), collector));
  const plugins = { loaders: deps.loaders, levels, foldersOf: agentFoldersFor(user.home, agentFolders) };
  const added = findPackages({ loaders: deps.loaders, user, userScope, levels }, collector);
  const places = [
    ...formatPlaces({ ...folders, configuredFiles: namedFiles, agentFolders }, levels, deps.loaders),
    ...switchedOnPlaces(sources, plugins, collector),
    ...added.places,
    ...policy.places,
  ].map((found): FormatPlace => {
    if (found.scope !== 'user') return found;
    const agentFolder = agentFolderOf(found, found.format, agentFolders);
    const place = { ...found, ...(agentFolder !== undefined && { agentFolder }) };
    return { ...place, scope: scopeInProject(place, root, user) ?? userScope };
  });
  const limits = collector.familiar.hasTrust ? searchLimits : untrustedSearchLimits;
  const discovered = discoverHookFiles(places, limits);
  collector.problems.push(...discovered.problems);
  const loaded = [
    ...policy.standIns,
    ...ownConfigs.standIns,
    ...projectConfigs.standIns,
    ...unlistedStandIns(discovered, places),
  ];
  for (const found of discovered.found) {
    loaded.push(...loadFile(found, places, deps, collector, realPath(cwd)));
    await pause();
  }
  const documents = new HookDocuments(
    collector,
    ownFiles.map(([scope, path]) => ({ scope, path })),
  );
  for (const source of [...sources, ...candidates.sources]) {
    const { hooks, problems } = await configHooks(source, baseOf(source), {
      ...deps,
      documents,
      exists: (path) => collector.findsFile(path, { scope: source.scope, source: source.path }),
      moduleText: (path) =>
        collector.isUntrusted({ scope: source.scope, source: source.path })
          ? undefined
          : readText(path, maxModuleBytes),
    });
    const bundle = bundleOf(source);
    loaded.push(...(bundle ? hooks.map((hook) => inPackage(hook, source.scope, bundle)) : hooks));
    collector.problems.push(...problems);
    await pause();
  }
  const idle = documents.idleFiles(
    [...ownFiles, ...projectConfigFiles(levels)].map(([scope, path]) => ({ scope, path })),
  );
  collector.problems.push(...idle.map(idleDocumentProblem));
  const unique = uniqueHooks(withoutEqualCandidates(loaded), collector.problems, realPath);
  const usable = await usableHooks(unique, deps, collector.problems, { isSkimmed: collector.isUntrusted, pause });
  const isOfOwnConfig = ({ scope, path }: Pick<ConfigSource, 'scope' | 'path'>) =>
    scope === 'user' && path === user.userConfig;
  const isOwnKnown = userScope === 'user' && !ownConfigs.standIns.some(({ source }) => source === user.userConfig);
  const ownHooks = usable.filter(({ scope, source }) => isOfOwnConfig({ scope, path: source }));
  const own = isOwnKnown
    ? await ownConfigOf(ownConfigs.sources.find(isOfOwnConfig), ownHooks, { ...deps, home: user.home })
    : undefined;
  const overridden = applyOverrides([...policy.hooks, ...usable], config, collector.problems, user.home);
  const loadable = overridden.map((hook) => withoutFilesOfOthers(hook, deps, collector));
  const looked = lookedAtFiles((path) => collector.stampFile(path));
  const withProfiles = addProfileFilesToTrust(loadable, config, levels.map(projectConfigFile));
  const { isUntrusted } = collector;
  const context = { files: looked.files, root, cwd: realPath(cwd), home: user.home, isUntrusted };
  const hooks = coverPackageHooks(coverHooks(withProfiles, context), added);
  collector.hashFiles(hooks.filter((hook) => !isUntrusted(hook)));
  collector.reportUnread(root);
  const { stamps, shas, untrusted, unread, folderOwners, ofOtherUsers } = collector;
  const problems = distinctProblems(collector.problems);
  const exposed = stateProblem(user.state);
  const isCut = limits === untrustedSearchLimits && discovered.problems.length > 0;
  const untrustedSummary =
    isCut || untrusted.size + unread.length > 0
      ? { untrustedSummary: { mode, trustChangedAt, unread: unread.length } }
      : {};
  const listings = { ...looked.listings, ...documents.listings };
  return {
    ...{ root, levels, places, discovered, limits, config, hooks, problems, stamps, shas, folderOwners },
    ...(Object.keys(listings).length > 0 && { listings }),
    ...(own && { own }),
    ...(ofOtherUsers.size > 0 && { ofOtherUsers: [...ofOtherUsers.values()] }),
    ...(exposed && { exposed }),
    ...(added.packages.length > 0 && { packages: added.packages }),
    ...(policy.machine && { policy: policy.machine }),
    ...(idle.length > 0 && { idleDocuments: idle.map(({ path }) => path) }),
    ...untrustedSummary,
  };
}

const idleDocumentProblem = ({ path, builtin }: { readonly path: string; readonly builtin: string }): Problem => ({
  source: path,
  severity: 'warning',
  message: `no hook of the config next to it uses ${builtin}, so nothing reads this file; run "anyhook hooks new --preset ${builtin}"`,
});

function familiarContent(mode: TrustMode, root: string, levels: readonly string[], user: UserPaths): FamiliarContent {
  if (mode === 'project') return everythingFamiliar;
  return mode === 'lock' ? contentFromLocks([root, ...levels]) : contentFromRecords(root, levels, user);
}

/** A placeholder for a hook whose script or module another user could have written. */
function withoutFilesOfOthers(hook: Hook, { formats }: UsabilityDeps, collector: SnapshotCollector): Hook {
  if (hook.unloadable !== undefined || collector.isUntrusted(hook)) return hook;
  const { scope, source, dialect: format, nativeEvent } = hook;
  for (const path of hook.files) {
    const problem = path === source ? undefined : collector.problemOfOtherUsers({ path, scope });
    if (!problem) continue;
    collector.problems.push(problem);
    return unloadableHook(hook, [problem], formats[format]?.events[nativeEvent]);
  }
  return hook;
}

/** The files that a config names. Of an untrusted one, only as many are checked as would be read. */
function filesNamedIn(source: ConfigSource, base: string, collector: SnapshotCollector): readonly string[] {
  const all = (source.file.files ?? []).map((file) => resolve(base, file));
  const isUntrusted = collector.isUntrusted({ scope: source.scope, source: source.path });
  const paths = isUntrusted ? all.slice(0, untrustedLimits.files) : all;
  collector.unread.push(...all.slice(paths.length));
  for (const path of paths) collector.requireExisting(path);
  return paths;
}

/** A folder of the user's hooks that cannot be listed may contain guards. A project's hooks are in its trust record. */
const unlistedStandIns = ({ unlisted, problems }: Discovery, places: readonly FormatPlace[]): readonly Hook[] =>
  unlisted.flatMap((index) => {
    const place = places[index] as FormatPlace;
    const path = place.find.kind === 'file' ? join(place.dir, place.find.name) : place.dir;
    const about = problems.filter(({ source }) => source === path);
    return place.scope === 'project' ? [] : [unloadableFile(place.format, { ...place, path }, about)];
  });

/** The base of a config file's relative paths: the folder above `.agents`, or the user's home. */
const configBase = ({ scope, path }: ConfigSource, user: UserPaths): string =>
  scope === 'project' ? dirname(dirname(path)) : user.home;

type ConfigFilePath = readonly [Scope, string];

function ownConfigFiles(user: UserPaths, userScope: Scope, collector: SnapshotCollector): readonly ConfigFilePath[] {
  // A variable may name another file, but cannot replace the system's.
  collector.stampFile(user.systemConfig);
  return [
    ['managed', entryExists(user.systemConfig) ? user.systemConfig : user.managedConfig],
    [userScope, user.userConfig],
  ];
}

const projectConfigFiles = (levels: readonly string[]): readonly ConfigFilePath[] =>
  levels.map((level): ConfigFilePath => ['project', projectConfigFile(level)]);

/** The config files, and placeholders for those that cannot be read: they may have had hooks. */
function readConfigs(
  files: readonly ConfigFilePath[],
  user: UserPaths,
  collector: SnapshotCollector,
): { readonly sources: readonly ConfigSource[]; readonly standIns: readonly Hook[] } {
  const sources: ConfigSource[] = [];
  const standIns: Hook[] = [];
  for (const [scope, path] of files) {
    collector.stampFile(path);
    const before = collector.problems.length;
    const root = scope === 'project' ? dirname(dirname(path)) : user.home;
    if (!isFile(path) && !collector.isUnsaved(path)) {
      const hidden = scope === 'project' ? undefined : hiddenReason(path);
      if (entryExists(path)) collector.reportUnusable(path);
      else if (hidden !== undefined) collector.reportUnusable(path, `cannot be read: ${hidden}`);
      else continue;
      // The trust record has the content of the project's file.
      if (scope !== 'project')
        standIns.push(unloadableFile(configFormat, { path, scope, root }, collector.problems.slice(before)));
      continue;
    }
    const content = collector.read({ path, scope });
    if (content === 'unread') continue;
    const { source, problems } = content === 'unreadable' ? { problems: [] } : parseConfig(content.text, path, scope);
    collector.problems.push(...problems);
    if (source) sources.push(collector.isUnsaved(path) ? withSavedPlaces(source) : source);
    else standIns.push(unloadableFile(configFormat, { path, scope, root }, collector.problems.slice(before)));
  }
  return { sources, standIns };
}

/** A config that is being edited cannot name other places to load hooks from: the saved file's places are used. */
function withSavedPlaces(source: ConfigSource): ConfigSource {
  const { files: _files, plugins: _plugins, agentFolders: _folders, ...file } = source.file;
  const text = readText(source.path);
  const saved = text === undefined ? undefined : parseConfig(text, source.path, source.scope).source?.file;
  const { files, plugins, agentFolders } = saved ?? {};
  return {
    ...source,
    file: { ...file, ...(files && { files }), ...(plugins && { plugins }), ...(agentFolders && { agentFolders }) },
  };
}

function loadFile(
  found: FoundHookFile,
  places: readonly FormatPlace[],
  deps: ProjectSnapshotDeps,
  collector: SnapshotCollector,
  cwd: string,
): readonly Hook[] {
  const { path, format, beside: siblingFiles, deep } = found;
  const place = places[found.place] as FormatPlace;
  const loader = deps.loaders[format] as HookLoader;
  const content = collector.read({ path, scope: place.scope, parsedPart: loader.parsedPart });
  if (content === 'unread') return [];
  const asAdded = (hook: Hook): Hook => {
    if (place.package) return inPackage(hook, place.scope, place.package);
    return place.agentFolder === undefined ? hook : withFolderInId(hook, place.agentFolder);
  };
  if (content === 'unreadable')
    return [asAdded(unloadableFile(format, { path, ...place }, collector.problems.slice(-1)))];
  const file: HookFile = {
    path,
    text: content.text,
    // A package is not part of a project: its hooks work on the agent's project.
    scope: place.package ? 'user' : place.scope,
    root: place.root,
    cwd,
    ...(place.flavour !== undefined && { flavour: place.flavour }),
    ...(place.plugin !== undefined && { plugin: place.plugin }),
    siblings: siblingFiles,
    ...(deep && { deepScripts: deep }),
    exists: (script) => {
      const absolute = isAbsolute(script) ? script : join(place.root, script);
      return collector.findsFile(absolute, { scope: place.scope, source: path });
    },
    readNamedFile: (named) => collector.read({ path: named, scope: place.scope }),
  };
  try {
    const { hooks, problems } = loader.load(file);
    collector.problems.push(...problems);
    const nothingLoaded = hooks.length === 0 && problems.some(({ severity }) => severity === 'error');
    return (nothingLoaded ? [standInForFile(file, format, loader, problems)] : hooks).map(asAdded);
  } catch (error) {
    // A file that makes its reader throw must not affect the others.
    const message = `cannot be parsed: ${(error as Error).message}`;
    const problem: Problem = { source: path, severity: 'error', message };
    collector.problems.push(problem);
    return [asAdded(standInForFile(file, format, loader, [problem]))];
  }
}

/** The hook of a package: its id shows where it comes from. */
const inPackage = (hook: Hook, scope: Scope, added: PackageOfHook): Hook => {
  const id = hook.id.replace(/^user(?=[.-])/, added.name.replace(/[^\p{L}\p{N}_@-]+/gu, '-'));
  return {
    ...hook,
    id: added.mode === 'shadow' ? `candidate:${id}` : id,
    ...(added.mode && { mode: added.mode }),
    scope,
    package: added,
    handler: handlerInPackage(hook.handler, added.folder),
  };
};

/** On a locked machine, the user's profile does not affect hooks of the organisation. */
const withLock = (config: Config, policy: MachinePolicy | undefined): Config =>
  policy?.lock ? { ...config, lockedProfile: config.managedProfile ?? 'standard' } : config;

const standInForFile = (
  file: HookFile,
  format: FormatName,
  { oneHookFile }: HookLoader,
  problems: readonly Problem[],
): Hook =>
  oneHookFile ? unloadableOneHookFile(format, file, problems, oneHookFile) : unloadableFile(format, file, problems);
