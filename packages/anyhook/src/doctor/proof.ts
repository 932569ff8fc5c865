import { ticks, visibleShellWord } from '@anyhook/core';
import { scopesOf } from '../agents/kit/install.js';
import type { Project } from '../hooks/load.js';
import type { ConnectedAgent, ExaminationContext } from './agent.js';
import { readAgentSettings, readScopeEntries, type ScopeEntries } from './entries.js';
import { type DoctorCheck, type DoctorSection, type Finding, type FolderProof, makeFinding } from './finding.js';
import { bestEntry, type CanaryContext, runCanary } from './liveness.js';
import { expectedHooks, hookIdsText } from './project.js';
import type { ProofFolder } from './proof-folders.js';

interface OpenProofFolder {
  readonly canaryContext: CanaryContext;
  readonly project: Project;
}

interface ProofContext {
  readonly examination: ExaminationContext;
  readonly folders: readonly ProofFolder[];
  open(path: string): Promise<OpenProofFolder>;
  readonly limitMs: number;
}

/**
 * Denies one call of every agent in every folder, through the exact command of its entry and in its own format. Runs no
 * hook: the call is a canary. Undefined if there is no agent.
 */
export async function proveAgents(
  agents: readonly ConnectedAgent[],
  context: ProofContext,
): Promise<DoctorSection | undefined> {
  if (agents.length === 0) return undefined;
  const deadline = ticks() + context.limitMs;
  const opened = new Map<string, Promise<OpenProofFolder>>();
  const open = (path: string) => {
    const found = opened.get(path) ?? context.open(path);
    opened.set(path, found);
    return found;
  };
  const reportedFolders = new Set<string>();
  const checks: DoctorCheck[] = [];
  for (const agent of agents)
    checks.push(...(await proveAgent(agent, { ...context, open }, { deadline, reportedFolders })));
  return { title: 'proof: a call is denied through the exact command of each entry', checks };
}

/** What the proofs of all agents share. */
interface ProofProgress {
  readonly deadline: number;
  /** Folders whose untrusted hooks were reported. */
  readonly reportedFolders: Set<string>;
}

async function proveAgent(
  agent: ConnectedAgent,
  context: ProofContext,
  progress: ProofProgress,
): Promise<readonly DoctorCheck[]> {
  if (agent.used.length === 0) {
    const [project] = context.folders;
    return project ? [untriedCheck(agent, project, unconnectedReason(agent))] : [];
  }
  const checks: DoctorCheck[] = [];
  let history: CanaryHistory = { needsShellPath: false };
  for (const folder of context.folders) {
    if (folder.path === undefined) {
      checks.push(untriedCheck(agent, folder, folder.problem ?? ''));
      continue;
    }
    const { canaryContext, project } = await context.open(folder.path);
    const routes = routesIn(agent, { ...folder, path: folder.path }, context.examination);
    if (routes.length === 0) checks.push(missingEntryCheck(agent, folder, project));
    // In sequence: the reported time must belong to a single canary.
    for (const route of routes) {
      const proven = await proveRoute(agent, { folder, route, canaryContext, project }, history, {
        context,
        ...progress,
      });
      checks.push(proven.check);
      history = proven.history;
    }
  }
  return checks;
}

const unconnectedReason = ({ unguarded }: ConnectedAgent): string =>
  unguarded ? `${unguarded.title} does not read its entries` : 'it is not connected';

/** The results of earlier canaries of an agent. */
interface CanaryHistory {
  readonly needsShellPath: boolean;
  /** A canary of this agent took too long. */
  readonly isSlow?: boolean;
}

/** The entries that the agent uses in a folder. */
function routesIn(
  { agent, install, used }: ConnectedAgent,
  { kind, path }: ProofFolder & { readonly path: string },
  { place, launcher, fixed, failClosed }: ExaminationContext,
): readonly ScopeEntries[] {
  const userEntries = used.filter(({ scope }) => scope === 'user');
  if (kind === 'outside') return userEntries;
  if (kind !== 'worktree') return used;
  if (!scopesOf(install).includes('project')) return userEntries;
  const here = {
    place: { ...place, root: path, scope: 'project' as const },
    launcher,
    fixed,
    failClosed: failClosed.project,
  };
  const projectEntries = readScopeEntries(agent, install, here);
  return projectEntries.registeredEvents.length > 0 ? [...userEntries, projectEntries] : userEntries;
}

/** The agent is connected elsewhere only. */
function missingEntryCheck(agent: ConnectedAgent, folder: ProofFolder, project: Project): DoctorCheck {
  if (folder.kind === 'outside') return untriedCheck(agent, folder, 'it is connected in the project only');
  if (expectedHooks(project).length === 0) return untriedCheck(agent, folder, 'it has no hooks and no entry');
  const placeholders = { host: agent.agent.name, folder: visibleShellWord(folder.path ?? '') };
  const what = 'has hooks but no entry, and the agent is connected in the project only';
  return {
    title: what,
    findings: [makeFinding('worktree-not-connected', what, placeholders)],
    proof: { ...proofBase(agent, folder), outcome: 'failed' },
  };
}

interface ProofAttempt extends OpenProofFolder {
  readonly folder: ProofFolder;
  readonly route: ScopeEntries;
}

interface ProvenRoute {
  readonly check: DoctorCheck;
  readonly history: CanaryHistory;
}

async function proveRoute(
  agent: ConnectedAgent,
  { folder, route, canaryContext, project }: ProofAttempt,
  history: CanaryHistory,
  { context, deadline, reportedFolders }: ProofProgress & { readonly context: ProofContext },
): Promise<ProvenRoute> {
  const { agent: examinedAgent, install } = agent;
  const entry = bestEntry(examinedAgent, route.registeredEvents);
  const remainingMs = deadline - ticks();
  const reason =
    canaryContext.skipReason(route.scope) ??
    inactiveReason(agent, route, folder, context.examination) ??
    timeReason(history, remainingMs);
  if (reason !== undefined || !entry) {
    const text = reason ?? 'no entry is as init writes it';
    return { check: untriedCheck(agent, folder, text, route), history };
  }
  const timeoutMs = Math.min(canaryContext.timeoutMs, Math.ceil(remainingMs));
  const plan = { entry, scope: route.scope, needsShellPath: history.needsShellPath };
  const run = await runCanary(examinedAgent, install, plan, { ...canaryContext, timeoutMs });
  const { result } = run;
  // The same program answers everywhere: report it once.
  const runFindings = run.findings.filter(({ cause }) => cause !== 'other-version' || folder.kind === 'project');
  const findings = [
    ...runFindings,
    ...(folder.kind === 'worktree' ? untrustedFindings(folder, project, reportedFolders) : []),
  ];
  const isDead = findings.some(({ severity }) => severity === 'dead');
  const isDenied = result.kind === 'answered' && result.denied;
  const proof: FolderProof = {
    ...proofBase(agent, folder, route),
    outcome: isDead ? 'failed' : isDenied ? 'denied' : 'answered',
    event: entry.event,
    ...(entry.command !== undefined && { command: entry.command }),
    ms: result.ms,
    ...(result.kind === 'answered' && { hooks: result.report.hooks }),
  };
  const title = isDenied
    ? `denied in ${result.ms} ms`
    : `answered in ${result.ms} ms; no event with an entry can be denied`;
  return {
    check: { title, findings, proof },
    history: { needsShellPath: run.needsShellPath, isSlow: result.kind === 'slow' },
  };
}

function timeReason({ isSlow }: CanaryHistory, remainingMs: number): string | undefined {
  if (isSlow) return 'the canary before took too long';
  return remainingMs <= 0 ? 'the time for the proof is over' : undefined;
}

/** Why the agent does not run its entries here. */
function inactiveReason(
  { agent, install }: ConnectedAgent,
  { scope, problem, unread, distrusted, registeredEvents }: ScopeEntries,
  { path = '', kind }: ProofFolder,
  { place }: ExaminationContext,
): string | undefined {
  if (problem !== undefined || unread.length > 0) return `${agent.title} does not read its settings`;
  // Entries that were changed are not trusted either, which is another finding.
  if (distrusted && registeredEvents.some(({ state }) => state === 'own'))
    return `${agent.title} does not trust the entries`;
  // Above the project, its settings do not apply.
  const root = kind === 'subfolder' ? place.root : path;
  const [setting] = install.disablingSettings?.({ ...place, root, scope }, readAgentSettings) ?? [];
  if (!setting) return undefined;
  return setting.kind === 'switch'
    ? `hooks are switched off in ${agent.title}`
    : `${agent.title} does not trust it yet`;
}

/** Hooks of another work tree that this project's checks do not see; reported once for all agents. */
function untrustedFindings(
  { path = '' }: ProofFolder,
  project: Project,
  reportedFolders: Set<string>,
): readonly Finding[] {
  const untrusted = project.hooks.filter(({ state }) => state.kind === 'untrusted').map(({ hook }) => hook);
  if (untrusted.length === 0 || project.snapshot.exposed || reportedFolders.has(path)) return [];
  reportedFolders.add(path);
  const finding = makeFinding('not-trusted', `${hookIdsText(untrusted)}: not trusted there yet`);
  return [{ ...finding, fix: `review and approve it: anyhook trust --cwd ${visibleShellWord(path)}` }];
}

const untriedCheck = (agent: ConnectedAgent, folder: ProofFolder, why: string, route?: ScopeEntries): DoctorCheck => ({
  title: `not tried: ${why}`,
  findings: [],
  unseen: true,
  proof: { ...proofBase(agent, folder, route), outcome: 'untried' },
});

const proofBase = (
  { agent, used }: ConnectedAgent,
  { kind, label, path }: ProofFolder,
  route?: ScopeEntries,
): Omit<FolderProof, 'outcome'> => ({
  host: agent.name,
  agent: agent.title,
  ...(route && { scope: route.scope }),
  kind,
  label: route && used.length > 1 ? `${label}, ${route.scope} entry` : label,
  ...(path !== undefined && { folder: path }),
});
