import { join } from 'node:path';
import type {
  DisablingSource,
  FindPolicy,
  FormatPlace,
  HookPlace,
  MachinePolicy,
  PolicyBundle,
  PolicySearch,
  SnapshotCollector,
} from '@anyhook/anyhook';
import { configFormat, hookWithDefaults, noPolicy, packagePlaces, parseConfig, unloadableFile } from '@anyhook/anyhook';
import type { Hook, PackageOfHook, Problem, UserPaths } from '@anyhook/core';
import { entryExists, guardedEvents, readText, selfProtectionId, withoutUndefined } from '@anyhook/core';
import { type ActivePolicy, readActivePolicy } from './active-policy.js';
import type { CentralApprovals } from './approval-mailbox.js';
import { auditFileIn, hubLockIn, shipFileIn } from './audit-files.js';
import { fleetAgeName } from './fleet-age.js';
import { type FleetSettings, findFleet } from './fleet-file.js';
import { fleetFilePlaces } from './fleet-lock.js';
import type { OfflineSettings } from './fleet-standing.js';

/** The fleet that a machine belongs to. Plain data, for the cache. */
export interface FleetOfMachine extends MachinePolicy {
  /** The file with the settings. */
  readonly file: string;
  readonly origin: FleetSettings['origin'];
  readonly channel: string;
  readonly offline: OfflineSettings;
  readonly pollMs: number;
  /** The record of the last checks. */
  readonly checkFile: string;
  /** The state of the audit and of sending it. */
  readonly auditFile: string;
  readonly shipFile: string;
  /** With a hub: the lock of the process that is connected to it. */
  readonly hubLock?: string;
  /** The policy names remote approvers. */
  readonly hasApprovers?: true;
  /** The serial of the document in force; missing if none is. */
  readonly serial?: number;
  /** The serial of the bundle whose hooks decide. */
  readonly enforced?: number;
  /** The serial of the bundle whose hooks run in shadow mode. */
  readonly candidate?: number;
}

export const findPolicy: FindPolicy = (search, collector) => {
  const { user, isUserInProject, loaders, candidateDecides = false } = search;
  const places = fleetFilePlaces(user);
  const counting = isUserInProject ? { ...places, user: places.system } : places;
  for (const path of [counting.system, counting.user]) collector.stampFile(path);
  const { settings, problems } = findFleet(counting);
  collector.problems.push(...problems);
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (!settings) return { ...noPolicy, standIns: errors.length === 0 ? [] : [brokenFleet(errors, user)] };
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
  const machine: FleetOfMachine = {
    ...fleetOf(settings, policy, user.state),
    ...approversOf(settings, bundleOf('enforce')?.folder),
  };
  return {
    machine,
    ...(first && { enforced: load(first) as PolicyBundle }),
    ...(second && { candidate: load(second) as PolicyBundle }),
    places: parts.flatMap(({ added }) => bundlePlaces(added, loaders)),
    standIns: placeholdersFor(settings, policy, user, collector),
    hooks: settings.offline.rule === 'keep' ? [] : [ageHook(settings, policy, user)],
    ...(settings.origin === 'user' &&
      first && { effective: (source) => withSelfProtection(source, bundleConfigFile(first.folder), collector) }),
  };
};

/** The config of a bundle: in a fleet that the user joined, it cannot switch off self-protection. */
function withSelfProtection<Source extends DisablingSource>(
  source: Source,
  configFile: string,
  collector: SnapshotCollector,
): Source {
  const { disabled = [] } = source.file;
  if (source.path !== configFile || !disabled.includes(selfProtectionId)) return source;
  const message = `"disabled": ${selfProtectionId} stays on: only a fleet that an administrator set up may switch it off`;
  collector.problems.push({ source: source.path, field: 'disabled', severity: 'warning', message });
  return { ...source, file: { ...source.file, disabled: disabled.filter((id) => id !== selfProtectionId) } };
}

const bundlePlaces = (added: PackageOfHook, loaders: PolicySearch['loaders']): readonly FormatPlace[] =>
  Object.entries(loaders).flatMap(([format, loader]) => {
    const { name, folder } = added;
    return packagePlaces(loader, { name, folder, dataFolder: folder })
      .filter(hasFiles)
      .map((place): FormatPlace => ({ ...place, format, scope: 'managed', package: added }));
  });

/** The bundle equals the signed one, so an empty place stays empty and events need not check it. */
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
    ...withoutUndefined({ enforced, candidate }),
  };
};

const maxConfigBytes = 1024 * 1024;

/** The config file of a bundle. */
const bundleConfigFile = (folder: string): string => join(folder, '.agents', 'anyhook.yaml');

/** The remote approvers in a signed bundle; undefined if it names none, or in an invalid form. */
export function readCentralApprovals(folder: string): CentralApprovals | undefined {
  const file = bundleConfigFile(folder);
  const text = readText(file, maxConfigBytes);
  return text === undefined ? undefined : parseConfig(text, file, 'managed').source?.file.approvals;
}

const approversOf = ({ audit }: FleetSettings, bundle: string | undefined): Pick<FleetOfMachine, 'hasApprovers'> =>
  audit?.target.kind === 'hub' && bundle !== undefined && readCentralApprovals(bundle) ? { hasApprovers: true } : {};

/** A device gets its name at the first check. */
const auditOf = (
  { org, audit, offline: { rule } }: FleetSettings,
  device: string | undefined,
): Pick<FleetOfMachine, 'audit' | 'unrecorded'> => {
  if (!audit || device === undefined) return {};
  const reason = `the audit of ${org} cannot record this action: see "anyhook fleet status" in a terminal, and check whether the disk is full`;
  return { audit: { device, fields: audit.fields, maxMb: audit.maxMb }, unrecorded: { rule, reason } };
};

const brokenFleet = (errors: readonly Problem[], user: UserPaths): Hook =>
  unloadableFile(configFormat, { path: errors[0]?.source ?? '', scope: 'managed', root: user.home }, errors);

/** Placeholder hooks for a policy that is damaged, or missing on a locked machine. */
function placeholdersFor(
  { file, org, lock }: FleetSettings,
  { problem, channel }: ActivePolicy,
  user: UserPaths,
  collector: SnapshotCollector,
): readonly Hook[] {
  if (problem === undefined) return [];
  const message = `the policy of ${org} is not in force: ${problem}; run "anyhook fleet fetch"`;
  const found: Problem = { source: file, severity: 'error', message };
  collector.problems.push(found);
  // The offline rule handles a policy that was never fetched, unless the machine is locked.
  return channel || lock ? [brokenFleet([found], user)] : [];
}

/** Asks or denies when the policy could not be checked for too long, or its audit is full. */
const ageHook = ({ file, org, offline, audit }: FleetSettings, { store }: ActivePolicy, user: UserPaths): Hook =>
  hookWithDefaults({
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
      use: fleetAgeName,
      args: { org, checkFile: store.checkFile, auditFile: audit && auditFileIn(user.state), offline },
    },
  });
