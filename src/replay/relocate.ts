/** A folder in the recording, and its counterpart here. */
export interface FolderMove {
  readonly from: string;
  readonly to: string;
}

/** Copies a value and moves every path below the old folders to the new ones. */
export type Relocate = <T>(value: T) => T;

/** The first matching move applies, so pass the innermost folder first. */
export function createRelocator(moves: readonly FolderMove[]): Relocate {
  // Moves of `/` are skipped: it is the start of every path.
  const real = moves.filter(({ from, to }) => from !== to && from.length > 1);
  if (real.length === 0) return (value) => value;
  const to = new Map(real.map((move) => [move.from, move.to]));
  // Not inside a longer path: /a/b must not match in /x/a/b or /a/bc.
  const pattern = new RegExp(
    `(?<![\\w./-])(?:${real.map(({ from }) => escaped(from)).join('|')})(?![\\w-]|\\.\\w)`,
    'g',
  );
  const oldFolders = real.map(({ from }) => from);
  const inText = (text: string): string =>
    oldFolders.some((from) => text.includes(from)) ? text.replace(pattern, (found) => to.get(found) ?? found) : text;
  return (value) => mapTexts(value, inText, 0) as typeof value;
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

const maxDepth = 64;

/** Returns the same object if nothing changes. */
function mapTexts(value: unknown, change: (text: string) => string, depth: number): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null || depth > maxDepth) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => mapTexts(item, change, depth + 1));
    return items.some((item, i) => item !== value[i]) ? items : value;
  }
  let changed = false;
  const entries = Object.entries(value).map(([key, item]): [string, unknown] => {
    const made = mapTexts(item, change, depth + 1);
    changed ||= made !== item;
    return [key, made];
  });
  // Not by assignment: `__proto__` must stay a key.
  return changed ? Object.fromEntries(entries) : value;
}
