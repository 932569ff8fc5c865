import { leftOut } from '../left-out.js';
import { foreignText, isFullyKnown, marks, sourcesOf, type Value } from '../value.js';
import { isHex } from './quotes.js';

/** Longer texts are not built. */
const maxTextLength = 65_536;

/** The result of a decoder: the text, if the input is known. */
const decoded = (text: Value, decode: (known: string) => string): Value => {
  if (!isFullyKnown(text)) return marks.decoded + sourcesOf(text);
  const whole = foreignText(decode(text));
  return whole.length > maxTextLength
    ? whole.slice(0, maxTextLength) + leftOut('codeText', whole.slice(maxTextLength))
    : whole;
};

export const base64Text = (text: Value): Value =>
  decoded(text, (known) => Buffer.from(known, 'base64').toString('utf8'));
export const fromHex = (text: Value): Value =>
  decoded(text, (known) => Buffer.from([...known].filter(isHex).join(''), 'hex').toString('utf8'));
export const fromPercent = (text: Value): Value =>
  decoded(text, (known) => {
    const bytes: number[] = [];
    for (let at = 0; at < known.length; at++) {
      const code = known[at] === '%' ? Number.parseInt(known.slice(at + 1, at + 3), 16) : Number.NaN;
      if (Number.isNaN(code)) bytes.push(...Buffer.from(known[at] as string));
      else {
        bytes.push(code);
        at += 2;
      }
    }
    return Buffer.from(bytes).toString('utf8');
  });

export const rotated13 = (text: Value): Value =>
  [...text]
    .map((char) => {
      const base = char >= 'a' && char <= 'z' ? 97 : char >= 'A' && char <= 'Z' ? 65 : 0;
      return base === 0 ? char : String.fromCharCode(((char.charCodeAt(0) - base + 13) % 26) + base);
    })
    .join('');

export const reversedText = (text: Value): Value => [...text].reverse().join('');

/** `tr/a-y/b-z/` and `str.translate`: only sets of the same length. */
export const translatedText = (text: Value, from: string, to: string): Value =>
  [...text].map((char) => (from.includes(char) ? (to[from.indexOf(char)] ?? '') : char)).join('');
