/** A word that can be mistaken for another one, because letters of two alphabets look the same. */
export interface LookAlike {
  readonly word: string;
  /** The misleading letters, each once. */
  readonly letters: readonly string[];
}

/** Letters of other alphabets that most fonts draw like a Latin one. */
const drawnAsLatin = new Set('аеорсухіјѕһԁԛԝѵАВЕЗКМНОРСТУХІЈЅԌαικνορτυχωΑΒΕΖΗΙΚΜΝΟΡΤΥΧօսոցհդԱՕՍ');
/** Alphabets with letters like Latin ones. Names in Chinese, Japanese or Korean often include Latin letters. */
const likeLatin =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}]/u;
/** Phonetic letters and the dotless i: Latin, but not on a keyboard. */
const oddLatin = /[\u0131\u0250-\u02af\u1d00-\u1d7f]/u;

/** The words of a text that look like others. A word of one alphabet is one only if all of its letters look Latin. */
export function lookAlikes(text: string): readonly LookAlike[] {
  if (!/[^\x00-\x7f]/.test(text)) return [];
  const found = new Map<string, LookAlike>();
  for (const [word] of text.matchAll(/[\p{L}\p{M}\p{N}_]+/gu)) {
    const letters = oddLetters(word);
    if (letters.length > 0) found.set(word, { word, letters });
  }
  return [...found.values()];
}

function oddLetters(word: string): readonly string[] {
  const letters = [...new Set(word)].filter((char) => /\p{L}/u.test(char));
  const styled = letters.filter((char) => char > '\x7f' && /^[a-z]$/i.test(char.normalize('NFKC')));
  const foreign = letters.filter((char) => likeLatin.test(char));
  const hasLatin = letters.some((char) => /[a-z]/i.test(char));
  const odd = hasLatin ? letters.filter((char) => oddLatin.test(char)) : [];
  const isMixed = hasLatin || (foreign.length > 0 && letters.every((char) => drawnAsLatin.has(char)));
  return [...styled, ...(isMixed ? foreign : []), ...odd];
}

/** `"аnyhook" has letters from another alphabet: а is U+0430`. */
export const lookAlikeText = ({ word, letters }: LookAlike): string =>
  `"${word}" has letters from another alphabet: ${letters.map((char) => `${char} is U+${codeOf(char)}`).join(', ')}`;

const codeOf = (char: string): string => (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
