import { join } from 'node:path';
import type { UserPaths } from '@anyhook/core';
import {
  entryExists,
  type FormatName,
  guardedEvents,
  type Hook,
  isFile,
  type OfflineSettings,
  type PackageOfHook,
  type Problem,
  readBytes,
  selfProtectionId,
  sha256,
  standIns,
} from '@anyhook/core';
import { type ActivePolicy, readActivePolicy } from '../fleet/active-policy.js';
import { auditFileIn, hubLockIn, shipFileIn } from '../fleet/audit-files.js';
import { type FleetSettings, findFleet } from '../fleet/fleet-file.js';
import { configFormat } from '../formats/index.js';
import { builtinHook } from '../formats/kit/builtin-hook.js';
import type { HookLoader, HookPlace } from '../formats/kit/format.js';
import { unloadableFile } from '../formats/kit/unloadable-hook.js';
import type { AuditMark } from '../journal/audit-record.js';
import { fleetFilePlaces } from '../switches/fleet-lock.js';
import { bundleConfigFile, readCentralApprovals } from './central-approvals.js';
import type { FormatPlace } from './discover.js';
import { packagePlaces } from './hook-packages.js';
import type { SnapshotCollector } from './snapshot-collector.js';

/** The fleet that a machine belongs to. Plain data, for the cache. */
export interface FleetOfMachine {
  /** The file that says so. */
  readonly file: string;
  readonly origin: FleetSettings['origin'];
  readonly org: string;
  readonly channel: string;
  readonly lock: boolean;
  readonly offline: OfflineSettings;
  readonly pollMs: number;
  /** The record of the last checks. */
  readonly checkFile: string;
  /** Goes into the records of decisions that are sent to the fleet; missing: none are. */
  readonly audit?: AuditMark;
  /** Where the state of that audit and of sending it is. */
  readonly auditFile: string;
  readonly shipFile: string;
  /** If there is a hub: held by the process that stays with it. */
  readonly hubLock?: string;
  /** The policy names approvers, and there is a hub that reaches them. */
  readonly hasApprovers?: true;
  /** The serial of the document in force; missing: nothing is in force yet. */
  readonly serial?: number;
  /** The serial of the bundle whose hooks decide. */
  readonly enforced?: number;
  /** The serial of the bundle whose hooks run in shadow mode. */
  readonly candidate?: number;
}

/** One bundle of hooks on the disk. */
interface BundleToLoad {
  /** Its config file; it may be missing. */
  readonly configFile: string;
  readonly added: PackageOfHook;
}

/** What a fleet adds to the hooks of a machine. */
export interface FleetPolicy {
  readonly fleet?: FleetOfMachine;
  /** The bundle whose hooks decide, and the one whose hooks run in shadow mode. */
  readonly enforced?: BundleToLoad;
  readonly candidate?: BundleToLoad;
  readonly places: readonly FormatPlace[];
  /** Hooks that stand for a policy that is not there. */
  readonly standIns: readonly Hook[];
  /** The hook that applies the offline rule; it is none of a file. */
  readonly ageHooks: readonly Hook[];
}

export interface FleetPolicySearch {
  readonly loaders: Readonly<Record<FormatName, HookLoader>>;
  readonly user: UserPaths;
  /** The user's settings are part of the project: then no fleet file of theirs counts. */
  readonly isUserInProject: boolean;
  /** The candidate decides in place of what is in force: for those who ask what it would change. */
  readonly candidateDecides?: boolean | undefined;
}

/** Finds the policy of the machine's fleet. */
export function findFleetPolicy(search: FleetPolicySearch, collector: SnapshotCollector): FleetPolicy {
  const { user, isUserInProject, loaders, candidateDecides = false } = search;
  const places = fleetFilePlaces(user);
  const counting = isUserInProject ? { ...places, user: places.system } : places;
  for (const path of [counting.system, counting.user]) collector.stampFile(path);
  const { settings, problems } = findFleet(counting);
  collector.problems.push(...problems);
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (!settings) return { places: [], standIns: errors.length === 0 ? [] : [brokenFleet(errors, user)], ageHooks: [] };
  const policy = readActivePolicy(settings, user.state);
  collector.stampFile(policy.store.channelFile);
  // The next check may repair it.
  if (policy.problem !== undefined) collector.stampFile(policy.store.checkFile);
  const bundleOf = (mode: 'enforce' | 'shadow') => policy.bundles.find((bundle) => bundle.mode === mode);
  const enforced = (candidateDecides ? bundleOf('shadow') : undefined) ?? bundleOf('enforce');
  const candidate = candidateDecides ? undefined : bundleOf('shadow');
  const parts = [
    ...(enforced ? [{ bundle: enforced, added: { name: 'fleet', folder: enforced.folder } }] : []),
    ...(candidate
      ? [{ bundle: candidate, added: { name: 'fleet', folder: candidate.folder, mode: 'shadow' as const } }]
      : []),
  ];
  const [first, second] = [enforced, candidate].map((one) => parts.find(({ bundle }) => bundle === one)?.added);
  const load = (added: PackageOfHook | undefined) => added && { added, configFile: bundleConfigFile(added.folder) };
  return {
    fleet: { ...fleetOf(settings, policy, user.state), ...approversOf(settings, bundleOf('enforce')?.folder) },
    ...(first && { enforced: load(first) as BundleToLoad }),
    ...(second && { candidate: load(second) as BundleToLoad }),
    places: parts.flatMap(({ added }) => bundlePlaces(added, loaders)),
    standIns: standInsFor(settings, policy, user, collector),
    ageHooks: settings.offline.rule === 'keep' ? [] : [ageHook(settings, policy, user)],
  };
}

/** The relevant part of a parsed config. Its full type needs the schema, which published types must not use. */
interface DisablingSource {
  readonly path: string;
  readonly file: { readonly disabled?: readonly string[] | undefined };
}

/**
 * The effective config of a bundle: in a fleet that the user joined, it cannot switch off the hook that keeps an agent from
 * joining one.
 */
export function countingSource<Source extends DisablingSource>(
  source: Source,
  { fleet, enforced }: FleetPolicy,
  collector: SnapshotCollector,
): Source {
  const { disabled = [] } = source.file;
  const isUsers = fleet?.origin === 'user' && source.path === enforced?.configFile;
  if (!isUsers || !disabled.includes(selfProtectionId)) return source;
  const message = `"disabled": ${selfProtectionId} stays on: only a fleet that an administrator set up may switch it off`;
  collector.problems.push({ source: source.path, field: 'disabled', severity: 'warning', message });
  return { ...source, file: { ...source.file, disabled: disabled.filter((id) => id !== selfProtectionId) } };
}

const bundlePlaces = (added: PackageOfHook, loaders: FleetPolicySearch['loaders']): readonly FormatPlace[] =>
  Object.entries(loaders).flatMap(([dialect, loader]) => {
    const { name, folder } = added;
    return packagePlaces(loader, { name, folder, dataFolder: folder })
      .filter(hasFiles)
      .map((place): FormatPlace => ({ ...place, dialect, scope: 'managed', package: added }));
  });

/**
 * A bundle was just compared with what was signed, so a place that is empty stays empty: what somebody puts there is not
 * loaded, and the next comparison finds it. Events need not look there.
 */
const hasFiles = ({ dir, find }: HookPlace): boolean =>
  find.kind === 'file' ? entryExists(join(dir, find.name)) : entryExists(dir);

const fleetOf = (settings: FleetSettings, { store, channel, bundles }: ActivePolicy, state: string): FleetOfMachine => {
  const { file, origin, org, channel: name, lock, offline, pollMs } = settings;
  const serialOf = (mode: 'enforce' | 'shadow') => bundles.find((bundle) => bundle.mode === mode)?.serial;
  const [enforced, candidate] = [serialOf('enforce'), serialOf('shadow')];
  return {
    ...{ file, origin, org, channel: name, lock, offline, pollMs, checkFile: store.checkFile },
    ...{ auditFile: auditFileIn(state), shipFile: shipFileIn(store.folder) },
    ...(settings.audit?.target.kind === 'hub' && { hubLock: hubLockIn(store.folder) }),
    ...auditOf(settings, store.readDevice()),
    ...(channel && { serial: channel.serial }),
    ...(enforced !== undefined && { enforced }),
    ...(candidate !== undefined && { candidate }),
  };
};

const approversOf = ({ audit }: FleetSettings, bundle: string | undefined): Pick<FleetOfMachine, 'hasApprovers'> =>
  audit?.target.kind === 'hub' && bundle !== undefined && readCentralApprovals(bundle) ? { hasApprovers: true } : {};

/** A device has its name after the first check. */
const auditOf = ({ audit }: FleetSettings, device: string | undefined): Pick<FleetOfMachine, 'audit'> =>
  audit && device !== undefined ? { audit: { device, fields: audit.fields, maxMb: audit.maxMb } } : {};

const brokenFleet = (errors: readonly Problem[], user: UserPaths): Hook =>
  unloadableFile(configFormat, { path: errors[0]?.source ?? '', scope: 'managed', root: user.home }, errors);

/** Asks in place of a policy that is damaged, or not there although the machine is locked. */
function standInsFor(
  { file, org, lock }: FleetSettings,
  { problem, channel }: ActivePolicy,
  user: UserPaths,
  collector: SnapshotCollector,
): readonly Hook[] {
  if (problem === undefined) return [];
  const message = `the policy of ${org} is not in force: ${problem}; run "anyhook fleet fetch"`;
  const found: Problem = { source: file, severity: 'error', message };
  collector.problems.push(found);
  // A policy that never came is a matter of the offline rule, unless nobody may step out.
  return channel || lock ? [brokenFleet([found], user)] : [];
}

/** Asks or denies when the policy could not be checked for too long, or its audit has no room. */
const ageHook = ({ file, org, offline, audit }: FleetSettings, { store }: ActivePolicy, user: UserPaths): Hook =>
  builtinHook({
    id: 'fleet.age',
    dialect: configFormat,
    events: guardedEvents,
    nativeEvent: 'tool.before',
    scope: 'managed',
    source: file,
    root: user.home,
    timeoutMs: 5_000,
    onFailure: 'ask',
    handler: {
      kind: 'builtin',
      use: standIns.fleetAge,
      args: { org, checkFile: store.checkFile, auditFile: audit && auditFileIn(user.state), offline },
    },
  });

/** Candidates that decide just as the hooks in force: to run them would do the same work twice. */
export function withoutEqualCandidates(hooks: readonly Hook[]): readonly Hook[] {
  const isCandidate = (hook: Hook) => hook.package?.mode === 'shadow';
  if (!hooks.some(isCandidate)) return hooks;
  const known = new Set(
    hooks.filter((hook) => hook.scope === 'managed' && hook.package && !isCandidate(hook)).map(contentOf),
  );
  return hooks.filter((hook) => !isCandidate(hook) || !known.has(contentOf(hook)));
}

/** A hook of a bundle and its files, as a text that does not depend on where the bundle is. */
function contentOf(hook: Hook): string {
  const folder = hook.package?.folder ?? '';
  const { id, mode: _mode, package: _package, ...rest } = hook;
  const files = hook.files.filter(isFile).map((path) => sha256(readBytes(path, 8 * 1024 * 1024) ?? ''));
  const text = JSON.stringify({
    ...rest,
    id: id.replace(/^candidate:/, ''),
    contents: hook.handler.kind === 'builtin' ? [] : files,
  });
  // In JSON, as the text itself is: a path of Windows has two `\\` there for each one.
  return text.replaceAll(JSON.stringify(folder).slice(1, -1), '');
}
