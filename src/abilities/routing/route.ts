import { compare, type Entry, type RouteIndex, type TermKind, termKinds } from './build.js';
import { stageOf } from './stages.js';
import { type Word, wordsOf } from './words.js';

export interface RouteOptions {
  /** Most abilities; default 5. */
  readonly abilities?: number;
  /** Most documents; default 5. */
  readonly documents?: number;
  /** From 0 to 1; what is less sure is left out. Default 0.5, which one keyword reaches. */
  readonly minConfidence?: number;
  /** Says whether a file or folder, relative to the project, is there; without it every document is taken to be. */
  readonly isThere?: IsThere;
}

type IsThere = (path: string) => boolean;

export interface SuggestedAbility {
  readonly id: string;
  readonly reason: string;
  /** From 0 to 1. */
  readonly confidence: number;
}

export interface SuggestedDocument {
  readonly path: string;
  readonly reason: string;
}

/** What a prompt is about, and for each part the words that say so. */
export interface Intent {
  readonly scope?: string;
  readonly topic?: string;
  readonly stage?: string;
  readonly words: Readonly<Partial<Record<'scope' | 'topic' | 'stage', readonly string[]>>>;
}

/** Where a prompt leads. All is empty, and there is no intent, where nothing fits well. */
export interface Routing {
  readonly abilities: readonly SuggestedAbility[];
  readonly documents: readonly SuggestedDocument[];
  readonly intent?: Intent;
  /** How many places of the index were looked at. */
  readonly looked: number;
}

/** A prompt beyond this is not read. */
const mostChars = 20_000;

/** Where a prompt leads: the same for the same rows and prompt, in whichever order the rows came. */
export function route(index: RouteIndex, prompt: string, options: RouteOptions = {}): Routing {
  const text = prompt.slice(0, mostChars);
  const words = wordsOf(text);
  const said = stageOf(words);
  const { hits, looked } = find(index, words);
  const least = options.minConfidence ?? 0.5;
  const fitting = weigh(index, hits, said?.stage).filter(({ confidence }) => confidence >= least);
  const abilities = suggestAbilities(fitting).slice(0, options.abilities ?? 5);
  const documents = suggestDocuments(fitting, options.isThere ?? (() => true), options.documents ?? 5);
  if (abilities.length + documents.length === 0) return { abilities: [], documents: [], looked };
  return {
    abilities,
    documents,
    intent: intentOf(fitting, said, scopeIn(index, text, words, options.isThere ?? (() => false))),
    looked,
  };
}

/** A term of the index that the prompt holds, as the prompt writes it. */
interface Hit {
  readonly kind: TermKind;
  readonly text: string;
  readonly size: number;
}

/** All terms that the prompt holds, by entry. */
function find(
  index: RouteIndex,
  words: readonly Word[],
): { readonly hits: Map<number, Hit[]>; readonly looked: number } {
  const hits = new Map<number, Hit[]>();
  const seen = new Set<string>();
  let looked = 0;
  for (const { key, text, size } of termsIn(index, words)) {
    looked++;
    if (seen.has(key)) continue;
    seen.add(key);
    for (const posting of own(index.terms, key) ?? []) {
      looked++;
      const hit: Hit = { kind: termKinds[posting % 8] as TermKind, text, size };
      const entry = posting >> 3;
      const found = hits.get(entry);
      if (found) found.push(hit);
      else hits.set(entry, [hit]);
    }
  }
  return { hits, looked };
}

/** Every row of words that may be a term, in the order of the prompt. */
function* termsIn({ longest }: RouteIndex, words: readonly Word[]) {
  for (let i = 0; i < words.length; i++) {
    const first = words[i] as Word;
    const most = Math.min(own(longest, first.stem) ?? 0, words.length - i);
    let { stem: key, text } = first;
    for (let size = 1; size <= most; size++) {
      if (size > 1) {
        const next = words[i + size - 1] as Word;
        key += ` ${next.stem}`;
        text += ` ${next.text}`;
      }
      yield { key, text, size };
    }
  }
}

/** An entry that the prompt leads to. */
interface Fit {
  readonly entry: Entry;
  readonly hits: readonly Hit[];
  readonly score: number;
  readonly confidence: number;
}

/** What a term is worth, by its words. */
const worths: Readonly<Record<TermKind, (size: number) => number>> = {
  not: () => 0,
  keyword: (size) => Math.min(9, 1 + 2 * size),
  name: (size) => (size > 1 ? 6 : 3),
  part: () => 2,
  word: () => 1,
};
const worth = ({ kind, size }: Hit): number => worths[kind](size);

/** Half sure at three points, and half of the rest with every three more. */
const confidenceOf = (score: number): number => Math.min(0.99, Math.round((1 - 2 ** (-score / 3)) * 100) / 100);

/** The entries with a score, best first. A negative keyword puts the ability out, by whichever row it came. */
function weigh(index: RouteIndex, hits: ReadonlyMap<number, Hit[]>, stage: string | undefined): readonly Fit[] {
  const out = new Set<string>();
  const fits: Fit[] = [];
  for (const [at, found] of hits) {
    const entry = index.entries[at];
    if (!entry) continue;
    if (found.some(({ kind }) => kind === 'not')) for (const id of entry.abilities) out.add(id);
    else {
      const same = stage !== undefined && entry.stage?.toLowerCase() === stage ? 1 : 0;
      const counted = onceEach(found);
      const score = counted.reduce((sum, hit) => sum + worth(hit), same);
      fits.push({ entry, hits: counted, score, confidence: confidenceOf(score) });
    }
  }
  return fits.filter(({ entry }) => !entry.abilities.some((id) => out.has(id))).sort(byScore);
}

/** Without single words that a keyword or the whole name has counted. */
function onceEach(hits: readonly Hit[]): readonly Hit[] {
  const isSingle = ({ kind }: Hit) => kind === 'part' || kind === 'word';
  const counted = new Set(hits.flatMap((hit) => (isSingle(hit) ? [] : hit.text.split(' '))));
  return hits.filter((hit) => !isSingle(hit) || !counted.has(hit.text));
}

const byScore = (a: Fit, b: Fit): number =>
  b.score - a.score ||
  compare(a.entry.abilities[0] ?? '', b.entry.abilities[0] ?? '') ||
  compare(a.entry.source, b.entry.source) ||
  a.entry.line - b.entry.line;

function suggestAbilities(fits: readonly Fit[]): readonly SuggestedAbility[] {
  const found = new Map<string, SuggestedAbility & { readonly score: number }>();
  for (const { entry, hits, score, confidence } of fits) {
    for (const id of entry.abilities) {
      if (!found.has(id)) found.set(id, { id, reason: reasonOf(hits), confidence, score });
    }
  }
  return [...found.values()]
    .sort((a, b) => b.score - a.score || compare(a.id, b.id))
    .map(({ id, reason, confidence }) => ({ id, reason, confidence }));
}

function suggestDocuments(fits: readonly Fit[], isThere: IsThere, most: number): readonly SuggestedDocument[] {
  const found = new Map<string, SuggestedDocument>();
  for (const { entry, hits } of fits) {
    for (const path of entry.documents) {
      if (found.size >= most) return [...found.values()];
      if (found.has(path) || !isThere(path)) continue;
      const [ability] = entry.abilities;
      found.set(path, { path, reason: `${ability ? `Goes with ${ability}. ` : ''}${reasonOf(hits)}` });
    }
  }
  return [...found.values()];
}

const kindWords = { not: '', keyword: 'keyword', name: 'name', part: 'name', word: 'summary' } as const;
const mostNamed = 6;

/** `The prompt has "signup regression" (keyword), "checkout" (summary).` The words are the prompt's own. */
function reasonOf(hits: readonly Hit[]): string {
  const sorted = [...hits].sort((a, b) => worth(b) - worth(a));
  const named = sorted.slice(0, mostNamed).map(({ text, kind }) => `"${text}" (${kindWords[kind]})`);
  const more = hits.length > mostNamed ? ` and ${hits.length - mostNamed} more` : '';
  return `The prompt has ${named.join(', ')}${more}.`;
}

interface Found {
  readonly value: string;
  readonly words: readonly string[];
}

/** What the prompt itself says comes first; then what the best row says that says anything of it. */
function intentOf(fits: readonly Fit[], said: ReturnType<typeof stageOf>, named: Found | undefined): Intent {
  const fromRow = (part: 'scope' | 'topic' | 'stage'): Found | undefined => {
    const fit = fits.find(({ entry }) => entry[part] !== undefined);
    return fit && { value: fit.entry[part] ?? '', words: leading(fit.hits) };
  };
  const words = leading(fits[0]?.hits ?? []);
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

const leading = (hits: readonly Hit[]): readonly string[] =>
  [...hits]
    .sort((a, b) => worth(b) - worth(a))
    .slice(0, mostNamed)
    .map(({ text }) => text);

const path = /(?<![\w@./:-])[\w@.-]{1,100}(?:\/[\w@.-]{1,100}){1,20}\/?/g;
/** "and/or" has a slash too. */
const isClear = (named: string): boolean => /\.[A-Za-z]\w{0,9}$|\/.*\/|\/$/.test(named);

/** The first path that the prompt names; else the scope of the documents that it names with the most words. */
function scopeIn({ scopes }: RouteIndex, text: string, words: readonly Word[], isThere: IsThere): Found | undefined {
  const paths = Array.from(text.matchAll(path), ([found]) => found.replace(/[.-]{1,100}$/, '')).slice(0, 20);
  const named = paths.find((one) => isClear(one) || isThere(one));
  if (named) return { value: named, words: [named] };
  let best: (Found & { readonly size: number }) | undefined;
  for (let i = 0; i < words.length; i++) {
    let key = '';
    let said = '';
    for (let size = 1; size <= mostScopeWords && i + size <= words.length; size++) {
      const { stem, text: one } = words[i + size - 1] as Word;
      key = size === 1 ? stem : `${key} ${stem}`;
      said = size === 1 ? one : `${said} ${one}`;
      const scope = own(scopes, key);
      if (scope !== undefined && size > (best?.size ?? 0)) best = { value: scope, words: [said], size };
    }
  }
  return best && { value: best.value, words: best.words };
}

const mostScopeWords = 5;

const own = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;
