import { compareCodeUnits, ownValue, type RouteIndex, type TermKind, termKinds } from './build-index.js';
import { findScope, type Intent, type IsThere, intentOf } from './intent.js';
import { type RouteMatch, scoreEntries, strongestHits, type TermHit } from './score.js';
import { detectStage } from './stages.js';
import { textWords, type Word } from './words.js';

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
export interface PromptRoute {
  readonly abilities: readonly SuggestedAbility[];
  readonly documents: readonly SuggestedDocument[];
  readonly intent?: Intent;
  /** Number of index positions that were read. */
  readonly looked: number;
}

/** Longer prompts are cut here. */
const maxChars = 20_000;

/** Where a prompt leads. The result does not depend on the order of the rows. */
export function routePrompt(index: RouteIndex, prompt: string, options: RouteOptions = {}): PromptRoute {
  const text = prompt.slice(0, maxChars);
  const words = textWords(text);
  const said = detectStage(words);
  const { hits, looked } = findHits(index, words);
  const least = options.minConfidence ?? 0.5;
  const fitting = scoreEntries(index, hits, said?.stage).filter(({ confidence }) => confidence >= least);
  const abilities = suggestAbilities(fitting, options.abilities ?? 5);
  const documents = suggestDocuments(fitting, options.isThere ?? (() => true), options.documents ?? 5);
  if (abilities.length + documents.length === 0) return { abilities: [], documents: [], looked };
  return {
    abilities,
    documents,
    intent: intentOf(fitting, said, findScope(index, text, words, options.isThere ?? (() => false))),
    looked,
  };
}

/** All terms in the prompt, by entry. */
function findHits(
  index: RouteIndex,
  words: readonly Word[],
): { readonly hits: Map<number, TermHit[]>; readonly looked: number } {
  const hits = new Map<number, TermHit[]>();
  const seen = new Set<string>();
  let looked = 0;
  for (const { key, text, size } of termsIn(index, words)) {
    looked++;
    if (seen.has(key)) continue;
    seen.add(key);
    for (const posting of ownValue(index.terms, key) ?? []) {
      looked++;
      const hit: TermHit = { kind: termKinds[posting % 8] as TermKind, text, size };
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
    const most = Math.min(ownValue(longest, first.stem) ?? 0, words.length - i);
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

function suggestAbilities(fits: readonly RouteMatch[], most: number): readonly SuggestedAbility[] {
  const found = new Map<string, RouteMatch>();
  for (const fit of fits) for (const id of fit.entry.abilities) if (!found.has(id)) found.set(id, fit);
  return [...found]
    .sort(([a, one], [b, other]) => other.score - one.score || compareCodeUnits(a, b))
    .slice(0, most)
    .map(([id, { hits, confidence }]) => ({ id, reason: hitsReason(hits), confidence }));
}

/** The existence of at most this many documents is checked. */
const maxAsked = 100;

function suggestDocuments(fits: readonly RouteMatch[], isThere: IsThere, most: number): readonly SuggestedDocument[] {
  const asked = new Map<string, RouteMatch>();
  for (const fit of fits) {
    for (const path of fit.entry.documents) if (!asked.has(path) && asked.size < maxAsked) asked.set(path, fit);
  }
  return [...asked]
    .filter(([path]) => isThere(path))
    .slice(0, most)
    .map(([path, { entry, hits }]) => {
      const [ability] = entry.abilities;
      return { path, reason: `${ability ? `Goes with ${ability}. ` : ''}${hitsReason(hits)}` };
    });
}

const kindWords = { not: '', keyword: 'keyword', name: 'name', part: 'name', word: 'summary' } as const;

/** `The prompt has "signup regression" (keyword), "checkout" (summary).` The words are quoted from the prompt. */
function hitsReason(hits: readonly TermHit[]): string {
  const { best, more } = strongestHits(hits);
  const named = best.map(({ text, kind }) => `"${text}" (${kindWords[kind]})`);
  return `The prompt has ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}
