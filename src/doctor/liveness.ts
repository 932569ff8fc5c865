import type { Agent } from '../agents/agent.js';
import type { AgentInstall, InstallScope } from '../agents/kit/install.js';
import { type CanaryResult, canRefuse, sendCanary } from './canary.js';
import type { RegisteredEvent, ScopeEntries } from './entries.js';
import { type DoctorCheck, type Finding, makeFinding } from './finding.js';

/** Input for sending canaries. */
export interface CanaryContext {
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

/** Checks that the exact command of an entry returns a verdict, and measures its time. */
export async function canaryCheck(
  host: Agent,
  install: AgentInstall,
  { scope, served }: ScopeEntries,
  flights: CanaryContext,
): Promise<DoctorCheck | undefined> {
  const entry = bestEntry(host, served);
  if (!entry) return undefined;
  const silence = flights.silence(scope);
  if (silence !== undefined) return { title: `no canary was sent: ${silence}`, findings: [], unseen: true };
  const { event, command = '' } = entry;
  const { root, env, patienceMs } = flights;
  const plan = { host, install, event, command, root, patienceMs };
  const short = await sendCanary({ ...plan, env: { ...env, PATH: shortPath } });
  const full = short.kind === 'back' || short.kind === 'slow' ? short : await sendCanary({ ...plan, env });
  const words = { host: host.name, command: `echo '{}' | ${command}` };
  if (full.kind !== 'back') return { title: event, findings: [lostFinding(full, event, words, scope, flights)] };
  return {
    title: `a canary gets a verdict (${event}, ${full.ms} ms)`,
    findings: [
      ...(short === full || flights.hasMoved
        ? []
        : [makeFinding('needs-shell-path', `no answer at ${event} with PATH=${shortPath}`, words)]),
      ...newsFindings(full, event, host, flights),
    ],
  };
}

/** The entry that proves most: one whose event can be denied, preferably before a tool. */
function bestEntry(host: Agent, served: readonly RegisteredEvent[]): RegisteredEvent | undefined {
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
