import type { SeenEffect } from '../effect.js';
import { matchRule, type RuleWorld } from './match.js';
import { profileRules } from './profiles.js';
import { type GuardDecision, type GuardRule, isExpired } from './rule.js';
import type { GuardProfile } from './settings.js';

export interface GuardSettings extends RuleWorld {
  readonly profile?: GuardProfile;
  /** The decision if the effects of a command are unknown. */
  readonly unknown?: GuardDecision;
  /** Packs whose effects are ignored: `pack:heroku`. */
  readonly off?: readonly string[];
  /** The current day, such as 2027-01-31: rules may expire. */
  readonly today?: string;
}

/** An effect, and the rule that decided about it. */
export interface GuardFinding {
  readonly effect: SeenEffect;
  /** Undefined: no rule matches, or its pack is off. */
  readonly rule: GuardRule | undefined;
  readonly decision: GuardDecision;
}

export interface Judgement {
  readonly decision: GuardDecision;
  /** One for each effect, in the order of the command. */
  readonly findings: readonly GuardFinding[];
}

const ranks: Readonly<Record<GuardDecision, number>> = { pass: 0, ask: 1, deny: 2 };

export const stricter = (a: GuardDecision, b: GuardDecision): GuardDecision => (ranks[b] > ranks[a] ? b : a);
export const isStricter = (a: GuardDecision, b: GuardDecision): boolean => ranks[a] > ranks[b];

/**
 * Judges effects. For each effect the first matching rule decides; over all effects the strictest decision wins. Rules
 * of managed and user config come first, then the stricter of the project's and the default rules; of two equal ones,
 * the project's.
 */
export function judgeEffects(
  effects: readonly SeenEffect[],
  rules: readonly GuardRule[],
  settings: GuardSettings,
): Judgement {
  const counting = rules.filter((rule) => settings.today === undefined || !isExpired(rule, settings.today));
  const groups = {
    managed: counting.filter(({ origin }) => origin === 'managed'),
    user: counting.filter(({ origin }) => origin === 'user'),
    project: counting.filter(({ origin }) => origin === 'project'),
    defaults: profileRules(settings.profile ?? 'standard'),
  };
  const findings = effects.map((effect) => findingOf(effect, groups, settings));
  return { decision: findings.reduce<GuardDecision>((all, { decision }) => stricter(all, decision), 'pass'), findings };
}

interface RuleGroups {
  readonly managed: readonly GuardRule[];
  readonly user: readonly GuardRule[];
  readonly project: readonly GuardRule[];
  readonly defaults: readonly GuardRule[];
}

interface RuleAnswer {
  readonly rule: GuardRule | undefined;
  readonly decision: GuardDecision;
}

const noAnswer: RuleAnswer = { rule: undefined, decision: 'pass' };

function findingOf(effect: SeenEffect, groups: RuleGroups, settings: GuardSettings): GuardFinding {
  const isOnAgents = touchesAgents(effect);
  if (!isOnAgents && isOff(effect, settings)) return { effect, ...noAnswer };
  const own = firstAnswer(groups.managed, effect, settings) ?? firstAnswer(groups.user, effect, settings);
  const usual = firstAnswer(groups.defaults, effect, settings) ?? noAnswer;
  const project = firstAnswer(groups.project, effect, settings);
  // A pass of the user's own rules wins; a project can only add to the user's rules or the defaults.
  const mayAdd = project && own?.decision !== 'pass' ? project : undefined;
  const answer = own ? strictestAnswer(own, mayAdd ?? own) : strictestAnswer(mayAdd ?? usual, usual);
  return { effect, ...(isOnAgents ? strictestAnswer(answer, usual) : answer) };
}

const strictestAnswer = (a: RuleAnswer, b: RuleAnswer): RuleAnswer => (isStricter(b.decision, a.decision) ? b : a);

function firstAnswer(rules: readonly GuardRule[], effect: SeenEffect, settings: GuardSettings): RuleAnswer | undefined {
  for (const rule of rules) {
    const match = matchRule(rule, effect, settings);
    if (match === 'no') continue;
    const decision = match === 'maybe' ? doubtful(rule, settings) : decisionOf(rule, effect, settings);
    if (decision !== undefined) return { rule, decision };
  }
  return undefined;
}

/** A rule that may match asks, unless the user chose otherwise; it never passes. */
function doubtful({ decide }: GuardRule, { unknown = 'ask' }: GuardSettings): GuardDecision | undefined {
  if (decide === 'pass' || unknown === 'pass') return undefined;
  return isStricter(decide, unknown) ? unknown : decide;
}

function decisionOf({ decide, byUnknown }: GuardRule, effect: SeenEffect, settings: GuardSettings): GuardDecision {
  const { unknown } = settings;
  if (unknown === undefined) return decide;
  if (byUnknown) return unknown;
  // A command that was not fully read may do anything: it never passes by itself.
  return effect.do === 'unread' ? stricter(decide, unknown) : decide;
}

/** Whether it changes settings of agents or of anyhook. */
export function touchesAgents(effect: SeenEffect): boolean {
  if (effect.do === 'move') return effect.from.scope === 'agent' || effect.to.scope === 'agent';
  const changes = effect.do === 'delete' || effect.do === 'write' || effect.do === 'permit';
  return changes && effect.at.scope === 'agent';
}

const isOff = ({ source }: SeenEffect, { off = [] }: GuardSettings): boolean =>
  off.includes(`pack:${source.slice(source.indexOf(':') + 1)}`);
