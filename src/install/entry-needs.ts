import type { Agent } from '../agents/agent.js';
import type { AgentInstall } from '../agents/kit/install.js';
import type { EventName } from '../core/contract.js';
import type { Hook } from '../core/hook.js';
import { longestWaitMs } from '../core/limits.js';
import { readsSteps } from '../project/list-hooks.js';
import type { EntryEvent } from './json-entries.js';

/** The event that a missing event is derived from. */
export interface DerivedEvent {
  readonly from: EventName;
  readonly to: EventName;
  readonly always?: boolean;
}

/** The entries that an agent needs for its hooks. */
export interface EntryNeeds {
  readonly wanted: readonly EntryEvent[];
  /** Events that hooks need but no entry can provide: the agent lacks them, or they must not be registered. */
  readonly unserved: readonly EventName[];
}

const leastMs = 30_000;
/** Time for the engine in addition to its slowest hook. */
const spareMs = 2_000;

export interface EntryNeedsOptions {
  readonly derivations: readonly DerivedEvent[];
  /** Events that are recorded whether a hook needs them or not. */
  readonly recorded?: readonly EventName[];
  /** Native events that somebody asked for by name. */
  readonly asked?: readonly string[];
}

/** The native events that these hooks need, each with a timeout that covers the slowest hook. */
export function entryNeeds(
  hooks: readonly Hook[],
  host: Agent,
  install: AgentInstall,
  { derivations, recorded = [], asked = [] }: EntryNeedsOptions,
): EntryNeeds {
  const native = new Set(Object.values(host.events));
  const ways = derivations.filter(({ to, always }) => always || !native.has(to));
  const served = new Set<EventName>();
  const slowest = new Map<string, number>();
  const register = (event: string, timeoutMs: number) =>
    slowest.set(event, Math.max(slowest.get(event) ?? 0, timeoutMs));
  for (const hook of hooks.filter((one) => !isRunByAgent(host, one))) {
    for (const name of hook.events) {
      for (const event of install.safe) {
        if (!bringsEvent(event, name, hook, { host, install, ways })) continue;
        served.add(name);
        register(event, hook.timeoutMs);
      }
    }
    for (const name of helperEvents(hook)) {
      for (const event of install.safe) if (host.events[event] === name) register(event, 0);
    }
  }
  for (const event of install.safe) {
    if (ownNames(event, { host, install }).some((name) => recorded.includes(name))) register(event, 0);
  }
  for (const event of asked) register(event, 0);
  // A hook with several events counts as served if one of them is available.
  const waiting = hooks.filter((hook) => !isRunByAgent(host, hook) && !hook.events.some((name) => served.has(name)));
  return {
    wanted: Object.keys(host.events)
      .filter((event) => slowest.has(event))
      .map((event) => ({ event, timeoutMs: entryTimeout(slowest.get(event) ?? 0, event, install) })),
    unserved: [...new Set(waiting.flatMap(({ events }) => events))],
  };
}

interface EventSources {
  readonly host: Agent;
  readonly install: Pick<AgentInstall, 'also'>;
  readonly ways: readonly DerivedEvent[];
}

/** Does the native event provide the hook's event, directly or as a derived event? */
export function bringsEvent(
  event: string,
  name: EventName,
  { match }: Hook,
  { host, install, ways }: EventSources,
): boolean {
  const names = ownNames(event, { host, install });
  if (name === 'other')
    return host.events[event] === 'other' && (match.nativeEvent === undefined || match.nativeEvent === event);
  return names.includes(name) || ways.some(({ from, to }) => to === name && names.includes(from));
}

/** The events that a native event is. */
function ownNames(event: string, { host, install }: Pick<EventSources, 'host' | 'install'>): readonly EventName[] {
  const own = host.events[event];
  return [...(own ? [own] : []), ...(install.also?.[event] ?? [])];
}

/** Events that only record what a hook needs later: durations, steps, changed files, the start of the session. */
const helperEvents = (hook: Hook): readonly EventName[] => [
  ...(hook.match.minDurationMs !== undefined ? (['tool.before'] as const) : []),
  ...(hook.events.includes('session.end') ? (['session.start', 'tool.after'] as const) : []),
  ...(readsSteps(hook) ? (['tool.after', 'tool.failure'] as const) : []),
  // A turn begins with its prompt.
  ...(readsSteps(hook) && !hook.events.includes('session.end') ? (['prompt.submit'] as const) : []),
];

const entryTimeout = (hookMs: number, event: string, { longestMs }: AgentInstall): number =>
  Math.min(
    Math.max(leastMs, Math.ceil((hookMs + spareMs) / 1000) * 1000),
    longestMs?.(event) ?? longestWaitMs,
    longestWaitMs,
  );

/** Does the agent run this hook itself, so that anyhook must not? */
export const isRunByAgent = ({ hooksRunByAgent: own }: Agent, hook: Hook): boolean =>
  own !== undefined &&
  own.dialect === hook.dialect &&
  own.flavour === hook.flavour &&
  (own.scope === undefined || own.scope === hook.scope);
