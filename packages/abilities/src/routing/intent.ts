import { ownValue, type RouteIndex } from './build-index.js';
import { type RouteMatch, strongestHits, type TermHit } from './score.js';
import type { detectStage } from './stages.js';
import type { Word } from './words.js';

/** What a prompt is about, and the words that say so. */
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
/** "and/or" has a slash too. */
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
