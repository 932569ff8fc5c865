import {
  exists,
  findOnPath,
  homeIn,
  now,
  pathVariable,
  thisSystem,
  userPaths,
  version,
  withoutPackagePath,
} from '@anyhook/core';
import { findAgent, loadInstalls, loadMods } from '../agents/index.js';
import { agentRunsHook } from '../agents/own-hooks.js';
import { openProject, type World } from '../answer/engine.js';
import { unconfirmedMods } from '../answer/mods.js';
import { engineParts } from '../answer/project-engine.js';
import { recordedEvents } from '../answer/recorded-events.js';
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
import { offReason } from '../switches/off-switch.js';
import { readEntryRecords } from '../trust/entry-record.js';
import { type ConnectedAgent, type ExaminationContext, examineAgent, findExaminedAgent } from './agent.js';
import { agentFolderChecks } from './agent-folders.js';
import { alertChecks } from './alert-check.js';
import { approvalChecks } from './approval-check.js';
import { engineCheck } from './engine.js';
import type { RegisteredEvent } from './entries.js';
import { shellChecks } from './entry-start.js';
import type { DoctorCheck, DoctorSection, FeatureDoctor } from './finding.js';
import { fixedCheck, type LauncherFile, launcherFindings } from './launcher.js';
import type { CanaryContext } from './liveness.js';
import { machineChecks } from './machine.js';
import { expectedHooks, projectChecks } from './project.js';
import { proveAgents } from './proof.js';
import { proofFolders } from './proof-folders.js';
import { undoChecks } from './undo-check.js';

/** Default timeout of a canary or a program. */
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

/** What features add to doctor. */
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
