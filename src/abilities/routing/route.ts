import { compare, own, type RouteIndex, type TermKind, termKinds } from './build.js';
import { type Intent, type IsThere, intentOf, scopeIn } from './intent.js';
import { type Fit, type Hit, strongest, weigh } from './score.js';
import { stageOf } from './stages.js';
import { type Word, wordsOf } from './words.js';

export interface RouteOptions {
  /** Maximal number of abilities; default 5. */
  readonly abilities?: number;
  /** Maximal number of documents; default 5. */
  readonly documents?: number;
  /** From 0 to 1; results below it are left out. Default 0.5, which one keyword reaches. */
  readonly minConfidence?: number;
  /** Whether a file or folder, relative to the project, exists; without it every document is assumed to. */
  readonly isThere?: IsThere;
}

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

/** Where a prompt leads. Everything is empty, and there is no intent, if nothing matches well. */
export interface Routing {
  readonly abilities: readonly SuggestedAbility[];
  readonly documents: readonly SuggestedDocument[];
  readonly intent?: Intent;
  /** Number of index positions that were read. */
  readonly looked: number;
}

/** Longer prompts are cut here. */
const mostChars = 20_000;

/** Where a prompt leads. The result does not depend on the order of the rows. */
export function route(index: RouteIndex, prompt: string, options: RouteOptions = {}): Routing {
  const text = prompt.slice(0, mostChars);
  const words = wordsOf(text);
  const said = stageOf(words);
  const { hits, looked } = find(index, words);
  const least = options.minConfidence ?? 0.5;
  const fitting = weigh(index, hits, said?.stage).filter(({ confidence }) => confidence >= least);
  const abilities = suggestAbilities(fitting, options.abilities ?? 5);
  const documents = suggestDocuments(fitting, options.isThere ?? (() => true), options.documents ?? 5);
  if (abilities.length + documents.length === 0) return { abilities: [], documents: [], looked };
  return {
    abilities,
    documents,
    intent: intentOf(fitting, said, scopeIn(index, text, words, options.isThere ?? (() => false))),
    looked,
  };
}

/** All terms in the prompt, by entry. */
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

/** Every sequence of words that may be a term, in the order of the prompt. */
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

function suggestAbilities(fits: readonly Fit[], most: number): readonly SuggestedAbility[] {
  const found = new Map<string, Fit>();
  for (const fit of fits) for (const id of fit.entry.abilities) if (!found.has(id)) found.set(id, fit);
  return [...found]
    .sort(([a, one], [b, other]) => other.score - one.score || compare(a, b))
    .slice(0, most)
    .map(([id, { hits, confidence }]) => ({ id, reason: reasonOf(hits), confidence }));
}

/** The existence of at most this many documents is checked. */
const mostAsked = 100;

function suggestDocuments(fits: readonly Fit[], isThere: IsThere, most: number): readonly SuggestedDocument[] {
  const asked = new Map<string, Fit>();
  for (const fit of fits) {
    for (const path of fit.entry.documents) if (!asked.has(path) && asked.size < mostAsked) asked.set(path, fit);
  }
  return [...asked]
    .filter(([path]) => isThere(path))
    .slice(0, most)
    .map(([path, { entry, hits }]) => {
      const [ability] = entry.abilities;
      return { path, reason: `${ability ? `Goes with ${ability}. ` : ''}${reasonOf(hits)}` };
    });
}

const kindWords = { not: '', keyword: 'keyword', name: 'name', part: 'name', word: 'summary' } as const;

/** `The prompt has "signup regression" (keyword), "checkout" (summary).` The words are quoted from the prompt. */
function reasonOf(hits: readonly Hit[]): string {
  const { best, more } = strongest(hits);
  const named = best.map(({ text, kind }) => `"${text}" (${kindWords[kind]})`);
  return `The prompt has ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}
