import { type DiffLine, diffLines } from '../../install/diff.js';
import type { TrustedFileChange } from '../../trust/trust-texts.js';
import { pathFromFolder } from '../terminal/describe-hook.js';
import { colorsFor, type Io, print } from '../terminal/io.js';
import { countNoun, oneLine, showControls } from '../terminal/text.js';

interface TrustChangeOptions {
  readonly io: Io;
  readonly root: string;
  /** Files that were shown already: several hooks may share one. */
  readonly seen: Set<string>;
}

const maxDiffLines = 60;
const maxStartLines = 20;
const maxLineChars = 500;

/** Prints what changed in a file since it was trusted. Says what is left out, and where to find it. */
export function printTrustChange(change: TrustedFileChange, { io, root, seen }: TrustChangeOptions): void {
  const colors = colorsFor(io);
  const name = oneLine(pathFromFolder(change.path, root));
  if (seen.has(change.path)) {
    print(io, `  diff   ${name}: shown above`);
    return;
  }
  seen.add(change.path);
  const { note, lines, maxLines } = shownLines(change);
  print(io, `  diff   ${name}${note === undefined ? '' : `: ${note}`}`);
  const paint = { '+': colors.green, '-': colors.red, '@': colors.cyan, ' ': (text: string) => text };
  for (const { sign, text } of lines.slice(0, maxLines)) {
    const { shown, hiddenChars } = cutText(text);
    const more = hiddenChars > 0 ? colors.yellow(` … ${countNoun(hiddenChars, 'more character')}`) : '';
    print(io, `    ${paint[sign](showControls(sign === '@' ? shown : `${sign}${shown}`))}${more}`);
  }
  const hiddenLines = lines.length - maxLines;
  if (hiddenLines > 0)
    print(io, colors.yellow(`    … ${countNoun(hiddenLines, 'more line')}: look at ${name} before you say yes`));
}

interface ShownLines {
  readonly note?: string;
  readonly lines: readonly DiffLine[];
  readonly maxLines: number;
}

function shownLines({ kind, before, after }: TrustedFileChange): ShownLines {
  if (kind !== 'gone' && after === undefined)
    return { note: 'no text to show: it is binary, unreadable, or too large', lines: [], maxLines: 0 };
  if (kind === 'new') return { note: 'new', lines: diffLines('', after ?? ''), maxLines: maxDiffLines };
  if (before !== undefined)
    return {
      ...(kind === 'gone' && { note: 'gone' }),
      lines: diffLines(before, after ?? ''),
      maxLines: maxDiffLines,
    };
  if (kind === 'gone') return { note: 'gone; no earlier text is kept', lines: [], maxLines: 0 };
  const lines = (after ?? '').split('\n').map((text): DiffLine => ({ sign: ' ', text }));
  return { note: 'no earlier text is kept; it now begins', lines, maxLines: maxStartLines };
}

function cutText(text: string): { readonly shown: string; readonly hiddenChars: number } {
  return { shown: text.slice(0, maxLineChars), hiddenChars: Math.max(0, text.length - maxLineChars) };
}
