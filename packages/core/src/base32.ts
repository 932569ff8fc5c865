/** Digits that are not mistaken for each other, in ASCII order, so texts sort like the numbers. */
const digits = '0123456789abcdefghjkmnpqrstvwxyz';

/** A whole number in base 32, padded with zeros to a length. */
export function toBase32(number: number, length: number): string {
  let text = '';
  for (let left = number; left > 0; left = Math.floor(left / 32)) text = `${digits[left % 32]}${text}`;
  return text.padStart(length, '0');
}

/** The number of such a text; undefined if the text is not base 32 or the number is too large to be exact. */
export function fromBase32(text: string): number | undefined {
  let number = 0;
  for (const char of text) {
    const digit = digits.indexOf(char);
    if (digit === -1) return undefined;
    number = number * 32 + digit;
  }
  return text !== '' && Number.isSafeInteger(number) ? number : undefined;
}
