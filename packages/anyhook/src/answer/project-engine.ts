import { type Hook, type LoadedHook, sha256, type UntrustedRule, userPaths, version } from '@anyhook/core';
import type { Agent } from '../agents/agent.js';
import { canonical } from '../agents/canonical/agent.js';
import { callerNamesOf } from '../agents/environment.js';
import { agents } from '../agents/index.js';
import { callerName } from '../agents/kit/caller-name.js';
import { agentRunsHook, isOwnSetting } from '../agents/own-hooks.js';
import type { ProblemNotice } from '../engine/decide.js';
import { features } from '../features.js';
import { formats } from '../formats/index.js';
import type { HandlerSettings } from '../handlers/handler.js';
import type { Project } from '../hooks/load.js';
import { createDisabledCheck, isContractHook, profileFor, runnableHooks, unusedGuardFilesText } from '../hooks/load.js';
import type { Config } from '../hooks/merged-config.js';
import type { MachinePolicy } from '../hooks/policy-source.js';
import { hookSetOf } from '../journal/hook-set.js';
import type { HookSet } from '../journal/record.js';
import type { RecordingPolicy } from '../journal/recorder.js';
import { defaultJournalConfig } from '../journal/settings.js';
import { waitingHooks } from '../trust/opt-in-formats.js';
import type { TrustMode } from '../trust/trust.js';
import type { Engine, EngineParts, World } from './engine.js';
import { handlerSettings, openProject, openSessionStore, wireEngine } from './engine.js';
import { policySource } from './policy-source.js';
import { agentPlaces, bashTools, selfProtectionHook } from './self-protection.js';
import { refusingParts, untrustedHooksOf } from './untrusted-hooks.js';

export interface ProjectRequest {
  readonly world: World;
  readonly agent: Agent;
  readonly trust: TrustMode | undefined;
  /** What to do about untrusted hooks. Default: agents continue without them and are told. */
  readonly untrusted?: UntrustedRule;
}

/** The engine of a project, and its settings for records. */
export interface ProjectEngine {
  readonly engine: Engine;
  readonly root: string;
  /** Whether the project is trusted: then its own programs and repository may be used. */
  readonly isTrusted: boolean;
  readonly telemetry: Config['telemetry'];
  readonly recording: RecordingPolicy;
  /** The organisation that sets hooks on this machine. */
  readonly policy?: MachinePolicy;
  readonly failClosed: boolean;
  /** Why each guarded call is denied: the project has untrusted hooks. */
  readonly refusal?: string;
}

export type OpenProjectEngine = (request: ProjectRequest) => Promise<ProjectEngine>;

/** Loads the project from disk, for a process that answers one event. */
export const loadProjectEngine: OpenProjectEngine = async (request) =>
  projectEngineOf(await openProject(request.world, request.trust, { forEvent: true }), request);

/** The engine of a loaded project, without the hooks that the agent runs itself. */
export function projectEngineOf(
  project: Project,
  { world, agent, untrusted }: Pick<ProjectRequest, 'world' | 'agent' | 'untrusted'>,
  residentParts: Pick<EngineParts, 'runInTurn' | 'spares'> = {},
): ProjectEngine {
  const parts = engineParts(project, world, { agent });
  const isOurs = (hook: Hook) => !agentRunsHook(agent, hook);
  const own = { ...parts, hooks: parts.hooks.filter(isOurs), ...residentParts };
  const why = untrusted === 'refuse' ? untrustedHooksOf(project, isOurs) : undefined;
  return engineWithRecords(project, why === undefined ? own : refusingParts(own, project.root, why));
}

/** An engine made of these parts, with the project's recording settings. */
export const engineWithRecords = (project: Project, parts: EngineParts): ProjectEngine => ({
  engine: wireEngine(parts),
  root: project.root,
  isTrusted: project.trusted,
  telemetry: project.config.telemetry,
  recording: recordingPolicy(project, parts.hooks),
  failClosed: project.config.failClosed,
  ...(parts.refusal !== undefined && { refusal: parts.refusal }),
  ...(project.snapshot.policy && { policy: project.snapshot.policy }),
});

function recordingPolicy(project: Project, hooks: readonly Hook[]): RecordingPolicy {
  let set: HookSet | undefined;
  const audit = project.snapshot.policy?.audit;
  return {
    config: project.config.journal ?? defaultJournalConfig,
    ...(audit && { audit }),
    set: () => {
      set ??= hookSetOf(hooks, project.hooks);
      return set;
    },
  };
}

/** The recording settings for a project that did not load. */
export const unloadedRecording: RecordingPolicy = { config: defaultJournalConfig, set: () => hookSetOf([], []) };

export const countHooks = ({ index }: Engine): number =>
  new Set([...index.lists.values()].flatMap((list) => list.hooks)).size;

export const agentsThatRun = (hook: Hook): readonly Agent[] => agents.filter((agent) => agentRunsHook(agent, hook));

/** The hooks that anyhook runs: with `share: false`, the agent runs the hooks of its own settings. */
export const sharedHooks = (hooks: readonly Hook[], { share }: Pick<Config, 'share'>): readonly Hook[] =>
  share === false ? hooks.filter((hook) => !agents.some((agent) => isOwnSetting(agent, hook))) : hooks;

export function engineParts(project: Project, world: World, { agent }: { readonly agent?: Agent } = {}): EngineParts {
  const { state } = userPaths(world.env, world.home);
  const settings = projectHandlerSettings(project, world);
  const caller = callerName(agent ?? canonical, world.env, 'hook');
  return {
    hooks: hooksWithSelfProtection(project, world, agent).map((hook) => withTimeout(hook, caller, world.env)),
    settings,
    profileOf: (hook, env) => profileFor(hook, project.config, env),
    stopLimit: project.config.stopLimit,
    store: openSessionStore(world),
    notices: () => [
      ...(world.ignored ?? []),
      ...projectNotices(project, agent),
      ...policyNotices(project),
      ...untrustedNotices(project, world),
    ],
    skippedNotices: skippedNotices(project, agent),
    // A program returns hook output to its model as part of the tool's result; notes do not belong there.
    notesAtTools: agent !== undefined && agent !== canonical,
    ...problemNotice(project),
    codeAbove: agent && ((env) => codeAboveNotice(agent, project, { ...world, env })),
    approve: async (...asked) => (await import('./ask-person.js')).createApprover(project, world)(...asked),
    async startAsync(hook, event, env) {
      const { startSupervisor, entryFile, newJobId, asyncLogFile } = await import('@anyhook/core');
      const job = newJobId();
      const problem = startSupervisor({
        entry: entryFile('supervise.js'),
        payload: { hook, event, caller: callerNamesOf(event.host, env), settings, logFile: asyncLogFile(state), job },
        env,
        stateDir: state,
      });
      return problem ?? { job };
    },
  };
}

/** Unconfirmed agent code that can answer before hooks. */
async function codeAboveNotice(agent: Agent, { snapshot, config }: Project, world: World) {
  const { modNotice } = await import('./mods.js');
  return modNotice(agent, { world, levels: snapshot.levels, config });
}

const policyNotices = ({ snapshot: { policy } }: Project): readonly string[] =>
  policy ? (policySource()?.notices(policy) ?? []) : [];

/** The settings of handlers, and what a trusted project adds: its own programs and abilities. */
function projectHandlerSettings({ config, root, trusted, trust, snapshot }: Project, world: World): HandlerSettings {
  const places = { agentPlaces: agentPlaces(world, root, config), bashTools };
  if (!trusted) return { ...handlerSettings(config), ...places };
  const user = userPaths(world.env, world.home, world.project);
  return {
    ...handlerSettings(config, root),
    ...places,
    abilities: { root, levels: snapshot.levels, trust, user, version },
  };
}

/** The project's hooks, and the hook that protects anyhook itself; only the user's lists can switch that one off. */
function hooksWithSelfProtection(project: Project, world: World, agent: Agent | undefined): readonly Hook[] {
  const isLocked = project.snapshot.policy?.lock === true;
  if (world.env['ANYHOOK'] === 'off' && !isLocked) return [];
  const disabledReason = createDisabledCheck(project.config, world.env);
  const isOn = (hook: Hook) => disabledReason({ hook, state: { kind: 'active' } }) === undefined;
  const selfProtection = selfProtectionHook(world, project.config);
  const protects = isLocked || isOn(selfProtection);
  return [...(protects ? [selfProtection] : []), ...runningHooks(project, agent, isOn)];
}

/** The active hooks, with default policies if the agent expects them and no hook has the builtin. */
function runningHooks(
  { hooks, root, trusted, config }: Project,
  agent: Agent | undefined,
  isOn: (hook: Hook) => boolean,
): readonly Hook[] {
  const running = sharedHooks(runnableHooks(hooks), config);
  if (!agent?.runsDefaultPolicies) return running;
  // Untrusted hooks of a clone must not replace a guard, even if they are switched off.
  const mayReplaceDefault = ({ hook, state }: LoadedHook) =>
    state.kind !== 'untrusted' && (state.kind !== 'disabled' || hook.scope !== 'project' || trusted);
  const configured = new Set(hooks.filter(mayReplaceDefault).flatMap(({ hook, state }) => builtinsOf(hook, state)));
  const defaults = Object.values(formats)
    .flatMap(({ policies }) => policies?.(root) ?? [])
    .filter((policy) => isOn(policy) && !builtinsOf(policy).some((name) => configured.has(name)));
  return [...running, ...defaults];
}

/** The builtin that a hook runs, and the one that it ran when it was trusted. */
const builtinsOf = (hook: Hook, state?: LoadedHook['state']): readonly string[] =>
  [hook, ...(state?.kind === 'changed' ? [state.was] : [])].flatMap(({ handler }) =>
    handler.kind === 'builtin' ? [handler.use] : [],
  );

/** The hook with the timeout that the environment sets for the policies of its format. */
function withTimeout(hook: Hook, caller: string, env: World['env']): Hook {
  if (!isContractHook(hook)) return hook;
  const timeoutMs = formats[hook.dialect]?.timeoutMs?.(caller, env);
  return timeoutMs === undefined ? hook : { ...hook, timeoutMs };
}

/** How many hooks are skipped as untrusted. Only the number, because their text is untrusted as well. */
const skippedNotices = ({ hooks, snapshot: { untrustedSummary } }: Project, agent?: Agent): readonly string[] => {
  // An entry that cannot be loaded is counted among the problems.
  const skipped = hooks.filter(({ hook, state }) => state.kind === 'untrusted' && hook.unloadable === undefined);
  const unread = untrustedSummary?.unread ?? 0;
  const unreadText =
    unread === 1 ? '1 more hook file of this project was' : `${unread} more hook files of this project were`;
  return [
    ...untrustedNotice(skipped.length, 'project hook', 'project hooks'),
    ...(unread > 0 ? [`${unreadText} not read, because they are untrusted: see "anyhook trust"`] : []),
    ...waitingNotice(hooks, agent),
  ];
};

/** How many hooks wait because an earlier version did not read their files; those that the agent runs do not wait. */
function waitingNotice(hooks: readonly LoadedHook[], agent: Agent | undefined): readonly string[] {
  const waiting = waitingHooks(hooks).filter(({ hook }) => agent === undefined || !agentRunsHook(agent, hook));
  if (waiting.length === 0) return [];
  const formats = [...new Set(waiting.map(({ hook }) => hook.dialect))].join(', ');
  const what = waiting.length === 1 ? '1 hook does' : `${waiting.length} hooks do`;
  return [
    `${what} not run yet, because earlier versions of anyhook did not read such files (${formats}): see "anyhook list"; "anyhook trust" or "anyhook init" switches them on`,
  ];
}

/** Notes for the user, shown once when a session starts; a caller without a session gets them with each task. */
export function projectNotices(project: Project, agent?: Agent): readonly string[] {
  const { problems } = problemNotice(project);
  // User rules without effect must not look like protection.
  const idle = unusedGuardFilesText(project.snapshot.idleDocuments);
  return [
    ...skippedNotices(project, agent),
    ...(idle === undefined ? [] : [idle]),
    ...(problems ? [problems.text] : []),
  ];
}

/** How many errors hook files have. The messages are left out: they quote files that may be untrusted. */
function problemNotice({ problems }: Project): { readonly problems?: ProblemNotice } {
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return {};
  const count = errors.length === 1 ? '1 error' : `${errors.length} errors`;
  const key = sha256(JSON.stringify(errors.map(({ source, message }) => [source, message]))).slice(0, 16);
  return { problems: { key, text: `${count} in hook files: see "anyhook hooks validate"` } };
}

/** Notes of features in an untrusted project, such as abilities that came with a clone. */
const untrustedNotices = (project: Project, world: World): readonly string[] =>
  features.flatMap(({ untrusted }) =>
    untrusted ? untrustedNotice(untrusted.count(project, world), untrusted.one, untrusted.many) : [],
  );

function untrustedNotice(total: number, one: string, many: string): readonly string[] {
  if (total === 0) return [];
  const what = total === 1 ? `1 ${one} is not trusted and does` : `${total} ${many} are not trusted and do`;
  return [`${what} not run: see "anyhook trust"`];
}
