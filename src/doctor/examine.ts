import { findAgent, loadInstalls } from '../agents/index.js';
import { version } from '../core/version.js';
import { permissionsLookup } from '../engine/permissions.js';
import { formats } from '../formats/index.js';
import { tellingBuiltins } from '../handlers/builtins/index.js';
import { isRunByAgent } from '../install/entry-needs.js';
import { installsOf, installWorld } from '../install/install-world.js';
import { type InstallManifest, readManifest } from '../install/manifest.js';
import { missingAnswers } from '../install/missing-answer.js';
import { planCopy } from '../install/program-copy.js';
import { now } from '../platform/clock.js';
import { exists } from '../platform/files/files.js';
import { findOnPath, withoutPackagePath } from '../platform/process/find-program.js';
import type { Project } from '../project/load.js';
import { openProject, type World } from '../service/engine.js';
import { engineParts } from '../service/engine-parts.js';
import { recordedEvents } from '../service/recorded-events.js';
import { offReason } from '../state/off-switch.js';
import { userPaths } from '../state/user-paths.js';
import { type ConnectedAgent, type ExaminationContext, examineAgent, findExaminedAgent } from './agent.js';
import { engineCheck } from './engine.js';
import type { RegisteredEvent } from './entries.js';
import type { DoctorCheck, DoctorSection } from './finding.js';
import { type LauncherFile, launcherFindings } from './launcher.js';
import type { CanaryContext } from './liveness.js';
import { machineChecks } from './machine.js';
import { expectedHooks, projectChecks } from './project.js';
import { proveAgents } from './proof.js';
import { proofFolders } from './proof-folders.js';

/** Default timeout of a canary or a program. */
export const usualPatienceMs = 10_000;

export interface ExamineOptions {
  /** Only these agents, found or not. Default: all connected agents. */
  readonly hosts?: readonly string[] | undefined;
  /** Timeout of a canary or a program. */
  readonly patienceMs?: number;
}

/** Proves that hooks work in every connected agent, or finds out why they do not. Runs no hook. */
export async function examineHooks(given: World, options: ExamineOptions = {}): Promise<readonly DoctorSection[]> {
  const { hosts: names, patienceMs = usualPatienceMs } = options;
  const env = withoutPackagePath(given.env);
  const world = { ...given, env };
  const here = installWorld(world);
  const [project, alone] = await Promise.all([openProject(world), openProject({ ...world, cwd: '/' })]);
  const about: ExaminationContext = {
    place: here.place,
    launcher: here.launcher,
    failClosed: { user: alone.config.failClosed, project: project.config.failClosed },
    manifest: manifestIn(here.state),
    hooks: expectedHooks(project),
    recorded: recordedEvents(project.config.telemetry),
    rowOf: permissionsLookup(formats),
    tellers: await tellingBuiltins(),
    patienceMs,
  };
  const named = names !== undefined;
  const installs = await loadInstalls();
  const agents = installsOf(installs, names)
    .map((install) => findExaminedAgent(findAgent(install.host), install, about, { named }))
    .filter((agent) => agent !== undefined);
  const launcher = await launcherChecks(agents, about, () => ({
    answers: missingAnswers(installs, findAgent),
    copy: planCopy(here.launcher, alone.config).folder,
  }));
  const connected = agents.map(({ host }) => host);
  const checks = [
    ...machineChecks(userPaths(env, world.home), env, now()),
    await engineCheck(userPaths(env, world.home).state, env),
    ...launcher,
    ...(await projectChecks(project, env, connected)),
  ];
  const sections: DoctorSection[] = [{ title: project.root, checks }];
  for (const agent of agents) sections.push(await examineAgent(agent, about));
  const proof = await proveAgents(agents, {
    about,
    folders: proofFolders(about.place.root, userPaths(env, world.home), env['TMPDIR'] || '/tmp'),
    limitMs: patienceMs * patiencesOfProof,
    open: async (cwd) => {
      const there = { ...world, cwd };
      const opened = cwd === project.root ? project : await openProject(there);
      return { project: opened, flights: flightsFor(opened, there, about, launcher) };
    },
  });
  return proof ? [...sections, proof] : sections;
}

/** The whole proof may take as long as this many canaries that get no answer. */
const patiencesOfProof = 6;

/** All agents share the launcher; project entries can work without it. */
async function launcherChecks(
  agents: readonly ConnectedAgent[],
  { launcher: file, place: { env }, failClosed }: ExaminationContext,
  expected: () => Pick<LauncherFile, 'answers' | 'copy'>,
): Promise<readonly DoctorCheck[]> {
  const used = agents.flatMap((agent) => agent.used).filter(({ served }) => served.some(isOfInit));
  const isNeeded = used.some(({ scope }) => scope === 'user') || (used.length > 0 && exists(file));
  if (!isNeeded) return [];
  const findings = await launcherFindings({ file, env, failClosed: failClosed.user, ...expected() });
  return [{ title: 'the launcher finds anyhook and Node.js', findings }];
}

/** Entries written by hand may call anything. */
const isOfInit = ({ state }: RegisteredEvent): boolean => state !== 'by-hand';

function flightsFor(
  project: Project,
  world: World,
  about: ExaminationContext,
  launcher: readonly DoctorCheck[],
): CanaryContext {
  const { env } = world;
  const isDead = launcher.some(({ findings }) => findings.some(({ severity }) => severity === 'dead'));
  const withoutLauncher = launcher.length === 0;
  // Without launcher or PATH, a project entry starts the anyhook installed in the project.
  const isForeign = withoutLauncher && !findOnPath('anyhook', env['PATH']) && !project.trusted;
  return {
    folder: world.cwd,
    root: project.root,
    env,
    launcher: about.launcher,
    silence: (scope) => {
      if (offReason(world, now()) !== undefined) return 'hooks are switched off';
      if (isDead) return 'the launcher is broken';
      return scope === 'project' && isForeign ? 'the project is not trusted' : undefined;
    },
    withoutLauncher,
    hasMoved: launcher.some(({ findings }) => findings.some(({ cause }) => cause === 'node-moved')),
    running: (host) => engineParts(project, world, { host }).hooks.filter((hook) => !isRunByAgent(host, hook)).length,
    patienceMs: about.patienceMs,
    version,
  };
}

/** The content of the record; empty if it is unreadable, which is a separate finding. */
function manifestIn(state: string): InstallManifest {
  try {
    return readManifest(state);
  } catch {
    return { version: 1, files: [], folders: [] };
  }
}
