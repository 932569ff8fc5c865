import { readFileSync } from 'node:fs';

/** The file that lists our differences, with reasons. */
export const differencesFile = 'docs/decisions/upstream-differences.md';

/** One line of a table: rows of an upstream from which we differ on purpose. */
export interface ReviewedDifference {
  /** The upstream, by the heading above the table. */
  readonly of: string;
  /** The id of a row; `*` matches any text. */
  readonly row: string;
  readonly upstream: string;
  readonly anyhook: string;
  readonly why: string;
}

/** The lines of all tables in the file of reviewed differences. */
export function reviewedDifferences(text = readFileSync(differencesFile, 'utf8')): readonly ReviewedDifference[] {
  let of = '';
  return text.split('\n').flatMap((line): ReviewedDifference[] => {
    if (line.startsWith('## ')) of = line.slice(3).trim();
    const cells = cellsOf(line);
    if (of === '' || cells.length !== 4 || cells[0] === 'row' || /^-+$/.test(cells[0] ?? '')) return [];
    const [row = '', upstream = '', anyhook = '', why = ''] = cells;
    return [{ of, row: row.replaceAll('`', ''), upstream, anyhook, why }];
  });
}

/** The cells of a line of a table; `\|` is a bar inside a cell. */
function cellsOf(line: string): readonly string[] {
  if (!line.startsWith('|')) return [];
  return line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/** Whether the line is about the row. */
export function isAboutRow({ row }: ReviewedDifference, id: string): boolean {
  const parts = row.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(id);
}
