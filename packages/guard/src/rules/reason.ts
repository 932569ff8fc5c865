import { ask, deny, type OnFailure, type Result, showHidden } from '@anyhook/core';
import { describeEffect } from './describe.js';
import type { GuardFinding, GuardSettings, Judgement } from './judge.js';
import type { GuardDecision, GuardRule } from './rule.js';
import { suggestionFor } from './suggestions.js';

/** The effects of one part of a command; the interpreter creates these. */
export interface ExplainedStep {
  readonly text: string;
  readonly note: string;
  /** The pack or program that reported it. */
  readonly source?: string;
}

/** Everything that `anyhook guard explain` shows, as data. */
export interface GuardExplanation {
  readonly decision: GuardDecision;
  /** Every effect, the strictest first. */
  readonly effects: readonly ExplainedEffect[];
  readonly steps: readonly ExplainedStep[];
}

export interface ExplainedEffect {
  readonly decision: GuardDecision;
  readonly text: string;
  readonly call: string;
  readonly via: readonly string[];
  readonly source: string;
  readonly rule?: {
    readonly origin: string;
    readonly text: string;
    readonly because?: string;
    readonly until?: string;
  };
  /** What to do instead, if it does not pass. */
  readonly instead?: string;
}

const verbs: Readonly<Record<GuardDecision, string>> = { deny: 'denied', ask: 'needs a person', pass: 'passes' };
const maxTextChars = 300;

/** The single line for the agent: effect, place, rule, alternative. Undefined if everything passes. */
export function guardReason(judgement: Judgement, settings: GuardSettings): string | undefined {
  const { decision } = judgement;
  if (decision === 'pass') return undefined;
  const counting = judgement.findings.filter((finding) => finding.decision === decision);
  const [first] = counting;
  if (!first) return undefined;
  const others = new Set(counting.map(({ effect }) => describeEffect(effect, settings))).size - 1;
  const more = others > 0 ? ` (and ${others} more)` : '';
  const { effect, rule } = first;
  const via = effect.via.length > 0 ? ` (by ${effect.via.join(' > ')})` : '';
  return oneLine(
    `${shorten(describeEffect(effect, settings))}${via}${more}: ${verbs[decision]}${ruleText(rule)}. ` +
      `Instead: ${insteadText(first)}.`,
  );
}

function ruleText(rule: GuardRule | undefined): string {
  if (!rule) return '';
  const name = ` by the ${rule.origin === 'default' ? 'default rule' : `rule of the ${rule.origin} config`} "${rule.decide}: ${rule.text}"`;
  return rule.because === undefined ? name : `${name}, because ${shorten(rule.because)}`;
}

const insteadText = ({ effect, rule }: GuardFinding): string =>
  (rule?.instead === undefined ? suggestionFor(effect) : shorten(rule.instead)).replace(/\.$/, '');

export function explainJudgement(
  { decision, findings }: Judgement,
  steps: readonly ExplainedStep[],
  settings: GuardSettings,
): GuardExplanation {
  const strictestFirst = (['deny', 'ask', 'pass'] as const).flatMap((one) =>
    findings.filter((finding) => finding.decision === one),
  );
  return { decision, effects: strictestFirst.map((finding) => explainFinding(finding, settings)), steps };
}

function explainFinding(finding: GuardFinding, settings: GuardSettings): ExplainedEffect {
  const { effect, rule, decision } = finding;
  return {
    decision,
    text: describeEffect(effect, settings),
    call: effect.call,
    via: effect.via,
    source: effect.source,
    ...(rule && {
      rule: {
        origin: rule.origin,
        text: `${rule.decide}: ${rule.text}`,
        ...(rule.because !== undefined && { because: rule.because }),
        ...(rule.until !== undefined && { until: rule.until }),
      },
    }),
    ...(decision !== 'pass' && { instead: insteadText(finding) }),
  };
}

const shorten = (text: string): string => (text.length > maxTextChars ? `${text.slice(0, maxTextChars)}…` : text);

/** It contains untrusted text: hidden characters are shown, and no part starts a new line. */
const oneLine = (text: string): string => showHidden(text.replace(/\s/g, ' '));

/** A broken guard file might have denied this call, so do not let it pass. */
export function withMistake(result: Result, mistake: string, onFailure: OnFailure): Result {
  if (result.decision === 'deny') return result;
  const text = `a guard file has a mistake, so some of its rules and packs are ignored (${mistake}); fix it and run "anyhook hooks validate"`;
  if (onFailure === 'closed') return deny(text);
  return result.decision === 'ask' ? result : ask(text);
}
