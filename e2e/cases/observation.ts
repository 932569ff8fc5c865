import type { Agent, DraftSetting, Grade } from '../../src/agents/agent.js';
import type { CapabilityCell } from './case.js';

/** What a run showed of a wish: its whole effect, a weaker one that is named, or nothing of it. */
export type Observation = { readonly seen: 'whole' } | { readonly seen: 'weaker' | 'nothing'; readonly how: string };

export const fullEffect: Observation = { seen: 'whole' };
export const weakerEffect = (how: string): Observation => ({ seen: 'weaker', how });
export const noEffect = (how: string): Observation => ({ seen: 'nothing', how });

const expected = { exact: 'whole', emulated: 'whole', degraded: 'weaker', impossible: 'nothing' } as const satisfies {
  [grade in Grade]: Observation['seen'];
};

/** What the engine does by another wish, where the agent cannot grant the first one: a weaker effect. */
const standIns: Readonly<Record<string, DraftSetting>> = { 'tool.before ask': 'deny', 'tool.after rewrite': 'context' };

/** What the code says about a cell. */
export interface Claim {
  readonly grade: Grade;
  /** The engine stands in for the agent. */
  readonly standsIn: boolean;
}

/** What a capability table claims for a cell. */
export function claimOf({ event, wish }: CapabilityCell, capabilities: Agent['capabilities']): Claim {
  const gradeOf = (asked: DraftSetting) => capabilities[event]?.[asked] ?? 'impossible';
  const grade = gradeOf(wish);
  const other = standIns[`${event} ${wish}`];
  return { grade, standsIn: grade === 'impossible' && other !== undefined && gradeOf(other) !== 'impossible' };
}

/** What is wrong with the claim, or nothing: the table must promise neither more nor less than was seen. */
export function contradiction(
  { event, wish }: CapabilityCell,
  { grade, standsIn }: Claim,
  sight: Observation,
): string | undefined {
  if (sight.seen === (standsIn ? 'weaker' : expected[grade])) return undefined;
  return `${wish} at ${event} is called ${grade}, but ${sight.seen === 'whole' ? 'its whole effect was seen' : sight.how}`;
}
