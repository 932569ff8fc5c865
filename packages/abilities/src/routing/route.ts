import { compareCodeUnits, ownValue, type RouteIndex, type TermKind, termKinds } from './build-index.js';
import { detectStage, findScope, type Intent, intentOf, type PathExists } from './intent.js';
import { type RouteMatch, scoreEntries, strongestHits, type TermHit } from './score.js';
import { textWords, type Word } from './words.js';

export interface RouteOptions {
  /** Maximum number of abilities; default 5. */
  readonly abilities?: number;
  /** Maximum number of documents; default 5. */
  readonly documents?: number;
  /** From 0 to 1; results below it are left out. Default 0.5, which one keyword reaches. */
  readonly minConfidence?: number;
  /** Whether a file or folder, relative to the project, exists; without it every document is assumed to. */
  readonly exists?: PathExists;
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

/** The suggestions for a prompt. Everything is empty, and there is no intent, if nothing matches well. */
export interface PromptRoute {
  readonly abilities: readonly SuggestedAbility[];
  readonly documents: readonly SuggestedDocument[];
  readonly intent?: Intent;
  /** Number of index positions that were read. */
  readonly positionsRead: number;
}

/** Longer prompts are cut to this length. */
const maxChars = 20_000;

/** The suggestions for a prompt. The result does not depend on the order of the rows. */
export function routePrompt(index: RouteIndex, prompt: string, options: RouteOptions = {}): PromptRoute {
  const text = prompt.slice(0, maxChars);
  const words = textWords(text);
  const detectedStage = detectStage(words);
  const { hits, positionsRead } = findHits(index, words);
  const minConfidence = options.minConfidence ?? 0.5;
  const matches = scoreEntries(index, hits, detectedStage?.stage).filter(
    ({ confidence }) => confidence >= minConfidence,
  );
  const abilities = suggestAbilities(matches, options.abilities ?? 5);
  const documents = suggestDocuments(matches, options.exists ?? (() => true), options.documents ?? 5);
  if (abilities.length + documents.length === 0) return { abilities: [], documents: [], positionsRead };
  return {
    abilities,
    documents,
    intent: intentOf(matches, detectedStage, findScope(index, text, words, options.exists ?? (() => false))),
    positionsRead,
  };
}

/** All terms in the prompt, by entry. */
function findHits(
  index: RouteIndex,
  words: readonly Word[],
): { readonly hits: Map<number, TermHit[]>; readonly positionsRead: number } {
  const hits = new Map<number, TermHit[]>();
  const seen = new Set<string>();
  let positionsRead = 0;
  for (const { key, text, size } of termsIn(index, words)) {
    positionsRead++;
    if (seen.has(key)) continue;
    seen.add(key);
    for (const posting of ownValue(index.terms, key) ?? []) {
      positionsRead++;
      const hit: TermHit = { kind: termKinds[posting % 8] as TermKind, text, size };
      const entry = posting >> 3;
      const found = hits.get(entry);
      if (found) found.push(hit);
      else hits.set(entry, [hit]);
    }
  }
  return { hits, positionsRead };
}

/** Every sequence of words that may be a term, in the order of the prompt. */
function* termsIn({ longest }: RouteIndex, words: readonly Word[]) {
  for (let i = 0; i < words.length; i++) {
    const first = words[i] as Word;
    const maxSize = Math.min(ownValue(longest, first.stem) ?? 0, words.length - i);
    let { stem: key, text } = first;
    for (let size = 1; size <= maxSize; size++) {
      if (size > 1) {
        const next = words[i + size - 1] as Word;
        key += ` ${next.stem}`;
        text += ` ${next.text}`;
      }
      yield { key, text, size };
    }
  }
}

function suggestAbilities(matches: readonly RouteMatch[], limit: number): readonly SuggestedAbility[] {
  const found = new Map<string, RouteMatch>();
  for (const match of matches) for (const id of match.entry.abilities) if (!found.has(id)) found.set(id, match);
  return [...found]
    .sort(([a, one], [b, other]) => other.score - one.score || compareCodeUnits(a, b))
    .slice(0, limit)
    .map(([id, { hits, confidence }]) => ({ id, reason: hitsReason(hits), confidence }));
}

/** The existence of at most this many documents is checked. */
const maxCandidates = 100;

function suggestDocuments(
  matches: readonly RouteMatch[],
  exists: PathExists,
  limit: number,
): readonly SuggestedDocument[] {
  const candidates = new Map<string, RouteMatch>();
  for (const match of matches) {
    for (const path of match.entry.documents)
      if (!candidates.has(path) && candidates.size < maxCandidates) candidates.set(path, match);
  }
  return [...candidates]
    .filter(([path]) => exists(path))
    .slice(0, limit)
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
