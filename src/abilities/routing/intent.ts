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
export type IsThere = (path: string) => boolean;

interface IntentPart {
  readonly value: string;
  readonly words: readonly string[];
}

/** The prompt's own words come first, then the best row that says anything about it. */
export function intentOf(
  fits: readonly RouteMatch[],
  said: ReturnType<typeof detectStage>,
  named: IntentPart | undefined,
): Intent {
  const fromRow = (part: 'scope' | 'topic' | 'stage'): IntentPart | undefined => {
    const fit = fits.find(({ entry }) => entry[part] !== undefined);
    return fit && { value: fit.entry[part] ?? '', words: leadingWords(fit.hits) };
  };
  const words = leadingWords(fits[0]?.hits ?? []);
  const topic = fromRow('topic') ?? { value: words.slice(0, 3).join(', '), words };
  const scope = named ?? fromRow('scope');
  const stage = said ? { value: said.stage, words: said.words } : fromRow('stage');
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
  isThere: IsThere,
): IntentPart | undefined {
  const paths = Array.from(text.matchAll(pathPattern), ([found]) => found.replace(/[.-]{1,100}$/, '')).slice(0, 20);
  const named = paths.find((one) => isClearlyPath(one) || isThere(one));
  if (named) return { value: named, words: [named] };
  let best: (IntentPart & { readonly size: number }) | undefined;
  for (let i = 0; i < words.length; i++) {
    let key = '';
    let said = '';
    for (let size = 1; size <= maxScopeWords && i + size <= words.length; size++) {
      const { stem, text: one } = words[i + size - 1] as Word;
      key = size === 1 ? stem : `${key} ${stem}`;
      said = size === 1 ? one : `${said} ${one}`;
      const scope = ownValue(scopes, key);
      if (scope !== undefined && size > (best?.size ?? 0)) best = { value: scope, words: [said], size };
    }
  }
  return best && { value: best.value, words: best.words };
}

const maxScopeWords = 5;
