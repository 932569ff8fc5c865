import { resolve } from 'node:path';
import { type Hook, type LoadedHook, type Problem, standIns, type UserPaths } from '@anyhook/core';
import { configFormat, formats } from '../formats/index.js';
import type { AgentFolders } from '../formats/kit/format.js';
import { createWaitingCheck, waitingHooks, waitingReason } from '../trust/opt-in-formats.js';
import { hookStates, isProjectTrusted, type TrustMode, trustRecord } from '../trust/trust.js';
import type { Config } from './merged-config.js';
import type { ProjectSnapshot, SnapshotReader } from './snapshot.js';
import { readSnapshotCache, writeSnapshotCache } from './snapshot-cache.js';

/** The current state of a project: its hooks with their states, problems, and the merged config. */
export interface Project {
  readonly root: string;
  readonly hooks: readonly LoadedHook[];
  readonly problems: readonly Problem[];
  readonly config: Config;
  /** How its hooks became trusted. */
  readonly trust: TrustMode;
  /** Whether the project is trusted, so its own programs may be started. */
  readonly trusted: boolean;
  readonly snapshot: ProjectSnapshot;
}

export interface LoadProjectOptions {
  readonly cwd: string;
  readonly user: UserPaths;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Takes precedence over the config and `ANYHOOK_TRUST`. */
  readonly trust?: TrustMode | undefined;
  /** Changes with the package, so caches of another version are not read. */
  readonly version: string;
  readonly now: () => number;
  /** Loads the parsers; called only if the cache does not help. */
  readonly takeSnapshot: () => Promise<TakeSnapshot>;
  /** For an event, untrusted hooks are only counted; by default everything is read. */
  readonly forEvent?: boolean;
  /** Folders of agents that count as if the config named them, to show the result of a yes. The cache is not changed. */
  readonly agentFolders?: AgentFolders;
  /** Hooks that wait for a person's answer count as switched on, to show the result of a yes. */
  readonly withWaiting?: boolean;
}

/** Reads the files of a project, bypassing the cache. */
export type TakeSnapshot = (
  cwd: string,
  user: UserPaths,
  reader?: SnapshotReader,
  agentFolders?: AgentFolders,
) => Promise<ProjectSnapshot>;

/** Loads a project, from the cache if nothing changed. */
export async function loadProject(options: LoadProjectOptions): Promise<Project> {
  const { user, version, env } = options;
  // Keep links in the path: the guards of the folder that contains the link also apply.
  const cwd = resolve(options.cwd);
  // Read the clock before any file, so that later changes are newer than the cache.
  const now = options.now();
  const modeOf = (config: Config) => options.trust ?? trustMode(config, env);
  const isHypothetical = Object.keys(options.agentFolders ?? {}).length > 0;
  let snapshot = isHypothetical ? undefined : await readSnapshotCache(cwd, user, version, now);
  const kept = snapshot;
  const isNew = !snapshot || !isEnough(snapshot, options.forEvent === true, modeOf);
  if (!snapshot || isNew) {
    const readSnapshot = await options.takeSnapshot();
    const reader = options.forEvent ? ({ kind: 'event', trustMode: modeOf } as const) : undefined;
    snapshot = await readSnapshot(cwd, user, reader, options.agentFolders);
    const { lostGuards, recordStamp } = await import('./config-record.js');
    const lost = lostGuards(snapshot, user, env);
    const stamps = { ...snapshot.stamps, ...recordStamp(user) };
    snapshot = { ...snapshot, stamps, ...(lost.length > 0 && { lost }) };
  }
  const { root, config } = snapshot;
  const mode = modeOf(config);
  const disabledReason = createDisabledCheck(config, env);
  const record = trustRecord(snapshot, user, mode);
  const states = hookStates(snapshot, user, mode, record);
  const trusted = isProjectTrusted(states, mode, record);
  if (isNew && !isHypothetical && !(kept?.untrustedSummary && !options.forEvent)) {
    // What a person reads of untrusted files is cached only if it is short: events in a large clone must stay fast.
    const hasUntrusted = !options.forEvent && states.some(({ state }) => state.kind === 'untrusted');
    writeSnapshotCache(cwd, user, version, snapshot, now, hasUntrusted ? maxUntrustedCacheChars : undefined);
  }
  // If agents keep their hooks to themselves, their hooks would not run after an answer either.
  const isAnswered = options.withWaiting || config.share === false;
  const waits = isAnswered ? () => false : createWaitingCheck(user, mode);
  const hooks = states.map((loaded): LoadedHook => {
    const { hook } = loaded;
    const why = disabledReason(loaded);
    if (why !== undefined) return { hook, state: { kind: 'disabled', why } };
    return waits(loaded) ? { hook, state: { kind: 'disabled', why: waitingReason, waits: true } } : loaded;
  });
  // The user's own lists do not switch off the placeholder for a lost guard; the organisation's lists do.
  const lost = (snapshot.lost ?? []).filter(({ state }) => !isDisabledByOrganisation(state, config));
  const problems = [
    ...problemsBesides(waitingHooks(hooks), snapshot.problems),
    ...(record.problem ? [record.problem] : []),
  ];
  return { root, hooks: [...hooks, ...lost], problems, config, trust: mode, trusted, snapshot };
}

function isDisabledByOrganisation(state: LoadedHook['state'], { disabled }: Config): boolean {
  if (state.kind !== 'changed') return false;
  const { was } = state;
  return [was.id, configuredId(was)].some((id) => disabled.managed.includes(id.replace(/^remembered:/, '')));
}

/** Problems in files that are not enabled yet are not reported. */
function problemsBesides(waiting: readonly LoadedHook[], problems: readonly Problem[]): readonly Problem[] {
  if (waiting.length === 0) return problems;
  const sources = new Set(waiting.map(({ hook }) => hook.source));
  return problems.filter(({ source }) => !sources.has(source));
}

/** The longest cache of a snapshot with untrusted hooks. */
const maxUntrustedCacheChars = 1024 * 1024;

/** Is a cached snapshot enough? One read for an event in one trust mode does not fit another mode, or a person. */
const isEnough = (
  { untrustedSummary, config }: ProjectSnapshot,
  forEvent: boolean,
  modeOf: (config: Config) => TrustMode,
) => !untrustedSummary || (forEvent && untrustedSummary.mode === modeOf(config));

/** The hooks that run: active ones, and placeholders for hooks that were changed after they were trusted. */
export function runnableHooks(hooks: readonly LoadedHook[]): readonly Hook[] {
  return hooks.flatMap(({ hook, state }) => {
    if (state.kind === 'active') return [hook];
    return state.kind === 'changed' ? [changedHookStandIn(state.was, state.what)] : [];
  });
}

/** Asks before each call that the trusted hook would have seen: an agent must not be able to switch its guard off. */
function changedHookStandIn(hook: Hook, what: string): Hook {
  const { input: _input, rule: _rule, paths: _paths, ...match } = hook.match;
  return {
    ...hook,
    match,
    async: false,
    blocking: true,
    mode: 'enforce',
    handler: { kind: 'builtin', use: standIns.changed, args: { what } },
  };
}

/** How project hooks become trusted if the caller does not say. */
export function trustMode(config: Config, env: Readonly<Record<string, string | undefined>>): TrustMode {
  const mode = env['ANYHOOK_TRUST'];
  return mode === 'ask' || mode === 'lock' || mode === 'project' ? mode : config.trust;
}

type Env = Readonly<Record<string, string | undefined>>;
type Profile = NonNullable<Config['profile']>;

/** Why a hook is switched off: its own setting, a disabled list, or the profile. */
export function createDisabledCheck(config: Config, env: Env): (loaded: LoadedHook) => string | undefined {
  const fromEnv = splitList(env['SA_DISABLED_HOOKS']).map((name) => name.toLowerCase());
  return ({ hook, state }) => {
    const obeysEnvironment = isContractHook(state.kind === 'changed' ? state.was : hook);
    const ofUser = obeysEnvironment ? chosenProfile(config, env) : config.profile;
    const chosen = hook.scope === 'managed' ? (config.lockedProfile ?? ofUser) : ofUser;
    // Neither the project nor a hook that was changed after it was trusted can switch the placeholder off.
    const { enabled, profiles } = state.kind === 'changed' ? state.was : hook;
    const mayChoose = hook.scope === 'project' && state.kind !== 'changed';
    const profile = chosen ?? (mayChoose ? config.projectProfile : undefined) ?? 'standard';
    const isNamedIn = (list: readonly string[]) => list.includes(hook.id) || list.includes(configuredId(hook));
    if (!enabled) return 'enabled: false';
    if (isNamedIn(config.disabled.managed)) return 'in the disabled list of the managed config';
    // Only the organisation can switch off what it switched on.
    const isUnmanaged = hook.scope !== 'managed';
    if (isUnmanaged && isNamedIn(config.disabled.user)) return 'in the disabled list of the config';
    const ids = [hook.id.toLowerCase(), configuredId(hook).toLowerCase()];
    if (obeysEnvironment && ids.some((id) => fromEnv.includes(id))) return 'in SA_DISABLED_HOOKS';
    const allowed = profiles.length > 0 || !isUnmanaged ? profiles : policyProfiles(hook);
    return allowed.length > 0 && !allowed.includes(profile) ? `not in profile ${profile}` : undefined;
  };
}

/** Whether an agent's environment may set the hook's variables: a policy or script of `run-hook`. */
export const isContractHook = ({ scope, handler }: Hook): boolean =>
  scope !== 'managed' && handler.kind === 'builtin' && policyTable().has(handler.use);

/** The profiles of a format's policy apply if its entry names none. */
const policyProfiles = ({ handler }: Hook): readonly string[] =>
  (handler.kind === 'builtin' ? policyTable().get(handler.use) : undefined) ?? [];

/** The profiles of each policy, by its builtin. */
function policyTable(): ReadonlyMap<string, readonly string[]> {
  profilesOfPolicies ??= new Map(
    Object.values(formats)
      .flatMap(({ policies }) => policies?.('') ?? [])
      .map((policy) => [policy.handler.kind === 'builtin' ? policy.handler.use : '', policy.profiles]),
  );
  return profilesOfPolicies;
}

let profilesOfPolicies: ReadonlyMap<string, readonly string[]> | undefined;

/** The profile in a hook's environment, which may already be set; undefined if none was chosen. */
export function profileFor(hook: Hook, config: Config, env: Env): Profile | undefined {
  if (hook.scope === 'managed' && config.lockedProfile !== undefined) return config.lockedProfile;
  return chosenProfile(config, env) ?? (hook.scope === 'project' ? config.projectProfile : undefined);
}

function chosenProfile(config: Config, env: Env): Profile | undefined {
  const fromEnv = env['SA_HOOK_PROFILE']?.trim().toLowerCase();
  return isProfile(fromEnv) ? fromEnv : config.profile;
}

/** A config entry with several events becomes several hooks, which differ in the part after the `@`. */
const configuredId = ({ id, dialect: format, nativeEvent }: Hook): string =>
  format === configFormat && id.endsWith(`@${nativeEvent}`) ? id.slice(0, -nativeEvent.length - 1) : id;

const isProfile = (name: string | undefined): name is Profile =>
  name === 'minimal' || name === 'standard' || name === 'strict';

const splitList = (text: string | undefined): readonly string[] =>
  (text ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** How many files of builtins have no effect, as text; undefined if none. */
export const unusedGuardFilesText = (files: readonly string[] = []): string | undefined =>
  files.length === 0
    ? undefined
    : `${files.length === 1 ? '1 guard file is' : `${files.length} guard files are`} read by no hook: see "anyhook hooks validate"`;
