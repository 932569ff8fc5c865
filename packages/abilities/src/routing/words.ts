/** One word of a text: its stem for comparison, and its original form. */
export interface Word {
  readonly stem: string;
  readonly text: string;
}

/** Scripts without spaces between words: each letter counts as a word, and a word as a phrase. */
const unspaced = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}`;
const wordPattern = new RegExp(String.raw`[${unspaced}]\p{M}*|(?:(?![${unspaced}])[\p{L}\p{N}\p{M}])+`, 'gu');
const possessive = /(?<=\p{L})['’]s(?![\p{L}\p{N}])/gu;
const camelHump = /(?<=[\p{Ll}\p{N}])(?=\p{Lu}\p{Ll})/gu;

/** The words of a text, in order: letters and digits, split at anything else and inside `camelCase`. */
export function textWords(text: string, maxWords = 2_000): readonly Word[] {
  const spaced = text.normalize('NFKC').replace(possessive, '').replace(camelHump, ' ');
  const words: Word[] = [];
  for (const [found] of spaced.matchAll(wordPattern)) {
    if (words.length === maxWords) break;
    const folded = foldCase(found);
    words.push({ stem: stem(folded), text: folded });
  }
  return words;
}

/** The key of a term: its stems in order. */
export const termKey = (words: readonly Word[]): string => words.map(({ stem: one }) => one).join(' ');

/** Folds case, including letters that become two in upper case or have a special form at the end of a word. */
const foldCase = (text: string): string => text.toUpperCase().toLowerCase().replaceAll('ς', 'σ');

const isEnglish = /^[a-z]{4,}$/;
const vowel = /[aeiouy]/;

/** The stem of an English word; other words stay unchanged. Removes plurals, `-ing`, `-ed` and a silent `e`. */
function stem(folded: string): string {
  return isEnglish.test(folded) ? withoutE(withoutEnding(singular(folded))) : folded;
}

function singular(text: string): string {
  if (!text.endsWith('s') || /(?:ss|us|is)$/.test(text)) return text;
  if (text.endsWith('ies') && text.length > 4) return `${text.slice(0, -3)}y`;
  return /(?:ch|sh|ss|x|zz)es$/.test(text) ? text.slice(0, -2) : text.slice(0, -1);
}

function withoutEnding(text: string): string {
  if (text.endsWith('ied') && text.length > 4) return `${text.slice(0, -3)}y`;
  const root = text.endsWith('ing') ? text.slice(0, -3) : /[^e]ed$/.test(text) ? text.slice(0, -2) : text;
  if (root === text || root.length < 3 || !vowel.test(root)) return text;
  // "running" and "planned" doubled their last letter; "add", "billing" and "passed" had two before.
  return root.length > 3 && /([^aeioulsz])\1$/.test(root) ? root.slice(0, -1) : root;
}

const withoutE = (text: string): string => (text.length > 4 && /[^e]e$/.test(text) ? text.slice(0, -1) : text);

/** Words without information about the task; explicit keywords still count. */
export const isFillerWord = ({ stem: one, text }: Word): boolean =>
  fillers.has(text) || (one.length === 1 && /[a-z0-9]/.test(one));

const fillers = new Set(
  [
    'a about after all also an and any are as at be been before but by can could do does each else every for from get',
    'give had has have he her him his how i if in into is it its just let like made make may me more most must my need',
    'new no not now of off on once one only or other our out over own please same she should so some such than that the',
    'their them then there these they this those through to too under up us use used using via want was we',
    'were what when where which while who why will with would you your',
  ].flatMap((line) => line.split(' ')),
);
