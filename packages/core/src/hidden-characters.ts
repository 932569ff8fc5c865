/**
 * Characters that move the cursor, change the text direction or are invisible: C0 without tab and line feed, DEL, C1, soft
 * hyphen, joiners, fillers, zero width, line separators, direction marks, interlinear marks, and all of plane 14 (tags).
 */
const hiddenClass =
  '[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b-\\u200f' +
  '\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb]|\\udb40[\\udc00-\\udfff]';
const hidden = new RegExp(hiddenClass, 'g');
/** The colours that anyhook itself prints; concealed and blinking text are not included. */
const ownColors = '\\u001b\\[(?:[0-4]|22|23|24|3[1-79]|39|9[0-7])m';
const hiddenOrColor = new RegExp(`${ownColors}|${hiddenClass}`, 'g');

const escaped = (chars: string): string => {
  let text = '';
  for (let i = 0; i < chars.length; i++) text += `\\u${chars.charCodeAt(i).toString(16).padStart(4, '0')}`;
  return text;
};

/** Nearly every text is plain, and this class is checked faster than the long one. */
const notPlain = /[^\t\n\x20-\x7e]/;

/** The text with every hidden character written as an escape such as `\u001b`, as in JSON. */
export const showHidden = (text: string): string => (notPlain.test(text) ? text.replace(hidden, escaped) : text);

/** Like `showHidden`, but keeps the colours of our own output. */
export const showHiddenKeepColors = (text: string): string =>
  text.replace(hiddenOrColor, (chars) => (chars.startsWith('\u001b[') ? chars : escaped(chars)));

/** JSON with every hidden character as a `\u` escape; it parses to the same value. */
export const visibleJson = (value: object): string => showHidden(JSON.stringify(value));

/** A word that can be mistaken for another one, because letters of two alphabets look the same. */
interface LookAlike {
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

/** The words of a text that look like others. A word in one alphabet counts only if all of its letters look Latin. */
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
