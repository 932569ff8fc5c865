import { ownValue, type RouteIndex } from './build-index.js';
import { type RouteMatch, strongestHits, type TermHit } from './score.js';
import { textWords, type Word } from './words.js';

/** The topic of a prompt, and the words that indicate it. */
export interface Intent {
  readonly scope?: string;
  readonly topic: string;
  readonly stage?: string;
  readonly words: Readonly<Partial<Record<'scope' | 'topic' | 'stage', readonly string[]>>>;
}

/** Whether a file or folder, relative to the project, exists. */
export type PathExists = (path: string) => boolean;

interface IntentPart {
  readonly value: string;
  readonly words: readonly string[];
}

/** The prompt's own words count first, then the best row that has the field. */
export function intentOf(
  matches: readonly RouteMatch[],
  detectedStage: ReturnType<typeof detectStage>,
  namedScope: IntentPart | undefined,
): Intent {
  const fromRow = (part: 'scope' | 'topic' | 'stage'): IntentPart | undefined => {
    const match = matches.find(({ entry }) => entry[part] !== undefined);
    return match && { value: match.entry[part] ?? '', words: leadingWords(match.hits) };
  };
  const words = leadingWords(matches[0]?.hits ?? []);
  const topic = fromRow('topic') ?? { value: words.slice(0, 3).join(', '), words };
  const scope = namedScope ?? fromRow('scope');
  const stage = detectedStage ? { value: detectedStage.stage, words: detectedStage.words } : fromRow('stage');
  return {
    ...(scope && { scope: scope.value }),
    topic: topic.value,
    ...(stage && { stage: stage.value }),
    words: { ...(scope && { scope: scope.words }), topic: topic.words, ...(stage && { stage: stage.words }) },
  };
}

const leadingWords = (hits: readonly TermHit[]): readonly string[] => strongestHits(hits).best.map(({ text }) => text);

const pathPattern = /(?<![\w@./:-])[\w@.-]{1,100}(?:\/[\w@.-]{1,100}){1,20}\/?/g;
/** "and/or" also has a slash. */
const isClearlyPath = (named: string): boolean => /\.[A-Za-z]\w{0,9}$|\/.*\/|\/$/.test(named);

/** The first path that the prompt names; otherwise the longest scope name of the routing documents that occurs in the prompt. */
export function findScope(
  { scopes }: RouteIndex,
  text: string,
  words: readonly Word[],
  exists: PathExists,
): IntentPart | undefined {
  const paths = Array.from(text.matchAll(pathPattern), ([found]) => found.replace(/[.-]{1,100}$/, '')).slice(0, 20);
  const named = paths.find((one) => isClearlyPath(one) || exists(one));
  if (named) return { value: named, words: [named] };
  let best: (IntentPart & { readonly size: number }) | undefined;
  for (let i = 0; i < words.length; i++) {
    let key = '';
    let phrase = '';
    for (let size = 1; size <= maxScopeWords && i + size <= words.length; size++) {
      const { stem, text: one } = words[i + size - 1] as Word;
      key = size === 1 ? stem : `${key} ${stem}`;
      phrase = size === 1 ? one : `${phrase} ${one}`;
      const scope = ownValue(scopes, key);
      if (scope !== undefined && size > (best?.size ?? 0)) best = { value: scope, words: [phrase], size };
    }
  }
  return best && { value: best.value, words: best.words };
}

const maxScopeWords = 5;

/** Words of each stage of work. Most words in a prompt win, then the first: "write a test" is about testing. */
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

type WorkStage = keyof typeof workStages;

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
