import { dirname, isAbsolute, join, relative } from 'node:path';
import type { FormatName, Hook, LoadedHook, OtherUsersPath, Problem, Scope, UserPaths } from '@anyhook/core';
import {
  exists,
  guardedEvents,
  isObject,
  isWithin,
  makePrivateFolder,
  maxStateFileBytes,
  needsTrust,
  parseObject,
  pathInFile,
  readText,
  removePath,
  stateProblem,
  trustLockFile,
  writeAtomic,
} from '@anyhook/core';
import { configFormat, formats } from '../formats/index.js';
import { hookWithDefaults } from '../formats/kit/builtin-hook.js';
import { formatSwitchFile } from '../switches/format-switch.js';
import { keepFormatsOn } from './opt-in-formats.js';
import { projectOfHookFile } from './project-of-hook-file.js';
import { changeReason, hookShas, otherVariants, trustedHook, unconfirmedCoverage } from './trust-coverage.js';
import type { HookTrustFile, TrustedHook, TrustRecord } from './trust-records.js';
import {
  hookTrustFile,
  projectPackagesFolder,
  readOwnRecord,
  readPackageRecords,
  readTrustRecord,
  recordRoots,
  trustedCopyFinder,
  trustRecordFiles,
} from './trust-records.js';

/** How project hooks become trusted: by a person, by the committed lock file, or all of them (for CI). */
export type TrustMode = 'ask' | 'lock' | 'project';

/** The content of each file of each hook and ability, relative to the project, in a file that a team commits. */
interface LockFile {
  readonly version: 1;
  readonly hooks: LockedShas;
  readonly abilities?: LockedShas;
  /** As in a record of trust; missing in lock files of earlier versions. */
  readonly reader?: number;
  readonly accepted?: Readonly<Record<string, readonly string[]>>;
}

/** The hashes of files, by the names of what they belong to. */
export type LockedShas = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A hook or config file that is not loaded because another user could change `path`. */
export interface FileOfOtherUsers extends OtherUsersPath {
  readonly file: string;
}

/** The parts of a loaded project that trust needs. */
export interface ProjectToTrust {
  readonly root: string;
  readonly levels: readonly string[];
  readonly places: readonly {
    readonly format: FormatName;
    readonly dir: string;
    readonly find: { readonly kind: string };
  }[];
  readonly hooks: readonly Hook[];
  /** The SHA-256 of each file that makes up a hook. */
  readonly shas: Readonly<Record<string, string>>;
  readonly packages?: readonly { readonly folder: string; readonly scope: Scope }[];
  /** Files not loaded because another user could have written them; their hooks ask. */
  readonly ofOtherUsers?: readonly FileOfOtherUsers[];
  /** Why nothing in the state folder can be trusted. */
  readonly exposed?: Problem;
}

/** The files that record a person's consent to hooks in and above a folder, in any mode. */
export const trustFiles = (root: string, levels: readonly string[], user: UserPaths): readonly string[] => [
  ...trustRecordFiles(root, levels, user),
  ...new Set([root, ...levels].map(trustLockFile)),
  formatSwitchFile(user.state),
];

/** The state of each hook, and placeholders for trusted hooks that no longer exist. User hooks are trusted. */
export function hookStates(
  snapshot: ProjectToTrust,
  user: UserPaths,
  mode: TrustMode,
  record: TrustRecord = trustRecord(snapshot, user),
): readonly LoadedHook[] {
  if (mode === 'project') return snapshot.hooks.map(activeHook);
  const { hooks } = snapshot;
  const trusted = mode === 'lock' ? lockedHooks(snapshot) : trustedHooks(record);
  const byKey = groupByKey(trusted);
  const keyOf = mode === 'lock' ? hookIdOf : positionKey;
  const findCopy = trustedCopyFinder(user);
  const packageHooks = (record.packageHooks ?? []).map(keyedByPosition);
  const packageKeys = groupByKey(packageHooks);
  const states = hooks.map((hook) => {
    if (!needsTrust(hook)) return activeHook(hook);
    if (hook.scope !== 'project') return stateOfPackageHook(hook, packageKeys, snapshot);
    const known = byKey.get(keyOf(hook));
    if (mode === 'lock') return known ? stateOfLockedHook(hook, known, snapshot) : untrustedHook(hook);
    return known ? stateOfHook(hook, known, snapshot) : stateOfUnknownHook(hook, snapshot, findCopy);
  });
  const present = new Set(hooks.filter(({ scope }) => scope === 'project').map(keyOf));
  const ofPackages = new Set(hooks.filter((hook) => hook.package && hook.scope !== 'project').map(positionKey));
  const missing = [
    ...trusted.filter(({ key, hook }) => !present.has(key) && isInReach(hook, snapshot)),
    ...packageHooks.filter(({ key }) => !ofPackages.has(key)),
  ];
  // Several records may know the same hook.
  const gone = [...new Map(missing.map((entry) => [entry.key, entry])).values()];
  const broken = brokenFiles(states);
  const standIns = gone.map(({ hook }): LoadedHook => {
    const ofOthers = snapshot.ofOtherUsers?.find(({ file }) => file === hook.source);
    const what = ofOthers
      ? `${hook.source} is not loaded: ${ofOthers.path}: ${ofOthers.why}; check what is in it, then run: ${ofOthers.repair}`
      : broken.has(hook.source)
        ? 'it no longer loads (see "anyhook hooks validate")'
        : 'it was deleted or no longer loads';
    return { hook, state: { kind: 'changed', what, was: hook } };
  });
  // The placeholders for trusted hooks already ask; a row for the broken file itself would show it twice.
  const replacedSources = new Set(gone.map(({ hook }) => hook.source));
  const isDuplicate = ({ hook: { source }, state }: LoadedHook) =>
    state.kind === 'untrusted' && replacedSources.has(source) && broken.has(source);
  const visible = states.filter((loaded) => !isDuplicate(loaded));
  return [...visible, ...standIns];
}

/** Files from which no hook could be loaded. */
function brokenFiles(states: readonly LoadedHook[]): ReadonlySet<string> {
  const sourcesOf = (isBroken: boolean) =>
    states.flatMap(({ hook }) => ((hook.unloadable !== undefined) === isBroken ? [hook.source] : []));
  const loadableSources = new Set(sourcesOf(false));
  return new Set(sourcesOf(true).filter((source) => !loadableSources.has(source)));
}

/** Is the project trusted, by a person or by its trust mode? Then its own programs may also be started. */
export function isProjectTrusted(states: readonly LoadedHook[], mode: TrustMode, record: TrustRecord): boolean {
  if (mode === 'project') return true;
  const hasActiveHook = states.some(({ hook, state }) => hook.scope === 'project' && state.kind === 'active');
  return hasActiveHook || (mode === 'ask' && record.isOwn === true);
}

export const hasTrust = (root: string, user: UserPaths): boolean =>
  stateProblem(user.state) === undefined && readOwnRecord(root, user).hooks !== undefined;

/** What a person trusted around the project; nothing, with the reason, if other users could have written it. */
export function trustRecord(
  { root, levels, exposed, packages = [] }: ProjectToTrust,
  user: UserPaths,
  mode: TrustMode = 'ask',
): TrustRecord {
  const folders = packages.filter(({ scope }) => scope !== 'project').map(({ folder }) => folder);
  if (mode !== 'ask' && folders.length === 0) return {};
  if (exposed) return { problem: exposed };
  const ofProject = mode === 'ask' ? readTrustRecord(root, levels, user) : {};
  return folders.length === 0 ? ofProject : { ...readPackageRecords(folders, user), ...ofProject };
}

export function recordTrust(
  snapshot: ProjectToTrust,
  user: UserPaths,
  now: string,
  isTrusted: (hook: Hook) => boolean = () => true,
): void {
  const known = (snapshot.exposed ? {} : readOwnRecord(snapshot.root, user)).hooks ?? [];
  const projectHooks = snapshot.hooks.filter((hook) => hook.scope === 'project');
  const trusted = projectHooks.filter(isTrusted).map((hook) => trustedHook(hook, snapshot.shas));
  // Hooks that the user does not trust now keep their record: a changed guard keeps asking.
  const leftOut = new Set(projectHooks.filter((hook) => !isTrusted(hook)).map(positionKey));
  const kept = known.filter(({ hook }) => !isInReach(hook, snapshot) || leftOut.has(positionKey(hook)));
  const hooks = [...kept, ...trusted.flatMap((one) => [...otherVariants(known, one), one])];
  writeTrustFile({ version: 1, root: snapshot.root, at: now, hooks }, user);
}

/** Trusts the current hooks of a package that a user added for all projects. */
export function recordPackageTrust(snapshot: ProjectToTrust, folder: string, user: UserPaths, now: string): void {
  const isInPackage = ({ scope, source, package: added }: Hook) =>
    added !== undefined && scope !== 'project' && isWithin(source, folder);
  const hooks = snapshot.hooks.filter(isInPackage).map((hook) => trustedHook(hook, snapshot.shas));
  writeTrustFile({ version: 1, root: folder, at: now, hooks }, user);
}

export function writeTrustFile(file: HookTrustFile, user: UserPaths): void {
  keepFormatsOn(user);
  makePrivateFolder(user.state);
  writeAtomic(hookTrustFile(file.root, user), `${JSON.stringify(file, null, 1)}\n`);
}

/** Deletes the trust of a project from every record that has its hooks; true if there was one. */
export function forgetTrust(root: string, user: UserPaths, now: string): boolean {
  const isInside = ({ hook }: TrustedHook) => isWithin(hook.source, root);
  const others = recordRoots(user).filter((folder) => folder !== root);
  const changed = others.filter((folder) => readOwnRecord(folder, user).hooks?.some(isInside));
  for (const folder of changed) {
    const kept = readOwnRecord(folder, user).hooks?.filter((entry) => !isInside(entry)) ?? [];
    writeTrustFile({ version: 1, root: folder, at: now, hooks: kept }, user);
  }
  const path = hookTrustFile(root, user);
  if (!exists(path)) return changed.length > 0;
  removePath(path);
  return true;
}

/** Writes the lock file for CI and other machines, with the keys of files other than hooks; returns its path. */
export function writeLock(snapshot: ProjectToTrust, more: Readonly<Record<string, LockedShas>> = {}): string {
  const projectHooks = snapshot.hooks.filter((hook) => hook.scope === 'project');
  const hooks = Object.fromEntries(
    projectHooks.map((hook) => [
      hook.id,
      Object.fromEntries(
        Object.entries(hookShas(hook, snapshot.shas)).map(([path, sha]) => [pathInFile(snapshot.root, path), sha]),
      ),
    ]),
  );
  const path = trustLockFile(snapshot.root);
  const trusted = projectHooks.map((hook) => trustedHook(hook, {}));
  const accepted = trusted.flatMap(({ hook, accepted: gaps }) => (gaps ? [[hook.id, gaps] as const] : []));
  const lock: LockFile = {
    version: 1,
    ...(trusted[0]?.reader !== undefined && { reader: trusted[0].reader }),
    hooks,
    ...(accepted.length > 0 && { accepted: Object.fromEntries(accepted) }),
    ...Object.fromEntries(Object.entries(more).filter(([, locked]) => Object.keys(locked).length > 0)),
  };
  writeAtomic(path, `${JSON.stringify(lock, null, 2)}\n`, 0o644);
  return path;
}

const activeHook = (hook: Hook): LoadedHook => ({ hook, state: { kind: 'active' } });

const untrustedHook = (hook: Hook): LoadedHook => ({ hook, state: { kind: 'untrusted' } });

/** Active if unchanged since the user added the package. */
function stateOfPackageHook(
  hook: Hook,
  byKey: ReadonlyMap<string, readonly KeyedTrustedHook[]>,
  snapshot: ProjectToTrust,
): LoadedHook {
  const known = byKey.get(positionKey(hook));
  return known ? stateOfHook(hook, known, snapshot) : untrustedHook(hook);
}

/** Active if one of the records knows the hook as it is now. */
function stateOfHook(hook: Hook, known: readonly KeyedTrustedHook[], snapshot: ProjectToTrust): LoadedHook {
  const reasons = known.map((entry) => changeReason(hook, entry, snapshot.shas));
  const [entry] = known;
  const [what] = reasons;
  if (!entry || reasons.includes(undefined) || what === undefined) {
    const unconfirmed = known.map((one, i) => (reasons[i] === undefined ? unconfirmedCoverage(hook, one) : 'changed'));
    const [first] = unconfirmed.includes(undefined) ? [] : unconfirmed.filter((one) => one !== 'changed');
    return { hook, state: { kind: 'active', ...(first && { unconfirmed: first }) } };
  }
  return { hook, state: { kind: 'changed', what, was: { ...entry.hook, id: hook.id } } };
}

/** Active if the outermost lock file lists the hook. Inner ones trust nothing, but the hooks they list are noticed. */
function stateOfLockedHook(hook: Hook, known: readonly KeyedTrustedHook[], snapshot: ProjectToTrust): LoadedHook {
  const changed = known.find((entry) => changeReason(hook, entry, snapshot.shas) !== undefined);
  if (!changed && known.some(({ isInner }) => !isInner)) return stateOfHook(hook, known, snapshot);
  const entry = changed ?? known[0];
  const what = entry && changeReason(hook, entry, snapshot.shas);
  const state = { kind: 'changed', what: what ?? 'the outermost lock file does not name it', was: hook } as const;
  return { hook, state: entry ? { ...state, was: { ...entry.hook, id: hook.id } } : state };
}

/** A hook at a path that no record knows: a copy of a trusted hook asks until a person confirms it. */
function stateOfUnknownHook(
  hook: Hook,
  snapshot: ProjectToTrust,
  findCopy: ReturnType<typeof trustedCopyFinder>,
): LoadedHook {
  if (snapshot.exposed) return untrustedHook(hook);
  // Records of earlier versions have only the files that the hook itself names.
  const contents = [hook, { files: hook.files }].map((one) => contentOf(hookShas(one, snapshot.shas)));
  const isSame = (entry: TrustedHook, root: string) =>
    entry.hook.dialect === hook.dialect &&
    entry.hook.nativeEvent === hook.nativeEvent &&
    (contents.includes(contentOf(entry.shas)) || isMoved(entry, root, hook, snapshot));
  const elsewhere = findCopy(isSame, snapshot.shas[hook.source] ?? '', hook.id);
  if (elsewhere === undefined) return untrustedHook(hook);
  return {
    hook,
    state: {
      kind: 'changed',
      what: `it is a copy of a hook that you trust in ${elsewhere}, not confirmed here yet`,
      was: hook,
    },
  };
}

/** Is this the same hook after its project was moved, whether or not it was changed since? */
const isMoved = ({ hook: known }: TrustedHook, root: string, hook: Hook, snapshot: ProjectToTrust): boolean =>
  known.id === hook.id &&
  relative(root, known.source) === relative(snapshot.root, hook.source) &&
  !isWithin(known.source, snapshot.root) &&
  // Its folder may have been recreated empty.
  !exists(known.source);

/** The contents of a hook's files, wherever they are. */
const contentOf = (shas: Readonly<Record<string, string>>): string => Object.values(shas).sort().join();

/** What was trusted, and the key that finds the current hook. */
interface KeyedTrustedHook extends TrustedHook {
  readonly key: string;
  /** From a lock file that is not the outermost one. */
  readonly isInner?: boolean;
}

const hookIdOf = ({ id }: Hook): string => id;
/** Ids depend on other files, and an untrusted file could claim one; the position in a file is unique to the hook. */
const positionKey = ({ source, position, nativeEvent }: Hook): string => [source, position, nativeEvent].join('\n');

function groupByKey(trusted: readonly KeyedTrustedHook[]): ReadonlyMap<string, readonly KeyedTrustedHook[]> {
  const groups = new Map<string, KeyedTrustedHook[]>();
  for (const entry of trusted) {
    const group = groups.get(entry.key);
    if (group) group.push(entry);
    else groups.set(entry.key, [entry]);
  }
  return groups;
}

/** Hooks are searched from the working directory upwards, so hooks below it do not count as missing. */
function isInReach({ dialect: format, source, root, package: added }: Hook, { levels, places }: ProjectToTrust) {
  if (levels.includes(root)) return true;
  if (added) return levels.some((level) => isWithin(source, projectPackagesFolder(level)));
  // The root of a hook with its own folder is that folder.
  const folder = dirname(dirname(source));
  return places.some((place) => place.format === format && place.find.kind === 'each' && place.dir === folder);
}

const trustedHooks = ({ hooks = [] }: TrustRecord): readonly KeyedTrustedHook[] => hooks.map(keyedByPosition);

const keyedByPosition = (entry: TrustedHook): KeyedTrustedHook => ({ ...entry, key: positionKey(entry.hook) });

function lockedHooks(snapshot: ProjectToTrust): readonly KeyedTrustedHook[] {
  const folders = [...new Set([...snapshot.levels, snapshot.root])].filter((folder) => exists(trustLockFile(folder)));
  return folders.flatMap((folder, i) => hooksInLock(folder, i > 0, snapshot));
}

function hooksInLock(folder: string, isInner: boolean, snapshot: ProjectToTrust): readonly KeyedTrustedHook[] {
  const lock = (parseObject(readText(trustLockFile(folder), maxStateFileBytes)) ?? {}) as Partial<LockFile>;
  const loaded = new Map(snapshot.hooks.map((hook) => [hook.id, hook]));
  return Object.entries(lock.hooks ?? {}).map(([id, files]): KeyedTrustedHook => {
    const shas = Object.fromEntries(
      Object.entries(files ?? {}).map(([path, sha]) => [isAbsolute(path) ? path : join(folder, path), sha]),
    );
    const accepted = isObject(lock.accepted) && Object.hasOwn(lock.accepted, id) ? lock.accepted[id] : undefined;
    return {
      key: id,
      hook: lockPlaceholder(id, Object.keys(shas), folder, loaded.get(id)),
      shas,
      ...(typeof lock.reader === 'number' && { reader: lock.reader }),
      ...(Array.isArray(accepted) && { accepted }),
      isInner,
    };
  });
}

/** A lock file does not say what a hook did, so its placeholder covers everything that a guard may stop. */
function lockPlaceholder(id: string, files: readonly string[], root: string, current: Hook | undefined): Hook {
  const source = current?.source ?? files[0] ?? trustLockFile(root);
  return hookWithDefaults({
    id,
    dialect: configFormat,
    events: guardedEvents,
    nativeEvent: 'tool.before',
    scope: 'project',
    source,
    root: current?.root ?? guardedFolder(source) ?? root,
    handler: { kind: 'builtin', use: 'config-protection' },
    files,
  });
}

/** The folder that a hook file applies to. */
const guardedFolder = (source: string): string | undefined =>
  projectOfHookFile(
    source,
    Object.values(formats).flatMap(({ locations }) => locations),
  );
