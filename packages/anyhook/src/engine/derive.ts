import type { Event, EventName, Verdict } from '@anyhook/core';

/** An event that another one implies, for agents that do not fire it themselves. */
interface Derivation {
  readonly from: EventName;
  readonly to: EventName;
  /** The event happens only if no hook blocked the first one. */
  readonly unlessBlocked: boolean;
  readonly fields?: Readonly<Record<string, unknown>>;
  /** Also derived on agents that fire the second event themselves in other cases. */
  readonly evenIfNative?: boolean;
  /** How the derived event differs from one that the agent fires itself. */
  readonly difference?: string;
}

/** Events that an agent lacks but another event implies. */
export const derivations: readonly Derivation[] = [
  { from: 'agent.stop', to: 'agent.done', unlessBlocked: true },
  {
    ...{ from: 'prompt.submit', to: 'turn.start', unlessBlocked: true },
    difference: 'once per prompt, and its context stays in the conversation',
  },
  { from: 'error', to: 'notification', unlessBlocked: false, fields: { level: 'error' }, evenIfNative: true },
  { from: 'limit', to: 'notification', unlessBlocked: false, fields: { level: 'warning' }, evenIfNative: true },
];

/** The events that follow from this one on an agent that fires only `native` ones. */
export function derive(event: Event, verdict: Verdict, native: ReadonlySet<EventName>): readonly Event[] {
  return derivations
    .filter(({ from, to, evenIfNative }) => from === event.name && (evenIfNative || !native.has(to)))
    .filter(({ unlessBlocked }) => !unlessBlocked || verdict.decision !== 'deny')
    .map(({ to, fields }) => ({ ...event, ...fields, name: to, derivedFrom: event.name }) as Event);
}

/** Merges the verdict of a derived event into that of its source: texts are added, decisions become notes. */
export function joinDerivedVerdict(first: Verdict, derived: Verdict, name: EventName): Verdict {
  const { decision, reason = 'no reason given' } = derived;
  const isDecisionLost = decision === 'deny' || decision === 'ask';
  const lost = isDecisionLost ? [`${decision} at ${name}, which this agent does not have: ${reason}`] : [];
  return {
    ...first,
    context: [...first.context, ...derived.context],
    messages: [...first.messages, ...derived.messages],
    ...(first.stop === undefined && derived.stop !== undefined && { stop: derived.stop }),
    signals: [...first.signals, ...derived.signals],
    notes: [...first.notes, ...derived.notes, ...lost],
    hooks: [...first.hooks, ...derived.hooks],
  };
}
