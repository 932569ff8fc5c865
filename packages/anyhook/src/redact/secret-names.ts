import { secretNames } from '../../.cache/secret-words.js';

/** What a name says about its value: a password of any form, or a generated token. */
export type NameClass = 'password' | 'token' | 'header' | undefined;

const wordsOf = (text: string): readonly string[] => text.split(' ');
const passwords = wordsOf(secretNames.passwords);
const glued = new RegExp(`^(?:${secretNames.gluedOwners.replaceAll(' ', '|')})pass$`);
const tokens = wordsOf(secretNames.tokens);
const keyOwners = new Set(wordsOf(secretNames.keyOwners));
const nonSecretWords = new Set(wordsOf(secretNames.others));

const classCache = new Map<string, NameClass>();
const maxKnown = 4096;

/** The class of the values that have this name. Cached: the same names occur often. */
export function nameClass(name: string): NameClass {
  // A cached slice of more than 12 characters would keep its whole parent string in memory (V8).
  if (name.length > 12) return classifyName(name);
  const cached = classCache.get(name);
  if (cached !== undefined || classCache.has(name)) return cached;
  if (classCache.size >= maxKnown) classCache.clear();
  const found = classifyName(name);
  classCache.set(name, found);
  return found;
}

function classifyName(name: string): NameClass {
  if (/^(?:proxy-)?authorization$/i.test(name)) return 'header';
  if (/^(?:set-)?cookies?$/i.test(name)) return 'header';
  // The shell's working directory.
  if (name === 'PWD' || name === 'OLDPWD') return undefined;
  const words = nameWords(name);
  for (let i = 0; i < words.length; i++) {
    const found = classOfWord(words, i);
    if (found) return words.slice(i + 1).some((word) => nonSecretWords.has(word)) ? undefined : found;
  }
  return undefined;
}

function classOfWord(words: readonly string[], i: number): NameClass {
  const word = words[i] ?? '';
  const last = i === words.length - 1;
  if (passwords.some((end) => word.endsWith(end) && word !== `no${end}`)) return 'password';
  if (last && (word === 'pass' || word === 'pw' || (word === 'phrase' && words[i - 1] === 'seed'))) return 'password';
  if (last && glued.test(word)) return 'password';
  if (word === 'pat') return last && words.length > 1 ? 'token' : undefined;
  if (tokens.some((end) => end.length > 3 && word.endsWith(end)) || word === 'jwt') return 'token';
  if (last && word === 'auth') return 'token';
  if (word === 'key' && keyOwners.has(words[i - 1] ?? '')) return 'token';
  return undefined;
}

/** `dbPassword`, `DB_PASSWORD` and `db-password` are two words each. */
function nameWords(name: string): readonly string[] {
  return (name.match(/[A-Z]{1,64}(?![a-z])|[A-Z]?[a-z]{1,64}|\d{1,16}/g) ?? []).map((word) => word.toLowerCase());
}
