/** A short file name for any text: partly readable, distinct for distinct texts (53 bits; not for secrets). */
export function fileNameFor(text: string): string {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 0x9e3779b1);
    b = Math.imul(b ^ code, 0x5f356495);
  }
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
  b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
  const hash = (4294967296 * (2097151 & b) + (a >>> 0)).toString(36);
  return `${text
    .replace(/[^A-Za-z0-9]+/g, '-')
    .slice(-40)
    .replace(/^-/, '')}-${hash}`;
}
