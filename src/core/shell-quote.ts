/** A word for a POSIX shell, in quotes only where it needs them. */
export const shellWord = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : inSingleQuotes(word));

/** `'it'\''s'`: one word for a POSIX shell, always in quotes. */
export const inSingleQuotes = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;
