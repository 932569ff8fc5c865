/** A keyword, with what to do where it occurs. */
export interface Keyword<T> {
  readonly word: string;
  readonly anyCase: boolean;
  readonly use: T;
}

/** Calls `found` for each occurrence of a keyword, from left to right, in one pass over the text. */
export type KeywordFinder<T> = (text: string, onMatch: (use: T, at: number) => void) => void;

const bits = 15;
const mask = (1 << bits) - 1;

/** Finds all keywords in one pass: a rolling hash over three characters of ASCII, case-insensitive. */
export function createKeywordFinder<T>(keywords: readonly Keyword<T>[]): KeywordFinder<T> {
  const buckets = new Uint16Array(mask + 1);
  const lists: Keyword<T>[][] = [[]];
  for (const keyword of keywords) {
    const hash = prefixHash(keyword.word);
    const list = lists[buckets[hash] ?? 0];
    if (list && buckets[hash] !== 0) list.push(keyword);
    else buckets[hash] = lists.push([keyword]) - 1;
  }
  return (text, onMatch) => {
    let hash = 0;
    for (let i = 0; i < text.length; i++) {
      hash = ((hash << 5) ^ (text.charCodeAt(i) | 0x20)) & mask;
      const bucket = buckets[hash] as number;
      if (bucket !== 0 && i >= 2) reportMatches(lists[bucket] ?? [], text, i - 2, onMatch);
    }
  };
}

function reportMatches<T>(
  list: readonly Keyword<T>[],
  text: string,
  at: number,
  onMatch: (use: T, at: number) => void,
): void {
  for (const { word, anyCase, use } of list) if (wordStandsAt(text, word, at, anyCase)) onMatch(use, at);
}

function wordStandsAt(text: string, word: string, at: number, anyCase: boolean): boolean {
  if (!anyCase) return text.startsWith(word, at);
  if (at + word.length > text.length) return false;
  for (let i = 0; i < word.length; i++) {
    const code = text.charCodeAt(at + i);
    if ((code >= 65 && code <= 90 ? code | 0x20 : code) !== word.charCodeAt(i)) return false;
  }
  return true;
}

function prefixHash(word: string): number {
  let hash = 0;
  for (let i = 0; i < 3; i++) hash = ((hash << 5) ^ (word.charCodeAt(i) | 0x20)) & mask;
  return hash;
}
