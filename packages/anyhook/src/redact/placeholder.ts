import { placeholders } from '../../.cache/secret-words.js';

/** Values that are placeholders for a secret, or for no value. */
const placeholderWords = new Set(placeholders.words.split(' '));

/** Substrings of placeholders. */
const placeholderParts =
  /x{6,}|^\*{3}|\*{3}$|\*{5}|^\.{3}|\.{3}$|…|•{3,}|#{4,}|_{4,}|-{5,}|0{12,}|(?:^|[^a-z])(?:your|insert|enter|replace|change|placeholder|dummy)(?=[^a-z]|me|$)|example/i;

/** References to the value: variables, templates, calls, secret stores. */
const reference = new RegExp(placeholders.references.join('|'));

/** A value that is not a secret: a placeholder, a reference, or one repeated character. */
export function isPlaceholder(value: string): boolean {
  // A text this long is a key or a token, and parts of it may look like anything.
  if (value.length > 200) return hasFewCharacters(value);
  if (placeholderWords.has(value.toLowerCase().replace(/[!?.,:;]{1,8}$/, ''))) return true;
  return reference.test(value) || placeholderParts.test(value) || hasFewCharacters(value);
}

/** `my-token`, `test_password`, `some secret`: only words about secrets. */
export function namesItself(value: string): boolean {
  if (value.length > 64) return false;
  const parts = value.toLowerCase().split(/[\s_\-.]{1,4}/);
  return (
    parts.length > 1 &&
    parts.every((part) => placeholderWords.has(part) || part === 'my' || part === 'some' || part === 'the')
  );
}

/** A sample token from documentation: only one or two distinct characters after the prefix. */
export function isSampleSecret(secret: string): boolean {
  const rest = secret.replace(/^.{0,16}?[_\-.:]/, '');
  return rest.length >= 12 && hasFewCharacters(rest);
}

/** Does it have so few distinct characters that a person typed it? */
function hasFewCharacters(value: string): boolean {
  const maxDistinct = value.length < 8 ? 1 : value.length < 16 ? 2 : 4;
  const seen = new Set<string>();
  for (const character of value) {
    seen.add(character);
    if (seen.size > maxDistinct) return false;
  }
  return true;
}
