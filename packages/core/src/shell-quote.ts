import { showHidden } from './hidden-characters.js';

/** A word for a POSIX shell, quoted only if necessary. */
export const shellWord = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : inSingleQuotes(word));

/** `'it'\''s'`: one word for a POSIX shell, always quoted. */
export const inSingleQuotes = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;

/**
 * A word of a command to paste into a terminal: every character must be visible and none may control the terminal.
 * Hidden characters, tabs and line feeds are written as `$'\U0000202e'`, which bash and zsh read.
 */
export const visibleShellWord = (word: string): string =>
  isVisible(word) ? shellWord(word) : `$'${[...word].map(escapedCharacter).join('')}'`;

/** A tab or a line feed is plain text on a page, but acts in a terminal. */
const isVisible = (text: string): boolean => showHidden(text) === text && !/[\t\n]/.test(text);

function escapedCharacter(one: string): string {
  if (one === "'" || one === '\\') return `\\${one}`;
  return isVisible(one) ? one : `\\U${(one.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`;
}
