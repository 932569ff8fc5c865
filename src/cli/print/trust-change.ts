import { type DiffLine, diffLines } from '../../install/diff.js';
import type { TrustedFileChange } from '../../project/trust-texts.js';
import { pathFromFolder } from '../lib/describe-hook.js';
import { colorsFor, type Io, print } from '../lib/io.js';
import { countNoun, oneLine, showControls } from '../lib/text.js';

interface TrustChangeOptions {
  readonly io: Io;
  readonly root: string;
  /** Files that were shown already: several hooks may share one. */
  readonly seen: Set<string>;
}

const longestDiff = 60;
const longestStart = 20;
const longestLine = 500;

/** Prints what changed in a file since it was trusted. What is left out is said, with the place to look at. */
export function printTrustChange(change: TrustedFileChange, { io, root, seen }: TrustChangeOptions): void {
  const colors = colorsFor(io);
  const name = oneLine(pathFromFolder(change.path, root));
  if (seen.has(change.path)) {
    print(io, `  diff   ${name}: shown above`);
    return;
  }
  seen.add(change.path);
  const { note, lines, most } = shownLines(change);
  print(io, `  diff   ${name}${note === undefined ? '' : `: ${note}`}`);
  const paint = { '+': colors.green, '-': colors.red, '@': colors.cyan, ' ': (text: string) => text };
  for (const { sign, text } of lines.slice(0, most)) {
    const { shown, left } = cutText(text);
    const more = left > 0 ? colors.yellow(` … ${countNoun(left, 'more character')}`) : '';
    print(io, `    ${paint[sign](showControls(sign === '@' ? shown : `${sign}${shown}`))}${more}`);
  }
  const left = lines.length - most;
  if (left > 0) print(io, colors.yellow(`    … ${countNoun(left, 'more line')}: look at ${name} before you say yes`));
}

interface ShownLines {
  readonly note?: string;
  readonly lines: readonly DiffLine[];
  readonly most: number;
}

function shownLines({ kind, before, after }: TrustedFileChange): ShownLines {
  if (kind !== 'gone' && after === undefined)
    return { note: 'no text to show: it is binary, unreadable, or too large', lines: [], most: 0 };
  if (kind === 'new') return { note: 'new', lines: diffLines('', after ?? ''), most: longestDiff };
  if (before !== undefined)
    return {
      ...(kind === 'gone' && { note: 'gone' }),
      lines: diffLines(before, after ?? ''),
      most: longestDiff,
    };
  if (kind === 'gone') return { note: 'gone; no earlier text is kept', lines: [], most: 0 };
  const lines = (after ?? '').split('\n').map((text): DiffLine => ({ sign: ' ', text }));
  return { note: 'no earlier text is kept; it now begins', lines, most: longestStart };
}

function cutText(text: string): { readonly shown: string; readonly left: number } {
  return { shown: text.slice(0, longestLine), left: Math.max(0, text.length - longestLine) };
}
