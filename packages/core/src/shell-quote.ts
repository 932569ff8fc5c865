/** A word for a POSIX shell, quoted only if necessary. */
export const shellWord = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : inSingleQuotes(word));

/** `'it'\''s'`: one word for a POSIX shell, always quoted. */
export const inSingleQuotes = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;
