import { thisSystem, withoutPackagePath } from '@anyhook/core';
import type { Agent } from '../agents/agent.js';
import type { AgentInstall, InstallScope } from '../agents/kit/install.js';
import { type CanaryResult, canDeny, sendCanary } from './canary.js';
import type { RegisteredEvent } from './entries.js';
import { type Finding, makeFinding } from './finding.js';

/** Input for sending canaries: test events that show whether an entry of an agent answers. */
export interface CanaryContext {
  /** The folder in which the agent works. */
  readonly folder: string;
  /** The root of the project that the folder belongs to. */
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly launcher: string;
  /** Why no canary is sent: it would get no answer, or must not be sent. */
  skipReason(scope: InstallScope): string | undefined;
  /** The launcher is missing: project entries look for another anyhook. */
  readonly withoutLauncher: boolean;
  /** The launcher must look for Node.js on PATH; another check reports that. */
  readonly hasNodeMoved: boolean;
  /** How many hooks run for this agent; the entry must find the same number. */
  countHooks(agent: Agent): number;
  readonly timeoutMs: number;
  readonly version: string;
}

/** The PATH that an editor gives to agents. */
const shortPath = thisSystem === 'win32' ? 'C:\\Windows\\System32;C:\\Windows' : '/usr/bin:/bin';

/** One canary: its result and its problem. */
interface CanaryRun {
  readonly entry: RegisteredEvent;
  readonly result: CanaryResult;
  readonly findings: readonly Finding[];
  /** Answered only with the PATH of this shell. */
  readonly needsShellPath: boolean;
}

/** Sends a canary through the exact command of an entry: first with the PATH of an editor, unless that is known to fail. */
export async function runCanary(
  agent: Agent,
  install: AgentInstall,
  { entry, scope, needsShellPath }: Pick<CanaryRun, 'entry' | 'needsShellPath'> & { readonly scope: InstallScope },
  context: CanaryContext,
): Promise<CanaryRun> {
  const { event, command = '' } = entry;
  const { folder, root, timeoutMs } = context;
  const env = agentEnvironment(context.env);
  // Entries of a project belong to an agent that was started in the project's root.
  const plan = { agent, install, event, command, folder, project: scope === 'project' ? root : folder, timeoutMs };
  const shortPathResult = needsShellPath ? undefined : await sendCanary({ ...plan, env: { ...env, PATH: shortPath } });
  const result =
    shortPathResult?.kind === 'answered' || shortPathResult?.kind === 'slow'
      ? shortPathResult
      : await sendCanary({ ...plan, env });
  const placeholders = { host: agent.name, command: `echo '{}' | ${command}` };
  const base = { entry, result, needsShellPath: shortPathResult !== result };
  if (result.kind !== 'answered')
    return { ...base, findings: [unansweredFinding(result, event, placeholders, scope, context)] };
  const reportsShellPath = shortPathResult !== undefined && shortPathResult !== result && !context.hasNodeMoved;
  const what = `no answer at ${event} with PATH=${shortPath}`;
  return {
    ...base,
    findings: [
      ...(reportsShellPath ? [makeFinding('needs-shell-path', what, placeholders)] : []),
      ...reportFindings(result, event, agent, context),
    ],
  };
}

/** The environment of an agent that was started from this shell, without what npm or npx added for this process. */
export function agentEnvironment(env: CanaryContext['env']): CanaryContext['env'] {
  if (env['npm_execpath'] === undefined && env['npm_command'] === undefined) return env;
  const kept = Object.entries(env).filter(([name]) => !name.startsWith('npm_') && name !== 'INIT_CWD');
  return withoutPackagePath(Object.fromEntries(kept));
}

/** The entry that proves most: one whose event can be denied, preferably before a tool. */
export function bestEntry(agent: Agent, served: readonly RegisteredEvent[]): RegisteredEvent | undefined {
  // Run only what init writes: a repository may contain an entry that merely looks like ours.
  const own = served.filter(({ state }) => state === 'own');
  const weight = ({ event }: RegisteredEvent) =>
    (agent.events[event] === 'tool.before' ? 2 : 0) + (canDeny(agent, event) ? 1 : 0);
  return own.toSorted((a, b) => weight(b) - weight(a))[0];
}

function reportFindings(
  { report }: Extract<CanaryResult, { kind: 'answered' }>,
  event: string,
  agent: Agent,
  { countHooks, version }: CanaryContext,
): readonly Finding[] {
  const expected = countHooks(agent);
  const other = `version ${report.version} answers at ${event}, but this is ${version}`;
  const hooks = `the entry of ${event} finds ${report.hooks} hooks, but this shell finds ${expected}`;
  if (report.version !== version) return [makeFinding('other-version', other)];
  return report.hooks === expected ? [] : [makeFinding('other-hooks', hooks)];
}

function unansweredFinding(
  result: Exclude<CanaryResult, { kind: 'answered' }>,
  event: string,
  placeholders: Readonly<Record<string, string>>,
  scope: InstallScope,
  { launcher, withoutLauncher }: CanaryContext,
): Finding {
  const what = `${event}: ${result.detail}`;
  if (result.kind === 'slow') return makeFinding('canary-too-slow', what, placeholders);
  if (result.kind === 'failed') return makeFinding('canary-failed', what, placeholders);
  if (scope === 'project' && withoutLauncher)
    return makeFinding('launcher-missing', `neither ${launcher} nor another anyhook exists`, placeholders);
  return makeFinding('canary-silent', what, placeholders);
}
