import { compareCodeUnits, type RouteEntry, type RouteIndex, type TermKind } from './build-index.js';

/** A term of the index that occurs in the prompt, as written there. */
export interface TermHit {
  readonly kind: TermKind;
  readonly text: string;
  readonly size: number;
}

export interface RouteMatch {
  readonly entry: RouteEntry;
  readonly hits: readonly TermHit[];
  readonly score: number;
  readonly confidence: number;
}

/** The score of a term, by its number of words. */
const scoreByKind: Readonly<Record<TermKind, (size: number) => number>> = {
  not: () => 0,
  keyword: (size) => Math.min(9, 1 + 2 * size),
  name: (size) => (size > 1 ? 6 : 3),
  part: () => 2,
  word: () => 1,
};
const hitScore = ({ kind, size }: TermHit): number => scoreByKind[kind](size);

/** 0.5 at three points; every three more points halve the distance to 1. */
const confidenceOf = (score: number): number => Math.min(0.99, Math.round((1 - 2 ** (-score / 3)) * 100) / 100);

/** The entries with a score, best first. A negative keyword excludes its abilities, whichever row they came from. */
export function scoreEntries(
  index: RouteIndex,
  hits: ReadonlyMap<number, TermHit[]>,
  stage: string | undefined,
): readonly RouteMatch[] {
  const excluded = new Set<string>();
  const matches: RouteMatch[] = [];
  for (const [entryIndex, found] of hits) {
    const entry = index.entries[entryIndex];
    if (!entry) continue;
    if (found.some(({ kind }) => kind === 'not')) for (const id of entry.abilities) excluded.add(id);
    else {
      const stageBonus = stage !== undefined && entry.stage === stage ? 1 : 0;
      const counted = withoutCountedWords(found);
      const score = counted.reduce((sum, hit) => sum + hitScore(hit), stageBonus);
      matches.push({ entry, hits: counted, score, confidence: confidenceOf(score) });
    }
  }
  return (excluded.size === 0 ? matches : matches.flatMap((match) => withoutAbilities(match, excluded))).sort(byScore);
}

/** The fit without excluded abilities; empty if all are excluded. */
function withoutAbilities(match: RouteMatch, excluded: ReadonlySet<string>): readonly RouteMatch[] {
  const abilities = match.entry.abilities.filter((id) => !excluded.has(id));
  const isExcluded = abilities.length === 0 && match.entry.abilities.length > 0;
  return isExcluded ? [] : [{ ...match, entry: { ...match.entry, abilities } }];
}

/** Drops single-word hits that are part of a keyword hit or a full-name hit. */
function withoutCountedWords(hits: readonly TermHit[]): readonly TermHit[] {
  const isSingle = ({ kind }: TermHit) => kind === 'part' || kind === 'word';
  const counted = new Set(hits.flatMap((hit) => (isSingle(hit) ? [] : hit.text.split(' '))));
  return hits.filter((hit) => !isSingle(hit) || !counted.has(hit.text));
}

const byScore = (a: RouteMatch, b: RouteMatch): number =>
  b.score - a.score ||
  compareCodeUnits(a.entry.abilities[0] ?? '', b.entry.abilities[0] ?? '') ||
  compareCodeUnits(a.entry.source, b.entry.source) ||
  a.entry.line - b.entry.line;

const maxReasonWords = 6;

/** The hits with the highest score, best first, and the number of others. */
export function strongestHits(hits: readonly TermHit[]): { readonly best: readonly TermHit[]; readonly more: number } {
  const best = [...hits].sort((a, b) => hitScore(b) - hitScore(a)).slice(0, maxReasonWords);
  return { best, more: hits.length - best.length };
}
