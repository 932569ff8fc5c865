/** Shannon entropy in bits per character. */
export function entropy(text: string): number {
  const counts = new Map<number, number>();
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/** Whether a value looks generated: no words, no path, no number. */
export function looksRandom(value: string): boolean {
  const text = value.slice(0, 256);
  if (text.length < 8 || /\s/.test(text) || isWordy(text)) return false;
  const digits = /\d/.test(text);
  const letters = /[A-Za-z]/.test(text);
  if (digits && letters) return entropy(text) >= 2.5;
  return letters && text.length >= 20 && /[a-z]/.test(text) && /[A-Z]/.test(text) && entropy(text) >= 3.5;
}

const word =
  /^(?:[A-Za-z]?[a-z]{0,20}|[A-Z]{1,20}|[a-z]{1,16}(?:[A-Z][a-z]{1,16}){1,5}|(?:[A-Z][a-z]{1,16}){1,6})\d{0,4}$/;

/** Names, paths, versions and similar: each part is a word or a short number. */
export function isWordy(text: string): boolean {
  return text.split(/[-_./:@+,=#~[\]$]/).every((part) => word.test(part));
}
