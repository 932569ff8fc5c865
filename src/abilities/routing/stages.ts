import { type Word, wordsOf } from './words.js';

/**
 * The words that identify a stage of work. The stage with the most words in a prompt wins; of two with equally many,
 * the first: "write a test" is about testing.
 */
export const stages = {
  release: 'release publish ship deploy deployment rollout launch version',
  test: 'test regression e2e coverage verify validate qa assert',
  review: 'review audit critique approve feedback',
  operate: 'monitor incident alert outage restart scale rollback backup restore oncall runbook logs metrics',
  debug: 'debug fix bug crash broken failing failure error investigate diagnose troubleshoot',
  document: 'document documentation docs readme changelog explain',
  plan: 'plan design propose proposal architect architecture spec roadmap estimate brainstorm outline',
  implement: 'implement add build create write develop code refactor change edit update extend migrate rename remove',
} as const;

export type Stage = keyof typeof stages;

const byStem = new Map<string, Stage>(
  (Object.keys(stages) as Stage[]).flatMap((stage) => wordsOf(stages[stage]).map(({ stem }) => [stem, stage] as const)),
);

/** The stage that the words indicate, and those words. */
export function stageOf(
  words: readonly Word[],
): { readonly stage: Stage; readonly words: readonly string[] } | undefined {
  const said = new Map<Stage, Set<string>>();
  for (const { stem, text } of words) {
    const stage = byStem.get(stem);
    if (stage) said.set(stage, (said.get(stage) ?? new Set()).add(text));
  }
  let best: Stage | undefined;
  for (const stage of Object.keys(stages) as Stage[]) {
    if ((said.get(stage)?.size ?? 0) > (best ? (said.get(best)?.size ?? 0) : 0)) best = stage;
  }
  return best && { stage: best, words: [...(said.get(best) ?? [])] };
}
