import type { Agent, Grade, VerdictEffect } from '../../packages/anyhook/src/agents/agent.js';
import type { CapabilityCell } from './case.js';

/** The observed effect of a hook's answer: full, weaker (named), or none. */
export type Observation = ObservedRows &
  ({ readonly seen: 'whole' } | { readonly seen: 'weaker' | 'nothing'; readonly how: string });

/** A table of observations, for e2e/measured.json. */
interface ObservedRows {
  readonly rows?: Readonly<Record<string, string>>;
}

export const fullEffect: Observation = { seen: 'whole' };
export const weakerEffect = (how: string): Observation => ({ seen: 'weaker', how });
export const noEffect = (how: string): Observation => ({ seen: 'nothing', how });

const expected = { exact: 'whole', emulated: 'whole', degraded: 'weaker', impossible: 'nothing' } as const satisfies {
  [grade in Grade]: Observation['seen'];
};

/** A weaker effect: the engine uses another answer because the agent does not support the first. */
const standIns: Readonly<Record<string, VerdictEffect>> = {
  'tool.before ask': 'deny',
  'tool.after rewrite': 'context',
};

/** The code's claim about a cell. */
export interface Claim {
  readonly grade: Grade;
  /** The engine does it instead of the agent. */
  readonly standsIn: boolean;
}

/** What a capability table claims for a cell. */
export function claimOf({ event, effect }: CapabilityCell, capabilities: Agent['capabilities']): Claim {
  const gradeOf = (asked: VerdictEffect) => capabilities[event]?.[asked] ?? 'impossible';
  const grade = gradeOf(effect);
  const other = standIns[`${event} ${effect}`];
  return { grade, standsIn: grade === 'impossible' && other !== undefined && gradeOf(other) !== 'impossible' };
}

/** The problem with the claim, if any: the table must promise neither more nor less than was observed. */
export function contradiction(
  { event, effect }: CapabilityCell,
  { grade, standsIn }: Claim,
  observation: Observation,
): string | undefined {
  if (observation.seen === (standsIn ? 'weaker' : expected[grade])) return undefined;
  return `${effect} at ${event} is called ${grade}, but ${observation.seen === 'whole' ? 'its whole effect was seen' : observation.how}`;
}
