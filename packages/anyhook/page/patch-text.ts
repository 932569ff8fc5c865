import { textDiff } from './diff.js';

/** The typed changes as a patch of one file, for `git apply` or `patch -p1`. */
export function patchText(path: string, before: string | undefined, after: string): string {
  const lines = textDiff(withoutEnd(before ?? ''), withoutEnd(after));
  const count = (sign: string) => lines.filter((line) => line.sign !== sign).length;
  const [removed, added] = [count('+'), count('-')];
  const span = (lineCount: number) => `${lineCount === 0 ? 0 : 1},${lineCount}`;
  return [
    `--- ${before === undefined ? '/dev/null' : `a/${path}`}`,
    `+++ b/${path}`,
    `@@ -${span(removed)} +${span(added)} @@`,
    ...lines.map(({ sign, text }) => `${sign}${text}`),
    '',
  ].join('\n');
}

/** A patch consists of lines: every line ends with a line break, including the last one. */
const withoutEnd = (text: string): string => text.replace(/\n$/, '');
