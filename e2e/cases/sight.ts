import type { Agent, Grade, Wish } from '../../src/agents/agent.js';
import type { Cell } from './case.js';

/** What a run showed of a wish: its whole effect, a weaker one that is named, or nothing of it. */
export type Sight = { readonly seen: 'whole' } | { readonly seen: 'weaker' | 'nothing'; readonly how: string };

export const whole: Sight = { seen: 'whole' };
export const weaker = (how: string): Sight => ({ seen: 'weaker', how });
export const nothing = (how: string): Sight => ({ seen: 'nothing', how });

const expected = { exact: 'whole', emulated: 'whole', degraded: 'weaker', impossible: 'nothing' } as const satisfies {
  [grade in Grade]: Sight['seen'];
};

/** What the engine does by another wish, where the agent cannot grant the first one: a weaker effect. */
const standIns: Readonly<Record<string, Wish>> = { 'tool.before ask': 'deny', 'tool.after rewrite': 'context' };

/** What the code says about a cell. */
export interface Claim {
  readonly grade: Grade;
  /** The engine stands in for the agent. */
  readonly standsIn: boolean;
}

/** What a capability table claims for a cell. */
export function claimOf({ event, wish }: Cell, capabilities: Agent['capabilities']): Claim {
  const gradeOf = (asked: Wish) => capabilities[event]?.[asked] ?? 'impossible';
  const grade = gradeOf(wish);
  const other = standIns[`${event} ${wish}`];
  return { grade, standsIn: grade === 'impossible' && other !== undefined && gradeOf(other) !== 'impossible' };
}

/** What is wrong with the claim, or nothing: the table must promise neither more nor less than was seen. */
export function contradiction({ event, wish }: Cell, { grade, standsIn }: Claim, sight: Sight): string | undefined {
  if (sight.seen === (standsIn ? 'weaker' : expected[grade])) return undefined;
  return `${wish} at ${event} is called ${grade}, but ${sight.seen === 'whole' ? 'its whole effect was seen' : sight.how}`;
}
