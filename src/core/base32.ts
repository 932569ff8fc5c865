/** Digits that nobody takes for one another. Their order is that of their codes, so texts sort as numbers do. */
const digits = '0123456789abcdefghjkmnpqrstvwxyz';

/** A whole number in base 32, with zeros in front up to a length. */
export function toBase32(number: number, length: number): string {
  let text = '';
  for (let left = number; left > 0; left = Math.floor(left / 32)) text = `${digits[left % 32]}${text}`;
  return text.padStart(length, '0');
}

/** The number of such a text; undefined where it is none, or too large to be exact. */
export function fromBase32(text: string): number | undefined {
  let number = 0;
  for (const char of text) {
    const digit = digits.indexOf(char);
    if (digit === -1) return undefined;
    number = number * 32 + digit;
  }
  return text !== '' && Number.isSafeInteger(number) ? number : undefined;
}
