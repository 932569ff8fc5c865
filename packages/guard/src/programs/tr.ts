import { type Program, programTable } from '../machine.js';
import { isFullyKnown } from '../value.js';
import { controlLetters } from '../word-lists.js';
import { isGiven, readCallWords, unknownFrom } from './kit.js';

const tr: Program = (call) => {
  const words = readCallWords(call, { flags: ['--delete', '--squeeze-repeats', '--complement', '--truncate-set1'] });
  const input = call.stdin ?? '';
  const [from, to] = words.operands.map(lettersOf);
  if (!isFullyKnown(input) || from === undefined || words.operands.some((set) => !isFullyKnown(set)))
    return unknownFrom(input);
  const isOther = isGiven(words, '-c', '-C', '--complement');
  const isIn = (letter: string): boolean => from.includes(letter) !== isOther;
  const deletes = isGiven(words, '-d', '--delete');
  const squeezes = isGiven(words, '-s', '--squeeze-repeats');
  if (!deletes && !squeezes && to === undefined) return unknownFrom(input);
  const replaced = new Map(from.map((letter, at) => [letter, to?.[at] ?? to?.at(-1) ?? letter]));
  const translate = (letter: string): string => {
    if (deletes || to === undefined || !isIn(letter)) return letter;
    return isOther ? (to.at(-1) ?? letter) : (replaced.get(letter) ?? letter);
  };
  const letters = [...input].filter((letter) => !deletes || !isIn(letter)).map(translate);
  const last = to ?? from;
  const isSqueezed = (letter: string): boolean => last.includes(letter) !== (isOther && to === undefined);
  return letters.filter((letter, at) => !squeezes || letter !== letters[at - 1] || !isSqueezed(letter)).join('');
};

const letterClasses: Readonly<Record<string, string>> = {
  '[:lower:]': 'a-z',
  '[:upper:]': 'A-Z',
  '[:digit:]': '0-9',
  '[:alpha:]': 'A-Za-z',
  '[:alnum:]': '0-9A-Za-z',
  '[:space:]': ' \t\n\r\v\f',
  '[:blank:]': ' \t',
};
const escapes: Readonly<Record<string, string>> = { ...controlLetters, '\\': '\\' };

/** The letters in a set of `tr`, with ranges, classes and escapes expanded. */
function lettersOf(set: string): readonly string[] {
  let text = set;
  for (const [name, letters] of Object.entries(letterClasses)) text = text.replaceAll(name, letters);
  text = text.replace(/\\([0-7]{1,3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
  text = text.replace(/\\([ntr\\fvab])/g, (_, letter: string) => escapes[letter] ?? letter);
  const letters: string[] = [];
  const all = [...text];
  for (let at = 0; at < all.length; at++) {
    const first = all[at] as string;
    const last = all[at + 1] === '-' ? all[at + 2] : undefined;
    if (last === undefined) letters.push(first);
    else {
      for (let code = first.charCodeAt(0); code <= Math.min(last.charCodeAt(0), first.charCodeAt(0) + 255); code++) {
        letters.push(String.fromCharCode(code));
      }
      at += 2;
    }
  }
  return letters;
}

export const letterPrograms = programTable({ 'tr gtr': tr });
