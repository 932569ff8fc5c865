import {
  AnyhookError,
  type EventName,
  type Hook,
  maxSettingsBytes,
  nearestWord,
  nodeProgram,
  now,
  readText,
  userPaths,
  withLock,
} from '@anyhook/core';
import type { Agent } from '../agents/agent.js';
import { knownAgents } from '../agents/index.js';
import {
  type AgentInstall,
  type InstallPlace,
  type InstallScope,
  isWrittenByInit,
  scopesOf,
  targetsOf,
} from '../agents/kit/install.js';
import { foldersByFormat, type MovedFolder, movedFolders } from '../agents/moved-folders.js';
import type { AgentTable } from '../agents/table.js';
import { openProject, type World } from '../answer/engine.js';
import { recordedEvents } from '../answer/live-decisions.js';
import { sharedHooks } from '../answer/project-engine.js';
import { derivations } from '../engine/derive.js';
import type { Project } from '../hooks/load.js';
import type { Config } from '../hooks/merged-config.js';
import { hooksOfEntry, isSwitchedOn, type RecommendedHook } from '../hooks/recommended-hooks.js';
import { projectConfigFile } from '../hooks/snapshot.js';
import { rememberEntries } from '../trust/entry-record.js';
import { type WaitingFile, waitingFiles } from '../trust/opt-in-formats.js';
import { applyChanges, replaceCopy, tidyCopies } from './apply-changes.js';
import { addsTelemetry, type ConfigPlan, flowHooks, planConfig, planConfigFile } from './config-plan.js';
import { detectAgent, type FoundAgent } from './detect-agent.js';
import { type EntryNeeds, entryNeeds } from './entry-needs.js';
import { type EntryPlan, type FileChange, isRealChange, planAgentEntries, planLauncher } from './entry-plan.js';
import { fixedByInit } from './fixed-by-init.js';
import { type ClientKind, chooseClient, type HookClient } from './hook-client.js';
import { type InstallWorld, installsOf, installWorld } from './install-world.js';
import type { AnyhookProgram } from './launcher.js';
import { toolsOf } from './launcher.js';
import { installLock } from './manifest.js';
import { type ProgramCopy, planCopy } from './program-copy.js';
import { unavailableAnswers } from './unavailable-answer.js';
import type { UnavailableAnswer } from './unavailable-script.js';
import { type FoundUnguardedLine, findUnguardedLines } from './unguarded-line.js';

export interface InitOptions {
  readonly agent?: readonly string[];
  readonly scope: InstallScope;
  readonly event?: readonly string[];
  readonly client?: ClientKind;
  /** Also write the policies of Flow Agents and telemetry into the config. */
  readonly flow?: true;
  /** Hooks of the recommended set to switch on as well. */
  readonly chosen?: ChosenSet;
  /** How project hooks become trusted in the agents of this machine; for CI. */
  readonly trust?: 'lock' | 'project';
  /** False: do not write agent folders named by variables into the config. */
  readonly addsFolders?: boolean;
}

/** One agent: where it was found, which entries it needs, and what is written for it. */
export interface AgentPlan {
  readonly install: AgentInstall;
  readonly agent: Agent;
  readonly found: FoundAgent;
  readonly needs: EntryNeeds;
  readonly entries: EntryPlan;
  /** This scope has entries for it. */
  readonly isConnected: boolean;
  /** The other scope also has entries for it. */
  readonly twice: boolean;
  /** Why entries would not guard it; none are written then. */
  readonly unguarded?: string;
}

/** Everything that `init` would do. */
export interface InitPlan {
  readonly scope: InstallScope;
  /** The repository, or the working folder outside of a repository. */
  readonly root: string;
  readonly agents: readonly AgentPlan[];
  readonly changes: readonly FileChange[];
  /** Why no agent can be connected: the launcher, or the config with the hooks. Those of one agent are in its plan. */
  readonly generalProblems: readonly string[];
  /** Hooks that will not run because their current version is not trusted. */
  readonly untrusted: number;
  /** The program that entries call. */
  readonly client: HookClient;
  /** The copy of this program that is started if no engine runs; missing if no entry is written. */
  readonly copy?: ProgramCopy;
  readonly flow?: ConfigPlan;
  /** What the chosen hooks write. */
  readonly chosen?: ConfigPlan;
  /** Files that earlier versions did not read, and whose hooks run after the user agrees. */
  readonly waiting: readonly WaitingFile[];
}

export const problemsOf = ({ agents, generalProblems }: InitPlan): readonly string[] => [
  ...agents.flatMap(({ entries: { title, problem } }) => (problem === undefined ? [] : [`${title}: ${problem}`])),
  ...generalProblems,
];

export const configPlanOf = ({ flow, chosen }: InitPlan): ConfigPlan | undefined => flow ?? chosen;

/** Would `init` write anything? */
export const writesAnything = ({ changes, copy, waiting }: InitPlan): boolean =>
  changes.length > 0 || (copy !== undefined && !copy.isWhole) || waiting.length > 0;

/** Plans an init, from what was loaded once. `plan` runs twice: before and after the user's answer. */
export interface InitPlanner {
  plan(machine: InstallWorld, options: InitOptions): InitPlan;
  /** The hooks that are switched on, trusted or not. */
  readonly hooks: readonly Hook[];
  readonly config: Config;
  /** Agent folders named by variables that are missing in the config. */
  readonly newFolders: readonly MovedFolder[];
}

/** Loads what a plan depends on. */
export async function createInitPlanner(
  world: World,
  { scope, client: kind, flow: isFlow, trust, addsFolders = true }: Omit<InitOptions, 'agent' | 'event' | 'chosen'>,
  table: AgentTable = knownAgents,
): Promise<InitPlanner> {
  const installs = await table.loadInstalls();
  const { place: here } = installWorld(world);
  const isHere = (name: string) =>
    installs.some((install) => install.agent === name && detectAgent(install, here).machine.length > 0);
  const named = movedFolders(world.env, here.home, table.agents).filter(({ agent }) => isHere(agent.name));
  const moved = addsFolders ? named : [];
  const agentFolders = foldersByFormat(moved);
  const waiting = waitingFiles((await openProject(world, undefined, { agentFolders })).hooks);
  const project = await openProject(world, undefined, { withWaiting: true, agentFolders });
  // A project may make its own entries stricter, but not those of the user.
  const scopeProject = scope === 'project' ? project : await openProject({ ...world, cwd: '/' });
  const enabledHooks = project.hooks.flatMap(({ hook, state }) =>
    state.kind === 'disabled' ? [] : [state.kind === 'changed' ? state.was : hook],
  );
  const { launcher } = installWorld(world);
  const { config } = await openProject({ ...world, cwd: '/' });
  const copy = planCopy(launcher, config);
  const program = { node: nodeProgram(), file: copy.program, ...toolsOf(world) };
  const answers = unavailableAnswers(installs, table.find);
  const fixed = fixedByInit(world, trust);
  const client = await chooseClient({
    launcher,
    program,
    failClosed: config.failClosed,
    answers,
    fixed,
    env: world.env,
    cwd: world.cwd,
    ...(kind && { kind }),
  });
  const untrusted = untrustedCount(project);
  const unguarded = await findUnguardedLines(installs, here);
  const plan = (machine: InstallWorld, options: InitOptions): InitPlan => {
    const place = { ...machine.place, scope };
    const flow = isFlow ? planConfig(place, project) : undefined;
    const isUnshared = options.chosen?.isUnshared === true || project.config.share === false;
    // Once the config names the folders of these variables, their hooks also run on other agents.
    const isMoved = scope === 'user' && !isUnshared && moved.length > 0;
    const chosen =
      options.chosen || (isMoved && !isFlow)
        ? planChosen(place, options.chosen ?? { hooks: [], isUnshared: false }, isMoved ? agentFolders : {})
        : undefined;
    const hooks = [
      ...sharedHooks(enabledHooks, isUnshared ? { share: false } : {}),
      ...(isFlow ? flowHooks() : []),
      ...(options.chosen?.hooks ?? [])
        .filter((row) => !isSwitchedOn(row, enabledHooks))
        .flatMap(({ entry }) => hooksOfEntry(entry)),
    ];
    const configPlan = flow ?? chosen;
    const recorded = recordedEvents(flow && addsTelemetry(flow) ? 'on' : project.config.telemetry);
    const launcherParts = { client, program, answers, copy };
    const parts: PlanParts = {
      failClosed: scopeProject.config.failClosed,
      ...launcherParts,
      installs,
      find: table.find,
      unguarded,
      recorded,
      ...(configPlan && { configPlan }),
    };
    const planned = planFor(hooks, parts, machine, options);
    return {
      ...planned,
      untrusted,
      // Without a connected agent, nothing would run.
      waiting: planned.agents.length > 0 ? waiting : [],
      client,
      ...(flow && { flow }),
      ...(chosen && { chosen }),
    };
  };
  const isNew = ({ format, folder }: MovedFolder) =>
    scope === 'user' && format !== undefined && !config.agentFolders?.[format]?.includes(folder);
  const newFolders = config.share === false ? [] : named.filter(isNew);
  return { plan, hooks: enabledHooks, config: project.config, newFolders };
}

/** Hooks that do not run because their current version is not trusted. */
const untrustedCount = ({ hooks }: Pick<Project, 'hooks'>): number =>
  hooks.filter(({ state }) => state.kind === 'untrusted' || state.kind === 'changed').length;

/** Counts them again, after a write. */
export const countUntrustedHooks = async (world: World): Promise<number> => untrustedCount(await openProject(world));

/** What a plan depends on, besides the hooks. */
interface PlanParts {
  /** Block the agent if anyhook fails. */
  readonly failClosed: boolean;
  readonly client: HookClient;
  readonly program: AnyhookProgram;
  readonly answers: readonly UnavailableAnswer[];
  readonly copy: ProgramCopy;
  readonly installs: readonly AgentInstall[];
  readonly find: AgentTable['find'];
  /** Version lines of agents that no entry guards. */
  readonly unguarded: ReadonlyMap<string, FoundUnguardedLine>;
  readonly recorded: readonly EventName[];
  readonly configPlan?: ConfigPlan;
}

type UnplannedAgent = Omit<AgentPlan, 'entries'>;

function planFor(
  hooks: readonly Hook[],
  { failClosed, client, program, answers, copy, installs, find, unguarded, recorded, configPlan }: PlanParts,
  { place: basePlace, launcher }: InstallWorld,
  options: InitOptions,
): Pick<InitPlan, 'scope' | 'root' | 'agents' | 'changes' | 'generalProblems' | 'copy'> {
  const { scope } = options;
  const place = { ...basePlace, scope };
  const entriesOf = ({ agent, install, needs, unguarded: problem }: UnplannedAgent): EntryPlan =>
    problem === undefined
      ? planAgentEntries(agent, install, needs.wanted, { place, launcher, failClosed, fixed: client.fixed })
      : { agent: agent.name, title: agent.title, events: [], byHand: [], steps: [], changes: [], problem };
  const agents = installsOf(installs, options.agent)
    .flatMap((install): readonly UnplannedAgent[] => {
      const agent = find(install.agent);
      const requested = requestedEvents(options.event ?? [], agent, install, options.agent !== undefined);
      const plan = {
        install,
        agent,
        found: detectAgent(install, basePlace),
        needs: entryNeeds(hooks, agent, install, { derivations, recorded, requested }),
        isConnected: hasEntries(install, place),
        twice: hasEntries(install, { ...basePlace, scope: scope === 'user' ? 'project' : 'user' }),
      };
      const line = unguarded.get(install.agent);
      if (!line) return [plan];
      const unguardedPlan = {
        ...plan,
        agent: { ...agent, title: line.title },
        found: { machine: line.found, project: [] },
        isConnected: false,
        unguarded: `not guarded: ${line.why} (found: ${line.found.join(', ')}); ${line.advice}`,
      };
      return line.isAlone ? [unguardedPlan] : [plan, unguardedPlan];
    })
    .filter(
      ({ found, install }) =>
        options.agent ||
        (scopesOf(install).includes(scope) &&
          (found.machine.length > 0 || (scope === 'project' && found.project.length > 0))),
    )
    .map((planned) => ({ ...planned, entries: entriesOf(planned) }));
  const launcherPlan = planLauncher(launcher, program, client, answers);
  const isLauncherNeeded = agents.some(({ entries }) => !entries.problem && entries.events.length > 0);
  const launcherChanges = typeof launcherPlan !== 'string' && isLauncherNeeded ? launcherPlan.filter(isRealChange) : [];
  const configProblems = configPlan?.problems ?? [];
  // Without an agent nothing would read the config.
  const configChanges = isLauncherNeeded ? (configPlan?.changes ?? []) : [];
  const planned = { scope, root: place.root, agents };
  if (typeof launcherPlan === 'string')
    return { ...planned, changes: [], generalProblems: [...configProblems, launcherPlan] };
  return {
    ...planned,
    changes: mergeChanges([...launcherChanges, ...configChanges, ...agents.flatMap(({ entries }) => entries.changes)]),
    generalProblems: configProblems,
    ...(isLauncherNeeded && { copy }),
  };
}

/** Does this scope contain entries of anyhook? */
function hasEntries(install: AgentInstall, place: InstallPlace): boolean {
  if (!scopesOf(install).includes(place.scope)) return false;
  const files = targetsOf(install, place).flatMap((target) =>
    target.kind === 'files' ? install.defaultEvents.map(target.file) : [target.file],
  );
  return files.some((file) => isWrittenByInit(readText(file, maxSettingsBytes)));
}

/** The agents that have entries of anyhook in this scope. */
export const connectedAgents = async (
  { place }: InstallWorld,
  scope: InstallScope,
  table: AgentTable = knownAgents,
): Promise<readonly Agent[]> =>
  (await table.loadInstalls())
    .filter((install) => hasEntries(install, { ...place, scope }))
    .map(({ agent }) => table.find(agent));

/** Native events requested by name; skips names that only other agents know. */
function requestedEvents(
  names: readonly string[],
  agent: Agent,
  install: AgentInstall,
  isAgentNamed: boolean,
): readonly string[] {
  return names.flatMap((name) => {
    if (name === 'all') return install.defaultEvents;
    if (Object.hasOwn(agent.events, name)) return [name];
    if (!isAgentNamed) return [];
    const known = Object.keys(agent.events);
    const near = nearestWord(name, known);
    const hint = near ? `did you mean "${near}"?` : `known: ${known.join(', ')}`;
    throw new AnyhookError('UNKNOWN_EVENT', `--event: ${agent.title} has no event "${name}"; ${hint}`);
  });
}

/** Agents never share a file, but one agent may plan a file twice. */
const mergeChanges = (changes: readonly FileChange[]): readonly FileChange[] => [
  ...new Map(changes.map((change) => [change.path, change])).values(),
];

/** Applies a plan, but only if it is still the one that the user saw. */
export async function writeEntries(
  { state, launcher }: InstallWorld,
  { plan, replan, wasShown }: { readonly plan: InitPlan; readonly replan: () => InitPlan; readonly wasShown: boolean },
): Promise<void> {
  await withLock(installLock(state), async () => {
    const latest = replan();
    if (wasShown && !samePlan(plan, latest))
      throw new AnyhookError('BAD_STATE', 'a file changed while you were reading; nothing was written; run init again');
    if (latest.copy) await replaceCopy(latest.copy, { state, launcher }, () => applyChanges(state, latest.changes));
    else applyChanges(state, latest.changes);
    rememberPlan(state, latest);
  });
}

/** Records which events have entries, for sessions that begin from now on. */
function rememberPlan(state: string, { agents, scope, root }: InitPlan): void {
  const records = agents.flatMap(({ entries: { agent, events, problem } }) =>
    problem === undefined
      ? [{ host: agent, ...(scope === 'project' && { root }), events: events.map(({ event }) => event) }]
      : [],
  );
  rememberEntries(state, records, now());
}

/** What `init` does if there is nothing to write. */
export async function tidyEntries(machine: InstallWorld, plan: InitPlan): Promise<void> {
  const { copy } = plan;
  if (!copy) return;
  await withLock(installLock(machine.state), async () => {
    await tidyCopies(copy, machine);
    rememberPlan(machine.state, plan);
  });
}

const samePlan = (a: InitPlan, b: InitPlan): boolean =>
  a.changes.length === b.changes.length &&
  a.changes.every((change, i) => {
    const other = b.changes[i];
    return (
      other?.path === change.path &&
      !isRealChange({ ...change, before: other.before, after: change.before }) &&
      !isRealChange({ ...change, before: other.after })
    );
  });

/** The user's choices at the first run. */
interface ChosenSet {
  readonly hooks: readonly RecommendedHook[];
  /** Leave hooks in an agent's own settings to that agent. */
  readonly isUnshared: boolean;
}

type FoldersByFormat = Readonly<Record<string, readonly string[]>>;

/** Plans the config files that switch the chosen hooks on. Only reads. */
function planChosen(
  place: InstallPlace,
  { hooks, isUnshared }: ChosenSet,
  agentFolders: FoldersByFormat = {},
): ConfigPlan {
  const { userConfig } = userPaths(place.env, place.home);
  const entries = hooks.map(({ entry }) => entry);
  const nothing = { policies: [], telemetry: false };
  const edits =
    place.scope === 'user'
      ? [planConfigFile(userConfig, { ...nothing, entries, isUnshared, agentFolders }, place)]
      : [
          planConfigFile(projectConfigFile(place.root), { ...nothing, entries }, place),
          // A project cannot decide where the hooks of its users run.
          ...(isUnshared ? [planConfigFile(userConfig, { ...nothing, isUnshared }, place, 'user')] : []),
        ];
  return {
    changes: edits.flatMap((one) => ('problem' in one ? [] : one.changes)),
    problems: edits.flatMap((one) => ('problem' in one ? [one.problem] : [])),
    files: edits.flatMap((one) => ('problem' in one ? [] : [one.file])),
    notes: [],
  };
}
