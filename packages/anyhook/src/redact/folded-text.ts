/** A text without disguises, and where each of its characters stood. */
interface FoldedText {
  readonly text: string;
  /** For each character its start in the original; one more for the end. */
  readonly starts: readonly number[];
}

/** Invisible characters, full-width forms, and ASCII written as `%5F` or `\u005f`. */
const disguises =
  /[\u00ad\u180e\u200b-\u200c\u200e-\u200f\u202a-\u202e\u2060-\u2069\ufeff\uff01-\uff5e]|\u034f|\u200d|[\ufe00-\ufe0f]|%[2-7][0-9A-Fa-f]|\\u00[2-7][0-9A-Fa-f]/;
const disguise = new RegExp(disguises.source, 'g');
/** A longer text is looked at as it is: a disguise is typed by hand, or comes from a short one. */
const maxFolded = 256 * 1024;

/** The text as a reader or a receiver takes it; undefined if it has no disguise. */
export function foldText(text: string): FoldedText | undefined {
  if (text.length > maxFolded || !disguises.test(text)) return undefined;
  const starts: number[] = [];
  let folded = '';
  let done = 0;
  const keep = (end: number) => {
    for (let i = done; i < end; i++) starts.push(i);
    folded += text.slice(done, end);
  };
  for (const { 0: chars, index } of text.matchAll(disguise)) {
    keep(index);
    const meant = meaningOf(chars);
    if (meant !== '') starts.push(index);
    folded += meant;
    done = index + chars.length;
  }
  keep(text.length);
  starts.push(text.length);
  return { text: folded, starts };
}

function meaningOf(chars: string): string {
  if (chars.length > 1) return String.fromCharCode(Number.parseInt(chars.slice(-2), 16));
  const code = chars.charCodeAt(0);
  return code >= 0xff01 && code <= 0xff5e ? String.fromCharCode(code - 0xfee0) : '';
}
