import { isFillerWord, termKey, textWords, type Word } from './words.js';

/** The words and documents of an ability, from its registry file. Only usable abilities are passed. */
export interface AbilityRow {
  readonly id: string;
  readonly summary: string;
  readonly keywords: readonly string[];
  readonly negativeKeywords: readonly string[];
  /** Relative to the project. */
  readonly documents: readonly string[];
  readonly source: string;
}

export interface DocumentRow {
  /** Empty if it leads only to documents. */
  readonly abilities: readonly string[];
  readonly keywords: readonly string[];
  readonly negativeKeywords: readonly string[];
  /** Relative to the project. */
  readonly documents: readonly string[];
  readonly summary: string;
  readonly topic?: string;
  readonly scope?: string;
  readonly stage?: string;
  /** The document, relative to the project. */
  readonly source: string;
  readonly line: number;
}

export interface RouteEntry {
  readonly abilities: readonly string[];
  readonly documents: readonly string[];
  readonly topic?: string;
  readonly scope?: string;
  readonly stage?: string;
  readonly source: string;
  readonly line: number;
}

/** How a term matches an entry; `part` is one word of its name. Stored as numbers, because there are many. */
export const termKinds = ['not', 'keyword', 'name', 'part', 'word'] as const;
export type TermKind = (typeof termKinds)[number];

/** All rows by their terms. Plain JSON data. */
export interface RouteIndex {
  readonly entries: readonly RouteEntry[];
  /** Key of a term (its stems, separated by spaces) → entry × 8 + kind, ascending. */
  readonly terms: Readonly<Record<string, readonly number[]>>;
  /** First stem of a term → number of stems of the longest term that starts with it. */
  readonly longest: Readonly<Record<string, number>>;
  /** Key of a scope in the documents' scope column → the scope as written there. */
  readonly scopes: Readonly<Record<string, string>>;
}

/** A keyword with more words is a sentence: each of its words counts like a word of a summary. */
const maxWords = 5;
const maxNameWords = 12;
const maxProseWords = 200;
/** A word of names and summaries that this many entries share does not distinguish them. */
const commonThreshold = (entries: number): number => Math.max(20, entries / 20);

/** Builds the index. The order of the rows does not matter. */
export function buildRouteIndex(abilities: readonly AbilityRow[], rows: readonly DocumentRow[]): RouteIndex {
  const usable = new Set(abilities.map(({ id }) => id));
  // Without a registry, only the documents say which abilities exist.
  const isUsable = (id: string) => usable.size === 0 || usable.has(id);
  const postings = new Map<string, number[]>();
  const entries: RouteEntry[] = [];
  const scopes = new Map<string, string>();
  const add = (entry: RouteEntry, terms: ReadonlyMap<string, TermKind>) => {
    const base = entries.push(entry) * 8 - 8;
    for (const [key, kind] of terms) {
      const found = postings.get(key);
      if (found) found.push(base + termKinds.indexOf(kind));
      else postings.set(key, [base + termKinds.indexOf(kind)]);
    }
  };
  for (const row of [...abilities].sort(byOrigin)) add(routeEntryOf(row), termsOf({ ...row, names: [row.id] }));
  for (const row of [...rows].sort(byOrigin)) {
    const names = row.abilities.filter(isUsable);
    if (names.length === 0 && row.documents.length === 0) continue;
    const key = row.scope === undefined ? '' : termKey(textWords(row.scope, maxWords));
    if (row.scope !== undefined && key !== '' && !scopes.has(key)) scopes.set(key, row.scope);
    const { keywords: _keywords, negativeKeywords: _not, summary: _summary, ...entry } = row;
    add({ ...entry, abilities: names }, termsOf({ ...row, names }));
  }
  return { entries, scopes: toRecord(scopes), ...packPostings(postings, commonThreshold(entries.length)) };
}

const byOrigin = (a: RowOrigin, b: RowOrigin): number =>
  compareCodeUnits(a.source, b.source) || (a.line ?? 0) - (b.line ?? 0) || compareCodeUnits(a.id ?? '', b.id ?? '');

interface RowOrigin {
  readonly source: string;
  readonly line?: number;
  readonly id?: string;
}

/** Compares texts by code units, which is the same on every machine. */
export const compareCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const routeEntryOf = ({ id, documents, source }: AbilityRow): RouteEntry => ({
  abilities: [id],
  documents,
  source,
  line: 1,
});

interface RowTexts {
  readonly names: readonly string[];
  readonly keywords: readonly string[];
  readonly negativeKeywords: readonly string[];
  readonly summary: string;
  readonly topic?: string;
  readonly scope?: string;
}

/** The terms of a row, each once, with its strongest kind. */
function termsOf({
  names,
  keywords,
  negativeKeywords,
  summary,
  topic,
  scope,
}: RowTexts): ReadonlyMap<string, TermKind> {
  const terms = new Map<string, TermKind>();
  const addTerm = (key: string, kind: TermKind) => key !== '' && !terms.has(key) && terms.set(key, kind);
  const prose: Word[] = [];
  for (const text of negativeKeywords) addTerm(termKey(textWords(text, maxWords)), 'not');
  for (const text of topic === undefined ? keywords : [...keywords, topic]) {
    const words = textWords(text, maxProseWords);
    if (words.length <= maxWords) addTerm(termKey(words), 'keyword');
    else prose.push(...words);
  }
  for (const name of names) {
    const words = textWords(name, maxProseWords);
    if (words.length <= maxNameWords) addTerm(termKey(words), 'name');
    for (const one of words) if (!isFillerWord(one)) addTerm(one.stem, 'part');
  }
  prose.push(...textWords(summary, maxProseWords), ...textWords(scope ?? '', maxWords));
  for (const one of prose) if (!isFillerWord(one)) addTerm(one.stem, 'word');
  return terms;
}

/** The postings as plain data, without words that too many entries share. */
function packPostings(postings: ReadonlyMap<string, number[]>, common: number): Pick<RouteIndex, 'terms' | 'longest'> {
  const terms = new Map<string, readonly number[]>();
  const longest = new Map<string, number>();
  for (const key of [...postings.keys()].sort(compareCodeUnits)) {
    const all = postings.get(key) ?? [];
    const chosen = all.filter((one) => one % 8 < termKinds.indexOf('part'));
    const kept = all.length - chosen.length > common ? chosen : all;
    if (kept.length === 0) continue;
    terms.set(key, kept);
    const [first = '', ...rest] = key.split(' ');
    longest.set(first, Math.max(longest.get(first) ?? 0, rest.length + 1));
  }
  return { terms: toRecord(terms), longest: toRecord(longest) };
}

const toRecord = <T>(map: ReadonlyMap<string, T>): Readonly<Record<string, T>> => Object.fromEntries(map);

/** A value of the index; properties of Object.prototype are not keys. */
export const ownValue = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;
