import * as lists from '../.cache/tool-words.js';
import { listOfWords, wordSet } from './word-lists.js';

/** A set of words for each list of a table. */
const setsOf = <Key extends string>(table: Readonly<Record<Key, string>>): Readonly<Record<Key, ReadonlySet<string>>> =>
  Object.fromEntries(Object.entries<string>(table).map(([key, words]) => [key, wordSet(words)])) as Record<
    Key,
    ReadonlySet<string>
  >;

export const toolFields = setsOf(lists.toolFields);
export const toolWords = setsOf(lists.toolWords);
export const commandWords = setsOf(lists.commandWords);
export const permissionWords = setsOf(lists.permissionWords);
export const folderWords = setsOf(lists.folderWords);
export const typingWords = wordSet(lists.typingWords);
export const changeWords = wordSet(lists.changeWords);

/** Words of tools or servers and the programs that they refer to. */
export const programWords: Readonly<Record<string, string>> = {
  ...Object.fromEntries(listOfWords(lists.namedPrograms).map((name) => [name, name])),
  ...lists.programsOfWords,
};
export const codeProgramWords: Readonly<Record<string, string>> = lists.codeProgramWords;
