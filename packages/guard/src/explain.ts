import type { SeenEffect } from './effect.js';
import type { CommandJudgement } from './guard.js';
import { describeEffect } from './rules/describe.js';
import type { GuardFinding, GuardSettings } from './rules/judge.js';
import { type ExplainedStep, explainJudgement, type GuardExplanation } from './rules/reason.js';
import type { GuardStep } from './shell/steps.js';
import { foreignText, shownValue } from './value.js';

/** A judgement with all its steps, to show to users. */
export const explainCommand = (
  command: string,
  judgement: CommandJudgement,
  settings: GuardSettings,
): GuardExplanation => explainJudgement(judgement, explainSteps(foreignText(command), judgement, settings), settings);

function explainSteps(
  command: string,
  { steps, findings }: CommandJudgement,
  settings: GuardSettings,
): readonly ExplainedStep[] {
  const known = steps.map((step) => {
    const own = findings.filter(({ effect }) => ownerOf(effect, steps) === step);
    return explainStep(command.slice(...step.span), step, own, settings);
  });
  const others = findings.filter(({ effect }) => ownerOf(effect, steps) === undefined);
  return [...known, ...others.map((finding) => explainEffect(finding, settings))];
}

/** The step that an effect belongs to: loops have several at one position. */
function ownerOf({ span: [from, to], call }: SeenEffect, steps: readonly GuardStep[]): GuardStep | undefined {
  const here = steps.filter(({ span }) => span[0] >= from && span[1] <= to);
  return here.find(({ text }) => text === call) ?? here[0];
}

function explainStep(
  written: string,
  { text, folder }: GuardStep,
  findings: readonly GuardFinding[],
  settings: GuardSettings,
): ExplainedStep {
  const first = findings[0]?.effect;
  const understood = first && first.via.length > 0 ? first.call : text;
  const meaning = sameWords(understood, written) ? '' : understood;
  const effects = [...new Set(findings.map(({ effect }) => describeEffect(effect, settings)))];
  const moved = folder === undefined ? [] : [`folder is now ${shownFolder(folder, settings)}`];
  const note = [...moved, ...effects].join('; ');
  return {
    text: written,
    note: meaning === '' || note === '' ? meaning + note : `${meaning} → ${note}`,
    ...(first && { source: first.source }),
  };
}

const explainEffect = ({ effect }: GuardFinding, settings: GuardSettings): ExplainedStep => ({
  text: shownValue(effect.call),
  note: describeEffect(effect, settings),
  source: effect.source,
});

const sameWords = (a: string, b: string): boolean => plainWords(a) === plainWords(b);
const plainWords = (text: string): string => text.replace(/["'\s]/g, '');

function shownFolder(folder: string, { home }: GuardSettings): string {
  const isHome = folder === home || folder.startsWith(`${home}/`);
  return shownValue(isHome && home.length > 1 ? `~${folder.slice(home.length)}` : folder);
}

/** An effect as data for other programs: without the characters that mark unknown text. */
export const plainEffect = (effect: SeenEffect): unknown => plainData(effect);

function plainData(value: unknown): unknown {
  if (typeof value === 'string') return shownValue(value);
  if (Array.isArray(value)) return value.map(plainData);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plainData(one)]));
}
