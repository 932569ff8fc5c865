import type { Agent } from '../agents/agent.js';
import type { AgentInstall } from '../agents/kit/install.js';
import type { Hook } from '../core/hook.js';
import { isRunByAgent } from '../install/entry-needs.js';
import { isSilentCommand } from '../install/launcher.js';
import type { RegisteredEvent, ScopeEntries } from './entries.js';
import { type DoctorCheck, type Finding, makeFinding } from './finding.js';

interface WantedEvent {
  readonly event: string;
  readonly timeoutMs: number;
}

/** An agent, its entries and the events that its hooks need. */
export interface AgentEntries {
  readonly host: Agent;
  readonly install: AgentInstall;
  /** Scopes that have entries or should have them. */
  readonly used: readonly ScopeEntries[];
  readonly wanted: readonly WantedEvent[];
  readonly hooks: readonly Hook[];
  /** Telemetry needs events too. */
  readonly isRecorded: boolean;
}

const whoNeeds = ({ isRecorded }: AgentEntries): string => (isRecorded ? 'hooks or telemetry need' : 'hooks need');

/** Checks that every event that hooks need has an unchanged entry. */
export function entryChecks(connection: AgentEntries): readonly DoctorCheck[] {
  const { host, used, wanted } = connection;
  if (used.length === 0 && wanted.length === 0) return [{ title: 'no hook needs its events', findings: [] }];
  if (used.length === 0) {
    const what = `no entry calls anyhook, but ${whoNeeds(connection)} ${wanted.length} of its events`;
    return [{ title: what, findings: [makeFinding('not-connected', what, { host: host.name })] }];
  }
  return [
    ...used.map((one) => ({
      title: `${one.served.length} ${one.served.length === 1 ? 'entry' : 'entries'} in ${one.file}`,
      findings: entryFindings(host, one, used),
    })),
    {
      title: 'every event that hooks need has an entry with a sufficient timeout',
      findings: [...missingFindings(connection), ...timeFindings(connection)],
    },
  ];
}

function entryFindings(host: Agent, one: ScopeEntries, used: readonly ScopeEntries[]): readonly Finding[] {
  const { scope, file, served, problem } = one;
  const words = { host: host.name, scope, file };
  if (problem !== undefined) return [makeFinding('settings-broken', `${file}: ${problem}`, { ...words, problem })];
  if (served.length === 0) return [makeFinding('entry-gone', `${file} no longer has an entry written by init`, words)];
  const named = (state: RegisteredEvent['state']) => served.filter((entry) => entry.state === state);
  const before = used.slice(0, used.indexOf(one)).flatMap((two) => two.served.map(({ event }) => event));
  return [
    ...named('not-executable').map((entry) =>
      makeFinding('entry-not-executable', `${entry.file} is not executable`, { ...words, file: entry.file }),
    ),
    ...forEvents('entry-changed', named('changed'), `in ${file}: differs from what init wrote`, words),
    ...forEvents(
      'entry-silent',
      named('own').filter(({ command = '' }) => isSilentCommand(command)),
      `in ${file}: from an earlier version`,
      words,
    ),
    ...forEvents('plugin-outdated', named('old'), `in ${file}: from another version`, words),
    ...forEvents('entry-by-hand', named('by-hand'), `in ${file}: written by hand`, words),
    ...forEvents(
      'entry-twice',
      served.filter(({ event, times }) => times > 1 || before.includes(event)),
      'twice',
      words,
    ),
    ...(one.distrusted && named('changed').length === 0
      ? [makeFinding('entry-not-trusted', `${host.title} does not trust the entries in ${file}`, words)]
      : []),
    ...one.unread.map((unread) =>
      makeFinding('settings-not-read', `${unread.file}: ${unread.problem}`, { ...words, file: unread.file }),
    ),
    ...(one.trouble === undefined ? [] : [troubleFinding(one.trouble, words)]),
  ];
}

/** The agent may store trust in another file. */
function troubleFinding(trouble: string, words: Readonly<Record<string, string>>): Finding {
  const [, file = words['file'] ?? '', problem = trouble] = /^(\/.*?): (.*)$/s.exec(trouble) ?? [];
  if (problem.includes('read-only'))
    return makeFinding('settings-read-only', `${file} is read-only`, { ...words, file });
  return makeFinding('settings-broken', `${file}: ${problem}`, { ...words, file, problem });
}

/** Combines several events into one finding. */
function forEvents(
  cause: Finding['cause'],
  served: readonly RegisteredEvent[],
  what: string,
  words: Readonly<Record<string, string>>,
): readonly Finding[] {
  const events = served.map(({ event }) => event).join(', ');
  return served.length === 0 ? [] : [makeFinding(cause, `${events} ${what}`, words)];
}

function missingFindings(connection: AgentEntries): readonly Finding[] {
  const { host, used, wanted } = connection;
  // A file without any entry has its own finding.
  if (used.some(({ served }) => served.length === 0)) return [];
  const served = used.flatMap((one) => one.served.map(({ event }) => event));
  const missing = wanted
    .map(({ event }) => event)
    .filter((event) => !served.includes(event) && used.some(({ takes }) => takes.includes(event)));
  if (missing.length === 0) return [];
  const what = `${whoNeeds(connection)} ${missing.join(', ')}, which has no entry`;
  return [makeFinding('event-unserved', what, { host: host.name, scope: used[0]?.scope ?? 'user' })];
}

function timeFindings({ host, install, used, wanted, hooks }: AgentEntries): readonly Finding[] {
  const entries = used.flatMap((one) => one.served.map((entry) => ({ ...entry, scope: one.scope })));
  return wanted.flatMap(({ event, timeoutMs }) => {
    const slowest = slowestAt(event, host, hooks);
    const entry = entries.find((one) => one.event === event && one.state !== 'by-hand');
    if (!slowest || !entry) return [];
    const longest = install.longestMs?.(event) ?? Number.POSITIVE_INFINITY;
    const given = Math.min(entry.timeoutMs, longest);
    const takes = `${slowest.id} may take ${slowest.timeoutMs / 1000} s, but`;
    const words = { host: host.name, scope: entry.scope, hook: slowest.id, seconds: String(longest / 1000) };
    // Both can be true: then init helps a little, and only a shorter hook helps for good.
    const isShort = given < timeoutMs;
    const isCapped = longest < slowest.timeoutMs;
    const atEntry = `${takes} the entry of ${event} times out after ${given / 1000} s`;
    const atAgent = `${takes} ${host.title} ends every hook at ${event} after ${longest / 1000} s`;
    return [
      ...(isShort ? [makeFinding('time-too-short', atEntry, words)] : []),
      ...(isCapped ? [makeFinding('time-capped', atAgent, words)] : []),
    ];
  });
}

/** The hook with the longest timeout at this event. */
function slowestAt(event: string, host: Agent, hooks: readonly Hook[]): Hook | undefined {
  const name = host.events[event];
  return hooks
    .filter((hook) => name !== undefined && hook.events.includes(name) && !hook.async && !isRunByAgent(host, hook))
    .toSorted((a, b) => b.timeoutMs - a.timeoutMs)[0];
}
