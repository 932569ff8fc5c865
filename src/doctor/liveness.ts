import type { Agent } from '../agents/agent.js';
import type { AgentInstall, InstallScope } from '../agents/kit/install.js';
import { type CanaryResult, canRefuse, sendCanary } from './canary.js';
import type { RegisteredEvent } from './entries.js';
import { type Finding, makeFinding } from './finding.js';

/** Input for sending canaries. */
export interface CanaryContext {
  /** The folder in which the agent works. */
  readonly folder: string;
  /** The project that it belongs to, for a folder that is only a part of one. */
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly launcher: string;
  /** Why no canary is sent: it would get no answer, or must not be sent. */
  silence(scope: InstallScope): string | undefined;
  /** The launcher is missing: project entries look for another anyhook. */
  readonly withoutLauncher: boolean;
  /** The launcher must look for Node.js on PATH; another check reports that. */
  readonly hasMoved: boolean;
  /** How many hooks run for this agent; the entry must find the same number. */
  running(host: Agent): number;
  readonly patienceMs: number;
  readonly version: string;
}

/** The PATH that an editor gives to agents. */
const shortPath = '/usr/bin:/bin';

/** One canary: how it ended, and what is wrong with that. */
export interface CanaryFlight {
  readonly entry: RegisteredEvent;
  readonly result: CanaryResult;
  readonly findings: readonly Finding[];
  /** Answered only with the PATH of this shell. */
  readonly needsShellPath: boolean;
}

/** Sends a canary through the exact command of an entry; first as an editor starts agents, unless that is known to fail. */
export async function flyCanary(
  host: Agent,
  install: AgentInstall,
  { entry, scope, needsShellPath }: Pick<CanaryFlight, 'entry' | 'needsShellPath'> & { readonly scope: InstallScope },
  flights: CanaryContext,
): Promise<CanaryFlight> {
  const { event, command = '' } = entry;
  const { folder, root, patienceMs } = flights;
  const env = agentEnvironment(flights.env);
  // Entries of a project belong to an agent that was started at its top.
  const plan = { host, install, event, command, folder, project: scope === 'project' ? root : folder, patienceMs };
  const short = needsShellPath ? undefined : await sendCanary({ ...plan, env: { ...env, PATH: shortPath } });
  const result = short?.kind === 'back' || short?.kind === 'slow' ? short : await sendCanary({ ...plan, env });
  const words = { host: host.name, command: `echo '{}' | ${command}` };
  const base = { entry, result, needsShellPath: short !== result };
  if (result.kind !== 'back') return { ...base, findings: [lostFinding(result, event, words, scope, flights)] };
  const isNew = short !== undefined && short !== result && !flights.hasMoved;
  const what = `no answer at ${event} with PATH=${shortPath}`;
  return {
    ...base,
    findings: [
      ...(isNew ? [makeFinding('needs-shell-path', what, words)] : []),
      ...newsFindings(result, event, host, flights),
    ],
  };
}

/** The environment of an agent that was started from this shell: npm and npx add to it only what they start. */
export function agentEnvironment(env: CanaryContext['env']): CanaryContext['env'] {
  if (env['npm_execpath'] === undefined && env['npm_command'] === undefined) return env;
  const kept = Object.entries(env).filter(([name]) => !name.startsWith('npm_') && name !== 'INIT_CWD');
  const path = env['PATH']?.split(':').filter((folder) => !/\/(?:node_modules\/\.bin|node-gyp-bin)\/?$/.test(folder));
  return { ...Object.fromEntries(kept), ...(path && { PATH: path.join(':') }) };
}

/** The entry that proves most: one whose event can be denied, preferably before a tool. */
export function bestEntry(host: Agent, served: readonly RegisteredEvent[]): RegisteredEvent | undefined {
  // Run only what init writes: a repository may contain an entry that merely looks like ours.
  const own = served.filter(({ state }) => state === 'own');
  const weight = ({ event }: RegisteredEvent) =>
    (host.events[event] === 'tool.before' ? 2 : 0) + (canRefuse(host, event) ? 1 : 0);
  return own.toSorted((a, b) => weight(b) - weight(a))[0];
}

function newsFindings(
  { news }: Extract<CanaryResult, { kind: 'back' }>,
  event: string,
  host: Agent,
  { running, version }: CanaryContext,
): readonly Finding[] {
  const expected = running(host);
  const other = `version ${news.version} answers at ${event}, but this is ${version}`;
  const hooks = `the entry of ${event} finds ${news.hooks} hooks, but this shell finds ${expected}`;
  if (news.version !== version) return [makeFinding('other-version', other)];
  return news.hooks === expected ? [] : [makeFinding('other-hooks', hooks)];
}

function lostFinding(
  flight: Exclude<CanaryResult, { kind: 'back' }>,
  event: string,
  words: Readonly<Record<string, string>>,
  scope: InstallScope,
  { launcher, withoutLauncher }: CanaryContext,
): Finding {
  const what = `${event}: ${flight.detail}`;
  if (flight.kind === 'slow') return makeFinding('canary-too-slow', what, words);
  if (flight.kind === 'failed') return makeFinding('canary-failed', what, words);
  if (scope === 'project' && withoutLauncher)
    return makeFinding('launcher-missing', `neither ${launcher} nor another anyhook exists`, words);
  return makeFinding('canary-silent', what, words);
}
