import { type GuardDecision, type GuardRule, parseRule } from './rule.js';

/** A default rule as users write it, and the reason for it. */
export interface DefaultRow {
  readonly decide: GuardDecision;
  readonly text: string;
  readonly because: string;
  /** The setting `unknown` replaces the decision. */
  readonly byUnknown?: true;
}

export const rulesOfRows = (rows: readonly DefaultRow[]): readonly GuardRule[] =>
  rows.map(({ decide, text, because, byUnknown }) => {
    const reading = parseRule(decide, text, 'default', { because });
    if ('problem' in reading) throw new Error(reading.problem);
    return { ...reading.rule, ...(byUnknown && { byUnknown }) };
  });
