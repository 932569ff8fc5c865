import { dirname, join } from 'node:path';
import type { FormatName, Handler, Hook, PackageOfHook, Scope, TrustCoverage, UserPaths } from '@anyhook/core';
import {
  isFile,
  isFolder,
  isObject,
  isWithin,
  leavesFolder,
  parseObject,
  shellWord,
  slashedPath,
  thisSystem,
  withoutUndefined,
} from '@anyhook/core';
import type { HookLoader, HookPlace } from '../formats/kit/format.js';
import { hookTrustFile, projectPackagesFolder } from '../trust/trust-records.js';
import type { FormatPlace } from './discover.js';
import type { SnapshotCollector } from './snapshot-collector.js';

/** How a package was fetched. `import`: its hooks were in the settings of an agent. */
export const packageKinds = ['folder', 'git', 'npm', 'plugin', 'import'] as const;
export type PackageKind = (typeof packageKinds)[number];

/** One package in a lock file: where it comes from, and the content that a person saw. */
export interface LockedPackage {
  readonly kind: PackageKind;
  /** The source, as `anyhook hooks add` takes it. */
  readonly source: string;
  /** The tag, branch or version. */
  readonly version?: string;
  /** The commit of a git repository. */
  readonly commit?: string;
  /** Is the version a tag, which never moves? */
  readonly isTag?: true;
  /** The format of its hooks, and their files. */
  readonly dialect: FormatName;
  readonly hookFiles: readonly string[];
  /** The SHA-256 of every file, by its path in the package. */
  readonly files: Readonly<Record<string, string>>;
  /** Where a plugin of an agent keeps its data. */
  readonly dataFolder?: string;
  /** The folder to which paths of imported hooks are relative. */
  readonly base?: string;
}

export interface PackageStore {
  readonly scope: Exclude<Scope, 'managed'>;
  readonly lockFile: string;
  readonly folder: string;
}

export function userPackages({ userConfig }: Pick<UserPaths, 'userConfig'>): PackageStore {
  const folder = dirname(userConfig);
  return { scope: 'user', lockFile: join(folder, 'packages.json'), folder: join(folder, 'packages') };
}

export const projectPackages = (root: string): PackageStore => ({
  scope: 'project',
  lockFile: join(root, '.agents', 'anyhook.packages.json'),
  folder: projectPackagesFolder(root),
});

/** A package that was added, without the hashes of its files. */
export interface AddedPackage extends Pick<LockedPackage, 'kind' | 'source' | 'version' | 'commit' | 'dialect'> {
  readonly name: string;
  readonly scope: Scope;
  readonly folder: string;
  readonly lockFile: string;
}

/** The largest lock file: twice the most that `add` writes. */
export const maxLockBytes = 4 * 1024 * 1024;

/** The folder of a package by its name: nothing in a lock file can lead elsewhere. */
export const packageFolder = ({ folder }: PackageStore, name: string): string => join(folder, folderNameOf(name));

export const folderNameOf = (name: string): string => name.replace(/[^\w@.-]+/g, '+').replace(/^\.+/, '+');

/** Where a package may keep data, unless its plugin has a folder for it. */
export const packageDataFolder = ({ state }: Pick<UserPaths, 'state'>, name: string): string =>
  join(state, 'package-data', folderNameOf(name));

/** The packages in the text of a lock file, and its problems. Foreign input: a project may have written it. */
export function parsePackageLock(text: string, system: string = thisSystem) {
  const value = parseObject(text);
  const listed = value?.['packages'];
  if (value?.['version'] !== 1 || !isObject(listed))
    return { packages: {}, problem: 'expected {"version": 1, "packages": {…}}, as "anyhook hooks add" writes it' };
  const entries = Object.entries(listed);
  const broken = entries.find(([, entry]) => !isLockedPackage(entry, system));
  const good = entries.filter((entry): entry is [string, LockedPackage] => isLockedPackage(entry[1], system));
  const problem = broken && `packages.${broken[0]}: not as "anyhook hooks add" writes it; add the package again`;
  return { packages: Object.fromEntries(good), ...withoutUndefined({ problem }) };
}

function isLockedPackage(value: unknown, system: string): value is LockedPackage {
  if (!isObject(value)) return false;
  const { kind, source, dialect: format, hookFiles, files } = value;
  const isInside = (path: unknown) =>
    typeof path === 'string' && !leavesFolder(path, system) && !slashedPath(path, system).split('/').includes('..');
  return (
    (packageKinds as readonly unknown[]).includes(kind) &&
    typeof source === 'string' &&
    typeof format === 'string' &&
    Array.isArray(hookFiles) &&
    hookFiles.every(isInside) &&
    isObject(files) &&
    Object.entries(files).every(([path, sha]) => isInside(path) && typeof sha === 'string')
  );
}

/** What finding packages needs: the loaders, and where their data is. */
export interface PackageSearch {
  readonly loaders: Readonly<Record<FormatName, HookLoader>>;
  readonly user: UserPaths;
  /** The scope of the user's folders. */
  readonly userScope: Scope;
  readonly levels: readonly string[];
}

export interface FoundPackages {
  readonly packages: readonly AddedPackage[];
  /** Where their hook files are. */
  readonly places: readonly FormatPlace[];
  /** The files that are compared before a hook of a user's package runs, by the folder of the package. */
  readonly watched: ReadonlyMap<string, TrustCoverage>;
}

/** The most files of a package that are checked before each answer. */
const maxWatched = 300;

/** Texts and pictures for readers; a hook may run or read any other file of a package. */
const isForPeople = (path: string): boolean =>
  /(?:\.(?:md|mdx|txt|rst|png|jpe?g|gif|svg|webp|ico|pdf|html?|css|map|snap|lock)|(?:^|\/)(?:LICEN[CS]E|NOTICE|\.gitignore))$/i.test(
    path,
  );

/** The files whose change makes a package's hooks ask: all but texts for readers, nearest to the hook files first. */
function watchedFiles(folder: string, { files, hookFiles }: LockedPackage): TrustCoverage {
  const near = new Set(hookFiles.map((path) => dirname(path)));
  const code = Object.keys(files).filter((path) => !isForPeople(path));
  const sorted = [...code].sort(
    (a, b) => Number(near.has(dirname(b))) - Number(near.has(dirname(a))) || (a < b ? -1 : 1),
  );
  const rest = sorted.length - maxWatched;
  const why = `only the first ${maxWatched} are compared at each call; "anyhook doctor" compares all`;
  return {
    files: sorted.slice(0, maxWatched).map((path) => join(folder, path)),
    gaps: rest > 0 ? [{ what: `${rest} more files of the package`, why }] : [],
  };
}

/** The coverage of hooks of a user's package: the package as it was added. */
export const coverPackageHooks = (hooks: readonly Hook[], { packages, watched }: FoundPackages): readonly Hook[] =>
  hooks.map((hook) => {
    if (!hook.package || hook.scope === 'project') return hook;
    const own = packages.find(({ name, folder }) => name === hook.package?.name && isWithin(hook.source, folder));
    const coverage = own && watched.get(own.folder);
    if (!coverage) return hook;
    const known = new Set(hook.files);
    return { ...hook, coverage: { ...coverage, files: coverage.files.filter((path) => !known.has(path)) } };
  });

/** The packages of the user and of the project's levels, and the places of their hook files. */
export function findPackages(
  { loaders, user, userScope, levels }: PackageSearch,
  collector: SnapshotCollector,
): FoundPackages {
  const stores = [
    { ...userPackages(user), as: userScope },
    ...levels.map((level) => ({ ...projectPackages(level), as: 'project' as Scope })),
  ];
  const packages: AddedPackage[] = [];
  const places: FormatPlace[] = [];
  const watched = new Map<string, TrustCoverage>();
  for (const store of stores) {
    for (const [name, { base, dataFolder, ...rest }] of readLock(store.lockFile, store.as, collector)) {
      // A project's lock file cannot name folders of its users.
      const ofUser = { ...(base !== undefined && { base }), ...(dataFolder !== undefined && { dataFolder }) };
      const locked: LockedPackage = { ...rest, ...(store.as !== 'project' && ofUser) };
      const folder = packageFolder(store, name);
      const { kind, source, version, commit, dialect: format } = locked;
      const origin = { kind, source, dialect: format, ...withoutUndefined({ version, commit }) };
      packages.push({ name, scope: store.as, folder, lockFile: store.lockFile, ...origin });
      const loader = loaders[format];
      const problem = loader ? missingPart(folder, locked) : `its format "${format}" is unknown to this version`;
      if (problem !== undefined) collector.problems.push(brokenPackage(store.lockFile, name, problem));
      if (!loader) continue;
      // A running engine must notice when the package is trusted again.
      if (store.as !== 'project') {
        collector.stampFile(hookTrustFile(folder, user));
        watched.set(folder, watchedFiles(folder, locked));
      }
      for (const file of locked.hookFiles) collector.stampFile(join(folder, file));
      const found = packagePlaces(loader, { name, folder, locked, dataFolder: packageDataFolder(user, name) });
      places.push(...found.map((place): FormatPlace => ({ ...place, scope: store.as, format })));
    }
  }
  return { packages, places, watched };
}

function readLock(path: string, scope: Scope, collector: SnapshotCollector): readonly [string, LockedPackage][] {
  collector.stampFile(path);
  if (!isFile(path)) return [];
  const content = collector.read({ path, scope });
  if (typeof content === 'string') return [];
  const { packages, problem } = parsePackageLock(content.text);
  if (problem !== undefined) collector.problems.push({ source: path, severity: 'error', message: problem });
  return Object.entries(packages);
}

const missingPart = (folder: string, { hookFiles }: LockedPackage): string | undefined => {
  if (!isFolder(folder)) return `${folder} is not there`;
  const gone = hookFiles.find((file) => !isFile(join(folder, file)));
  return gone === undefined ? undefined : `${join(folder, gone)} is not there`;
};

const brokenPackage = (source: string, name: string, problem: string) =>
  ({
    source,
    field: `packages.${name}`,
    severity: 'error',
    message: `the package "${name}" is not complete, so its hooks do not run: ${problem}; run "anyhook hooks update ${name} --restore" or "anyhook hooks remove ${name}"`,
  }) as const;

/** A package whose hook files are searched. */
export interface PackageToSearch {
  readonly name: string;
  readonly folder: string;
  readonly dataFolder: string;
  readonly locked?: Pick<LockedPackage, 'kind' | 'hookFiles' | 'dataFolder' | 'base'>;
}

/** The places of one format in a package; once it is locked, only the files that were shown to the person. */
export function packagePlaces(
  loader: HookLoader,
  { name, folder, dataFolder, locked }: PackageToSearch,
): readonly HookPlace[] {
  const folders = { cwd: folder, root: folder, home: folder, configHome: folder, configuredFiles: [] };
  const all =
    loader.packagePlaces?.(folder, { name, dataFolder: locked?.dataFolder ?? dataFolder }) ??
    loader.places(folders).filter(({ scope }) => scope === 'project');
  const added: PackageOfHook = { name, folder, ...(locked?.kind === 'plugin' && { isPluginCopy: true }) };
  const isWanted = ({ dir, find }: HookPlace) =>
    !locked || find.kind !== 'file' || locked.hookFiles.some((file) => join(folder, file) === join(dir, find.name));
  return all
    .filter(isWanted)
    .map(
      (place): HookPlace => ({ ...place, package: added, ...(locked?.base !== undefined && { root: locked.base }) }),
    );
}

/** The folder of the project, in the agents' variables, at the start of a path. */
const projectFolder = String.raw`\$(?:\w*PROJECT_(?:DIR|ROOT)|\{\w*PROJECT_(?:DIR|ROOT)\})`;
const path = String.raw`((?:[\w@+.-]+\/)*[\w@+.-]+)`;
const quotedFolder = new RegExp(`"${projectFolder}"\\/${path}`, 'g');
const plainFolder = new RegExp(`${projectFolder}\\/${path}`, 'g');
/** A path in a command that is not part of a longer word, a variable or an absolute path. */
const relativePath = new RegExp(String.raw`(?<![\w@+./$~:={}-])(?:\.\/)?${path}(?![\w/])`, 'g');
const script = /\.(?:sh|bash|zsh|py|rb|pl|php|[cm]?[jt]s)$/;

/** The handler in a package: project-relative paths of scripts that the package contains now point to its folder. */
export function handlerInPackage(handler: Handler, folder: string): Handler {
  if (handler.kind !== 'command' || handler.cwd !== undefined) return handler;
  const command = inPackage(handler.command, folder, handler.form === 'shell');
  const args = handler.args?.map((word) => inPackage(word, folder, isShellLine(handler, word)));
  return { ...handler, command, ...(args && { args }) };
}

/** `bash -c LINE`, as some agents start their hooks. */
const isShellLine = ({ command, args = [] }: Extract<Handler, { kind: 'command' }>, word: string): boolean =>
  /^(?:ba|z|da)?sh$/.test(command) && args[0] === '-c' && args[1] === word;

function inPackage(text: string, folder: string, isLine: boolean): string {
  const found = (name: string) => (isFile(join(folder, name)) ? join(folder, name) : undefined);
  const quoted = isLine ? shellWord : (word: string) => word;
  return text
    .replace(quotedFolder, (all, name: string) => (found(name) === undefined ? all : quoted(join(folder, name))))
    .replace(plainFolder, (all, name: string) => found(name) ?? all)
    .replace(relativePath, (all, name: string) => {
      const isNamed = all.startsWith('./') || name.includes('/') || script.test(name);
      const file = isNamed ? found(name) : undefined;
      return file === undefined ? all : quoted(file);
    });
}
