import { textWords, type Word } from './words.js';

/**
 * The words that identify a stage of work. The stage with the most words in a prompt wins; of two with equally many,
 * the first: "write a test" is about testing.
 */
export const workStages = {
  release: 'release publish ship deploy deployment rollout launch version',
  test: 'test regression e2e coverage verify validate qa assert',
  review: 'review audit critique approve feedback',
  operate: 'monitor incident alert outage restart scale rollback backup restore oncall runbook logs metrics',
  debug: 'debug fix bug crash broken failing failure error investigate diagnose troubleshoot',
  document: 'document documentation docs readme changelog explain',
  plan: 'plan design propose proposal architect architecture spec roadmap estimate brainstorm outline',
  implement: 'implement add build create write develop code refactor change edit update extend migrate rename remove',
} as const;

export type WorkStage = keyof typeof workStages;

const byStem = new Map<string, WorkStage>(
  (Object.keys(workStages) as WorkStage[]).flatMap((stage) =>
    textWords(workStages[stage]).map(({ stem }) => [stem, stage] as const),
  ),
);

/** The stage that the words indicate, and those words. */
export function detectStage(
  words: readonly Word[],
): { readonly stage: WorkStage; readonly words: readonly string[] } | undefined {
  const wordsByStage = new Map<WorkStage, Set<string>>();
  for (const { stem, text } of words) {
    const stage = byStem.get(stem);
    if (stage) wordsByStage.set(stage, (wordsByStage.get(stage) ?? new Set()).add(text));
  }
  let best: WorkStage | undefined;
  for (const stage of Object.keys(workStages) as WorkStage[]) {
    if ((wordsByStage.get(stage)?.size ?? 0) > (best ? (wordsByStage.get(best)?.size ?? 0) : 0)) best = stage;
  }
  return best && { stage: best, words: [...(wordsByStage.get(best) ?? [])] };
}
