import { type EventName, type Hook, maxWaitMs } from '@anyhook/core';
import type { Agent } from '../agents/agent.js';
import type { AgentInstall } from '../agents/kit/install.js';
import { agentRunsHook } from '../agents/own-hooks.js';
import { readsSteps } from '../hooks/list-hooks.js';
import type { EntryEvent } from './json-entries.js';

/** An event that the agent lacks (`to`), and the event that it is derived from. */
interface DerivedEvent {
  readonly from: EventName;
  readonly to: EventName;
  readonly evenIfNative?: boolean;
}

export interface EntryNeeds {
  readonly wanted: readonly EntryEvent[];
  /** Events that hooks need but no entry can provide: the agent lacks them, or they must not be registered. */
  readonly unserved: readonly string[];
  /** The hooks for which no event is provided. */
  readonly unservedHooks: readonly Hook[];
}

const minTimeoutMs = 30_000;
/** Time for the engine in addition to its slowest hook. */
const engineMarginMs = 2_000;

interface EntryNeedsOptions {
  readonly derivations: readonly DerivedEvent[];
  /** Events that are recorded whether a hook needs them or not. */
  readonly recorded?: readonly EventName[];
  /** Native events that the user requested by name. */
  readonly requested?: readonly string[];
}

/** The native events that these hooks need, each with a timeout that covers the slowest hook. */
export function entryNeeds(
  hooks: readonly Hook[],
  agent: Agent,
  install: AgentInstall,
  { derivations, recorded = [], requested = [] }: EntryNeedsOptions,
): EntryNeeds {
  const native = new Set(Object.values(agent.events));
  const applicable = derivations.filter(({ to, evenIfNative }) => evenIfNative || !native.has(to));
  const served = new Set<Hook>();
  const longestTimeouts = new Map<string, number>();
  const register = (event: string, timeoutMs: number) =>
    longestTimeouts.set(event, Math.max(longestTimeouts.get(event) ?? 0, timeoutMs));
  for (const hook of hooks.filter((one) => !agentRunsHook(agent, one))) {
    for (const name of hook.events) {
      for (const event of install.defaultEvents) {
        if (!producesEvent(event, name, hook, { agent, install, derivations: applicable })) continue;
        served.add(hook);
        register(event, hook.timeoutMs);
      }
    }
    for (const name of helperEvents(hook)) {
      for (const event of install.defaultEvents) if (agent.events[event] === name) register(event, 0);
    }
  }
  for (const event of install.defaultEvents) {
    if (directEvents(event, { agent, install }).some((name) => recorded.includes(name))) register(event, 0);
  }
  for (const event of requested) register(event, 0);
  // A hook with several events counts as served if one of them is available.
  const unservedHooks = hooks.filter((hook) => !agentRunsHook(agent, hook) && !served.has(hook));
  return {
    wanted: Object.keys(agent.events)
      .filter((event) => longestTimeouts.has(event))
      .map((event) => ({ event, timeoutMs: entryTimeout(longestTimeouts.get(event) ?? 0, event, install) })),
    unserved: [...new Set(unservedHooks.flatMap(({ events, match }) => match.nativeEvent ?? events))],
    unservedHooks,
  };
}

interface EventSources {
  readonly agent: Agent;
  readonly install: Pick<AgentInstall, 'alsoDelivers'>;
  readonly derivations: readonly DerivedEvent[];
}

/** Does the native event provide the hook's event, directly or as a derived event? */
export function producesEvent(
  event: string,
  name: EventName,
  { match }: Hook,
  { agent, install, derivations }: EventSources,
): boolean {
  // A derived event has the native name of the event that it is derived from.
  if (match.nativeEvent !== undefined && match.nativeEvent !== event) return false;
  const names = directEvents(event, { agent, install });
  if (name === 'other') return agent.events[event] === 'other';
  return names.includes(name) || derivations.some(({ from, to }) => to === name && names.includes(from));
}

/** The canonical events of a native event. */
function directEvents(
  event: string,
  { agent, install }: Pick<EventSources, 'agent' | 'install'>,
): readonly EventName[] {
  const direct = agent.events[event];
  return [...(direct ? [direct] : []), ...(install.alsoDelivers?.[event] ?? [])];
}

/** Events that only record what a hook needs later: durations, steps, changed files, the start of the session. */
const helperEvents = (hook: Hook): readonly EventName[] => [
  ...(hook.match.minDurationMs !== undefined ? (['tool.before'] as const) : []),
  ...(hook.events.includes('session.end') ? (['session.start', 'tool.after'] as const) : []),
  ...(readsSteps(hook) ? (['tool.after', 'tool.failure'] as const) : []),
  // A turn begins with its prompt.
  ...(readsSteps(hook) && !hook.events.includes('session.end') ? (['prompt.submit'] as const) : []),
];

const entryTimeout = (hookMs: number, event: string, { maxTimeoutMs }: AgentInstall): number =>
  Math.min(
    Math.max(minTimeoutMs, Math.ceil((hookMs + engineMarginMs) / 1000) * 1000),
    maxTimeoutMs?.(event) ?? maxWaitMs,
    maxWaitMs,
  );
