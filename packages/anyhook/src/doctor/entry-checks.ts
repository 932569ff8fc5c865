import type { Hook } from '@anyhook/core';
import type { Agent } from '../agents/agent.js';
import type { AgentInstall } from '../agents/kit/install.js';
import { agentRunsHook } from '../agents/own-hooks.js';
import { isSilentCommand } from '../install/launcher.js';
import type { RegisteredEvent, ScopeEntries } from './entries.js';
import { type CauseId, type DoctorCheck, type Finding, makeFinding } from './finding.js';

interface WantedEvent {
  readonly event: string;
  readonly timeoutMs: number;
}

/** An agent, its entries and the events that its hooks need. */
interface AgentEntries {
  readonly agent: Agent;
  readonly install: AgentInstall;
  /** Scopes that have entries or should have them. */
  readonly used: readonly ScopeEntries[];
  readonly wanted: readonly WantedEvent[];
  readonly hooks: readonly Hook[];
  /** Telemetry needs events as well. */
  readonly isRecorded: boolean;
}

const whoNeeds = ({ isRecorded }: AgentEntries): string => (isRecorded ? 'hooks or telemetry need' : 'hooks need');

/** Checks that every event that hooks need has an unchanged entry. */
export function entryChecks(connection: AgentEntries): readonly DoctorCheck[] {
  const { agent, used, wanted } = connection;
  if (used.length === 0 && wanted.length === 0) return [{ title: 'no hook needs its events', findings: [] }];
  if (used.length === 0) {
    const what = `no entry calls anyhook, but ${whoNeeds(connection)} ${wanted.length} of its events`;
    return [{ title: what, findings: [makeFinding('not-connected', what, { host: agent.name })] }];
  }
  return [
    ...used.map((one) => ({
      title: `${one.registeredEvents.length} ${one.registeredEvents.length === 1 ? 'entry' : 'entries'} in ${one.file}`,
      findings: entryFindings(agent, one, used),
    })),
    {
      title: 'every event that hooks need has an entry with a sufficient timeout',
      findings: [...missingFindings(connection), ...timeFindings(connection)],
    },
  ];
}

function entryFindings(agent: Agent, entries: ScopeEntries, used: readonly ScopeEntries[]): readonly Finding[] {
  const { scope, file, registeredEvents, problem } = entries;
  const placeholders = { host: agent.name, scope, file };
  if (problem !== undefined)
    return [makeFinding('settings-broken', `${file}: ${problem}`, { ...placeholders, problem })];
  if (registeredEvents.length === 0)
    return [makeFinding('entry-gone', `${file} no longer has an entry written by init`, placeholders)];
  const inState = (state: RegisteredEvent['state']) => registeredEvents.filter((entry) => entry.state === state);
  const earlierEvents = used
    .slice(0, used.indexOf(entries))
    .flatMap((earlier) => earlier.registeredEvents.map(({ event }) => event));
  return [
    ...inState('not-executable').map((entry) =>
      makeFinding('entry-not-executable', `${entry.file} is not executable`, { ...placeholders, file: entry.file }),
    ),
    ...eventsFinding('entry-changed', inState('changed'), `in ${file}: differs from what init wrote`, placeholders),
    ...eventsFinding(
      'entry-silent',
      inState('own').filter(({ command = '' }) => isSilentCommand(command)),
      `in ${file}: from an earlier version`,
      placeholders,
    ),
    ...eventsFinding('plugin-unfixed', inState('unfixed'), `in ${file}: from an earlier version`, placeholders),
    ...eventsFinding('plugin-outdated', inState('old'), `in ${file}: from another version`, placeholders),
    ...eventsFinding('entry-by-hand', inState('by-hand'), `in ${file}: written by hand`, placeholders),
    ...eventsFinding(
      'entry-twice',
      registeredEvents.filter(({ event, times }) => times > 1 || earlierEvents.includes(event)),
      'twice',
      placeholders,
    ),
    ...(entries.distrusted && inState('changed').length === 0
      ? [makeFinding('entry-not-trusted', `${agent.title} does not trust the entries in ${file}`, placeholders)]
      : []),
    ...entries.unread.map((unread) =>
      makeFinding('settings-not-read', `${unread.file}: ${unread.problem}`, { ...placeholders, file: unread.file }),
    ),
    ...(entries.editProblem === undefined ? [] : [editProblemFinding(entries.editProblem, placeholders)]),
  ];
}

/** The agent may store trust in another file. */
function editProblemFinding(editProblem: string, placeholders: Readonly<Record<string, string>>): Finding {
  const [, file = placeholders['file'] ?? '', problem = editProblem] =
    /^((?:[A-Za-z]:)?[\\/].*?): (.*)$/s.exec(editProblem) ?? [];
  if (problem.includes('read-only'))
    return makeFinding('settings-read-only', `${file} is read-only`, { ...placeholders, file });
  return makeFinding('settings-broken', `${file}: ${problem}`, { ...placeholders, file, problem });
}

/** Combines several events into one finding. */
function eventsFinding(
  cause: CauseId,
  served: readonly RegisteredEvent[],
  what: string,
  placeholders: Readonly<Record<string, string>>,
): readonly Finding[] {
  const events = served.map(({ event }) => event).join(', ');
  return served.length === 0 ? [] : [makeFinding(cause, `${events} ${what}`, placeholders)];
}

function missingFindings(connection: AgentEntries): readonly Finding[] {
  const { agent, used, wanted } = connection;
  // A file without any entry has its own finding.
  if (used.some(({ registeredEvents }) => registeredEvents.length === 0)) return [];
  const served = used.flatMap((one) => one.registeredEvents.map(({ event }) => event));
  const missing = wanted
    .map(({ event }) => event)
    .filter((event) => !served.includes(event) && used.some(({ possibleEvents }) => possibleEvents.includes(event)));
  if (missing.length === 0) return [];
  const what = `${whoNeeds(connection)} ${missing.join(', ')}, which has no entry`;
  return [makeFinding('event-unserved', what, { host: agent.name, scope: used[0]?.scope ?? 'user' })];
}

function timeFindings({ agent, install, used, wanted, hooks }: AgentEntries): readonly Finding[] {
  const entries = used.flatMap((one) => one.registeredEvents.map((entry) => ({ ...entry, scope: one.scope })));
  return wanted.flatMap(({ event, timeoutMs }) => {
    const slowest = slowestAt(event, agent, hooks);
    const entry = entries.find((one) => one.event === event && one.state !== 'by-hand');
    if (!slowest || !entry) return [];
    const maxMs = install.maxTimeoutMs?.(event) ?? Number.POSITIVE_INFINITY;
    const allowedMs = Math.min(entry.timeoutMs, maxMs);
    const prefix = `${slowest.id} may take ${slowest.timeoutMs / 1000} s, but`;
    const placeholders = { host: agent.name, scope: entry.scope, hook: slowest.id, seconds: String(maxMs / 1000) };
    // Both can be true: init then raises the timeout, but only a shorter hook fits.
    const isShort = allowedMs < timeoutMs;
    const isCapped = maxMs < slowest.timeoutMs;
    const entryMessage = `${prefix} the entry of ${event} times out after ${allowedMs / 1000} s`;
    const agentMessage = `${prefix} ${agent.title} ends every hook at ${event} after ${maxMs / 1000} s`;
    return [
      ...(isShort ? [makeFinding('time-too-short', entryMessage, placeholders)] : []),
      ...(isCapped ? [makeFinding('time-capped', agentMessage, placeholders)] : []),
    ];
  });
}

/** The hook with the longest timeout at this event. */
function slowestAt(event: string, agent: Agent, hooks: readonly Hook[]): Hook | undefined {
  const name = agent.events[event];
  return hooks
    .filter((hook) => name !== undefined && hook.events.includes(name) && !hook.async && !agentRunsHook(agent, hook))
    .toSorted((a, b) => b.timeoutMs - a.timeoutMs)[0];
}
