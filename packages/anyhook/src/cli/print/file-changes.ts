import { homeIn, pathFromHome, sha256 } from '@anyhook/core';
import { diffLines } from '../../install/diff.js';
import { colorsFor, type Io, print } from '../terminal/io.js';
import { showControls } from '../terminal/text.js';

/** A file before and after. */
export interface FileDiff {
  readonly path: string;
  readonly before: Buffer | undefined;
  readonly after: Buffer | undefined;
}

export function diffText({ path, before, after }: FileDiff): string {
  return fileDiffLines({ path, before, after })
    .map(({ sign, text }) => (sign === '@' ? text : `${sign}${text}`))
    .join('\n');
}

/** Prints one line for each file: its change, and the numbers of added and removed lines. */
export function printFileList(io: Io, changes: readonly FileDiff[]): void {
  const home = homeIn(io.env) ?? io.home;
  const colors = colorsFor(io);
  const width = Math.max(0, ...changes.map(({ path }) => pathFromHome(path, home).length));
  for (const { path, before, after } of changes) {
    const verb = before === undefined ? 'create' : after === undefined ? 'delete' : 'change';
    const name = showControls(pathFromHome(path, home)).padEnd(width);
    print(io, `${verb.padEnd(9)}${name}  ${colors.dim(changeSize({ path, before, after }))}`);
  }
  if (changes.length > 0) print(io, '');
}

function changeSize(change: FileDiff): string {
  if ([change.before, change.after].some((bytes) => bytes && isProgram(bytes))) return 'a program';
  const lines = diffLines(diffableText(change.before), diffableText(change.after));
  const count = (wanted: '+' | '-') => lines.filter(({ sign }) => sign === wanted).length;
  return [...(count('+') > 0 ? [`+${count('+')}`] : []), ...(count('-') > 0 ? [`-${count('-')}`] : [])].join(' ');
}

/** Prints the diffs of files, coloured on a terminal. */
export function printDiffs(io: Io, changes: readonly FileDiff[], maxLines = maxDiffLines): void {
  const colors = colorsFor(io);
  const paint = { '+': colors.green, '-': colors.red, '@': colors.cyan, ' ': (text: string) => text };
  for (const change of changes) {
    const lines = fileDiffLines(change);
    for (const { sign, text } of lines.slice(0, maxLines)) {
      print(io, paint[sign](showControls(sign === '@' ? text : `${sign}${text.replace(/\r$/, '')}`)));
    }
    if (lines.length > maxLines) print(io, colors.cyan(`… ${lines.length - maxLines} more lines (--json has all)`));
    print(io, '');
  }
}

/** The full text of a plugin would hide the rest. */
const maxDiffLines = 40;

function fileDiffLines({ path, before, after }: FileDiff) {
  const name = (bytes: Buffer | undefined) => (bytes === undefined ? '/dev/null' : path);
  return [
    { sign: '@' as const, text: `--- ${name(before)}` },
    { sign: '@' as const, text: `+++ ${name(after)}` },
    ...diffLines(diffableText(before), diffableText(after)),
  ];
}

/** The text of a file; for a binary, only its size and hash. */
function diffableText(bytes: Buffer | undefined): string {
  if (!bytes || !isProgram(bytes)) return bytes?.toString('utf8') ?? '';
  return `a program of ${bytes.length} bytes (SHA-256 ${sha256(bytes)})\n`;
}

/** Scripts with a few NUL bytes also run, so one such byte does not make a file binary. */
export const isProgram = (bytes: Buffer): boolean => {
  const start = bytes.subarray(0, 8_192);
  return start.filter((byte) => byte < 9).length > start.length / 20;
};
