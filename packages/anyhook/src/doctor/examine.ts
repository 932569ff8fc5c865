import {
  type Environment,
  exists,
  type FixedVariables,
  findOnPath,
  homeIn,
  isFolder,
  now,
  pathVariable,
  thisSystem,
  userPaths,
  version,
  withoutPackagePath,
} from '@anyhook/core';
import { keptProjects, readTurns, storeFolder, undoRoot } from '@anyhook/undo';
import { agents, findAgent, loadInstalls, loadMods } from '../agents/index.js';
import { movedFolders } from '../agents/moved-folders.js';
import { agentRunsHook } from '../agents/own-hooks.js';
import { openProject, type World } from '../answer/engine.js';
import { recordedEvents } from '../answer/live-decisions.js';
import { unconfirmedMods } from '../answer/mods.js';
import { engineParts } from '../answer/project-engine.js';
import { alertUnhookedSessions } from '../answer/unhooked-sessions.js';
import { countApproved } from '../approvals/approval-record.js';
import { createApprovalStore } from '../approvals/approval-store.js';
import { permissionsLookup } from '../engine/permissions.js';
import { features } from '../features.js';
import { formats } from '../formats/index.js';
import { informingBuiltins } from '../handlers/builtins/index.js';
import type { Project } from '../hooks/load.js';
import { fixedByInit, fixedInLauncher } from '../install/fixed-by-init.js';
import { installsOf, installWorld } from '../install/install-world.js';
import { type InstallManifest, readManifest } from '../install/manifest.js';
import { planCopy } from '../install/program-copy.js';
import { unavailableAnswers } from '../install/unavailable-answer.js';
import { controlEngine } from '../resident/control-engine.js';
import { unreachableReason } from '../resident/engine-client.js';
import { engineFiles } from '../resident/instance.js';
import { alertShownMs, openAlertStore } from '../sessions/alert-store.js';
import { offReason } from '../switches/off-switch.js';
import { readEntryRecords } from '../trust/entry-record.js';
import { type ConnectedAgent, type ExaminationContext, examineAgent, findExaminedAgent } from './agent.js';
import type { RegisteredEvent } from './entries.js';
import { shellChecks } from './entry-start.js';
import { type DoctorCheck, type DoctorSection, type FeatureDoctor, type Finding, makeFinding } from './finding.js';
import { fixedCheck, type LauncherFile, launcherFindings } from './launcher.js';
import type { CanaryContext } from './liveness.js';
import { machineChecks } from './machine.js';
import { expectedHooks, projectChecks } from './project.js';
import { proveAgents } from './proof.js';
import { proofFolders } from './proof-folders.js';

export const defaultCheckTimeoutMs = 10_000;

interface ExamineOptions {
  /** Only these agents, found or not. Default: all connected agents. */
  readonly agents?: readonly string[] | undefined;
  /** Timeout of a canary or a program. */
  readonly timeoutMs?: number;
}

/** Proves that hooks work in every connected agent, or finds out why they do not. Runs no hook. */
export async function examineHooks(
  callerWorld: World,
  options: ExamineOptions = {},
): Promise<readonly DoctorSection[]> {
  const { agents: names, timeoutMs = defaultCheckTimeoutMs } = options;
  const env = withoutPackagePath(callerWorld.env);
  // Agents do not obey the off switch of the environment, so nothing here does.
  const { ANYHOOK: _ignored, ...agentEnv } = env;
  const world = { ...callerWorld, env: agentEnv };
  const machine = installWorld(world);
  const [project, userOnly] = await Promise.all([openProject(world), openProject({ ...world, cwd: '/' })]);
  const context: ExaminationContext = {
    place: machine.place,
    levels: project.snapshot.levels,
    launcher: machine.launcher,
    fixed: fixedInLauncher(machine.launcher) ?? fixedByInit(world),
    failClosed: { user: userOnly.config.failClosed, project: project.config.failClosed },
    manifest: readManifestOrEmpty(machine.state),
    entries: readEntryRecords(machine.state),
    hooks: expectedHooks(project),
    recorded: recordedEvents(project.config.telemetry),
    permissionsOf: permissionsLookup(formats),
    passiveBuiltins: await informingBuiltins(),
    unconfirmedMods: async (agent) => {
      const search = { world, levels: project.snapshot.levels, config: project.config };
      return (await loadMods(agent.name)) && unconfirmedMods(agent, search);
    },
    timeoutMs,
  };
  const isRequested = names !== undefined;
  const installs = await loadInstalls();
  const examined = await Promise.all(
    installsOf(installs, names).map((install) =>
      findExaminedAgent(findAgent(install.agent), install, context, { isRequested }),
    ),
  );
  const agents = examined.filter((agent) => agent !== undefined);
  const launcher = await launcherChecks(agents, context, () => ({
    answers: unavailableAnswers(installs, findAgent),
    copy: planCopy(machine.launcher, userOnly.config).folder,
  }));
  const connected = agents.map(({ agent }) => agent);
  const user = userPaths(env, world.home);
  const ofFeatures = (await featureDoctors()).flatMap((doctor) => doctor.checks(user, now()));
  const checks = [
    ...machineChecks(user, env, now(), thisSystem, ofFeatures),
    ...(await shellChecks({ cwd: machine.place.root, env })),
    await engineCheck(user.state, context.fixed),
    ...(await alertChecks(world, user.state)),
    ...(await approvalChecks(user.state)),
    ...(await undoChecks(world.cwd, { ...env, HOME: homeIn(env) ?? world.home })),
    ...launcher,
    ...agentFolderChecks(project, env, world.home),
    ...(await projectChecks(project, env, connected)),
  ];
  const sections: DoctorSection[] = [{ title: project.root, checks }];
  for (const agent of agents) sections.push(await examineAgent(agent, context));
  const proof = await proveAgents(agents, {
    examination: context,
    folders: proofFolders(context.place.root, user, env['TMPDIR'] || '/tmp'),
    limitMs: timeoutMs * maxUnansweredCanaries,
    open: async (cwd) => {
      const folderWorld = { ...world, cwd };
      const opened = cwd === project.root ? project : await openProject(folderWorld);
      return { project: opened, canaryContext: canaryContextFor(opened, folderWorld, context, launcher) };
    },
  });
  return proof ? [...sections, proof] : sections;
}

/** The whole proof may take as long as this many unanswered canaries. */
const maxUnansweredCanaries = 6;

/** All agents share the launcher; project entries can work without it. */
async function launcherChecks(
  agents: readonly ConnectedAgent[],
  { launcher: file, place: { env, root }, failClosed }: ExaminationContext,
  expected: () => Pick<LauncherFile, 'answers' | 'copy'>,
): Promise<readonly DoctorCheck[]> {
  const used = agents
    .flatMap((agent) => agent.used)
    .filter(({ registeredEvents }) => registeredEvents.some(isFromInit));
  const isNeeded = used.some(({ scope }) => scope === 'user') || (used.length > 0 && exists(file));
  if (!isNeeded) return [];
  const findings = await launcherFindings({ file, cwd: root, env, failClosed: failClosed.user, ...expected() });
  const fixed = fixedInLauncher(file);
  return [
    { title: 'the launcher finds anyhook and Node.js', findings },
    ...(fixed ? [fixedCheck(fixed, { file, env })] : []),
  ];
}

/** Entries written by hand may call anything. */
const isFromInit = ({ state }: RegisteredEvent): boolean => state !== 'by-hand';

function canaryContextFor(
  project: Project,
  world: World,
  context: ExaminationContext,
  launcher: readonly DoctorCheck[],
): CanaryContext {
  const { env } = world;
  // An unfixed launcher works.
  const isDead = launcher.some(({ findings }) =>
    findings.some(({ severity, cause }) => severity === 'dead' && cause !== 'launcher-unfixed'),
  );
  const withoutLauncher = launcher.length === 0;
  // Without launcher or PATH, a project entry starts the anyhook installed in the project.
  const isForeign = withoutLauncher && !findOnPath('anyhook', pathVariable(env)) && !project.trusted;
  return {
    folder: world.cwd,
    root: project.root,
    env,
    launcher: context.launcher,
    skipReason: (scope) => {
      if (offReason(world, now()) !== undefined) return 'hooks are switched off';
      if (isDead) return 'the launcher is broken';
      return scope === 'project' && isForeign ? 'the project is not trusted' : undefined;
    },
    withoutLauncher,
    hasNodeMoved: launcher.some(({ findings }) => findings.some(({ cause }) => cause === 'node-moved')),
    countHooks: (agent) =>
      engineParts(project, world, { agent }).hooks.filter((hook) => !agentRunsHook(agent, hook)).length,
    timeoutMs: context.timeoutMs,
    version,
  };
}

export async function featureDoctors(): Promise<readonly FeatureDoctor[]> {
  const found = await Promise.all(
    features.map(async ({ atTerminal }) => (await (await atTerminal?.())?.atTerminal.doctor?.())?.doctor ?? []),
  );
  return found.flat();
}

/** The content of the record; empty if it is unreadable, which is a separate finding. */
function readManifestOrEmpty(state: string): InstallManifest {
  try {
    return readManifest(state);
  } catch {
    return { version: 1, files: [], folders: [] };
  }
}

/** Reports the calls of the last week that bypassed the guard. */
async function alertChecks(world: World, state: string): Promise<readonly DoctorCheck[]> {
  // Sessions without any hook are detected only here and when the next session starts. Other checks report unreadable
  // or unwritable files.
  for (const agent of agents) await alertUnhookedSessions(agent, world, state).catch(() => {});
  const alerts = openAlertStore(state).list(now() - alertShownMs);
  const newest = alerts.at(-1);
  const title = 'no call is known to have bypassed the guard in the last week';
  if (!newest) return [{ title, findings: [] }];
  const others = alerts.length > 1 ? ` (and ${alerts.length - 1} more in the last week)` : '';
  const when = new Date(newest.at).toLocaleString('sv');
  return [{ title, findings: [makeFinding('call-unguarded', `${when}: ${newest.text}${others}`)] }];
}

const dayMs = 86_400_000;

/** How much undo keeps, and whether it could keep the last turns of this project; none if it was never on. */
async function undoChecks(cwd: string, env: Environment): Promise<readonly DoctorCheck[]> {
  const projects = await keptProjects(env);
  if (projects.length === 0) return [];
  const bytes = projects.reduce((sum, project) => sum + project.bytes, 0);
  const size = `${Math.max(1, Math.round(bytes / 1e6))} MB of ${projects.length === 1 ? '1 project' : `${projects.length} projects`}`;
  const turns = readTurns(storeFolder(undoRoot(cwd, env), env));
  const missed = turns.flatMap((turn) => turn.missed).filter(({ at }) => at > now() - dayMs);
  const last = missed.at(-1);
  const findings = last
    ? [makeFinding('undo-missed', `${missed.length} times in a day; the last time: ${last.why}`)]
    : [];
  return [{ title: `undo and snapshots keep ${size}`, findings }];
}

const title = 'what hooks stop is seldom approved';
const days = 7;
/** With fewer stopped calls there is no conclusion. */
const minStopped = 20;
/** A higher share of approvals means that hooks ask about intended calls. */
const maxShare = 0.05;

/** Finds hooks that ask too much: people then approve without reading. No check if no call was approved. */
async function approvalChecks(state: string): Promise<readonly DoctorCheck[]> {
  const since = now() - days * 86_400_000;
  const approved = countApproved(createApprovalStore(state, { now, minutes: 1 }).all(), { since });
  if (approved === 0) return [];
  return [{ title, findings: approvalFindings(await stoppedSince(state, since), approved) }];
}

export function approvalFindings(stopped: number, approved: number): readonly Finding[] {
  if (stopped < minStopped || approved / stopped <= maxShare) return [];
  const share = Math.round((100 * approved) / stopped);
  return [
    makeFinding('often-approved', `${approved} of ${stopped} stopped calls were approved in ${days} days (${share} %)`),
  ];
}

/** Calls that were denied or asked about; none if the journal cannot be read, which another check reports. */
async function stoppedSince(state: string, since: number): Promise<number> {
  const { openJournal } = await import('../journal/open-journal.js');
  try {
    const { journal } = await openJournal({ state, notify: () => {} });
    try {
      const { deny, ask } = journal.stats({ since }).events.decisions;
      return deny + ask;
    } finally {
      journal.close();
    }
  } catch {
    return 0;
  }
}

type Env = Readonly<Record<string, string | undefined>>;

/** Which folders of agents apply, if a variable of this shell or the config names unusual ones. */
function agentFolderChecks({ config }: Project, env: Env, fallbackHome: string): readonly DoctorCheck[] {
  const { agentFolders = {}, share } = config;
  const moved = movedFolders(env, userPaths(env, fallbackHome).home).filter(({ folder }) => isFolder(folder));
  const ofVariables = moved.map(({ agent, variable, folder, format }): DoctorCheck => {
    const isRead = format === undefined || share === false || agentFolders[format]?.includes(folder) === true;
    const title = `the folder of ${agent.title} is ${folder} (${variable})`;
    const what = `${agent.title} has its folder in ${folder} (${variable}), and hooks there run on no other agent`;
    return { title, findings: isRead ? [] : [makeFinding('folder-not-read', what, { host: agent.name })] };
  });
  const isShown = (folder: string) => moved.some((one) => one.folder === folder);
  const ofConfig = Object.keys(formats).flatMap((format) =>
    (agentFolders[format] ?? [])
      .filter((folder) => !isShown(folder))
      .map((folder) => ({
        title: `hooks of the format ${format} are also read in ${folder} (agentFolders)`,
        findings: [],
      })),
  );
  return [...ofVariables, ...ofConfig];
}

const timeoutMs = 2_000;

/** Checks that events from here reach the resident engine, if one runs. Without it hooks still run. */
async function engineCheck(state: string, fixed: FixedVariables): Promise<DoctorCheck> {
  if (fixed['ANYHOOK_ENGINE'] === 'off')
    return {
      title: 'each event starts its own process: "anyhook init" was run with ANYHOOK_ENGINE=off',
      findings: [],
    };
  const report = await controlEngine(state, 'status', timeoutMs);
  if (!report) {
    const isDown = exists(`${state}/${engineFiles.staysDown}`);
    return {
      title: isDown
        ? 'each event starts its own process: the engine was stopped with "anyhook engine stop --stay"'
        : 'no resident engine runs; the next event starts it',
      findings: [],
    };
  }
  const why = unreachableReason(state, report.pid);
  const what = `each event starts its own process: the resident engine (process ${report.pid}) runs, but ${why}`;
  return {
    title: 'events reach the resident engine',
    findings: why === undefined ? [] : [makeFinding('engine-out-of-reach', what)],
  };
}
