/** Characters by their escape letters in most languages. */
export const controlLetters = { a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' } as const;

/** The words of a text with white space between them. */
export const listOfWords = (text: string): readonly string[] => text.trim().split(/\s+/);

export const wordSet = (text: string): ReadonlySet<string> => new Set(listOfWords(text));

/** A table whose keys are words with spaces between them, by single words. */
export const byWord = <T>(table: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
  Object.fromEntries(
    Object.entries(table).flatMap(([words, value]) => listOfWords(words).map((word) => [word, value])),
  );
