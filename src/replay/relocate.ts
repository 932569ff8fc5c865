/** A folder of the world in which events were recorded, and what stands for it here. */
export interface FolderMove {
  readonly from: string;
  readonly to: string;
}

/** Makes a copy of a value in which every path below the old folders is one below the new ones. */
export type Relocate = <T>(value: T) => T;

/** The first move whose folder a path is in counts: give the innermost first. */
export function createRelocate(moves: readonly FolderMove[]): Relocate {
  // The root of all paths is in every one of them.
  const real = moves.filter(({ from, to }) => from !== to && from.length > 1);
  if (real.length === 0) return (value) => value;
  const to = new Map(real.map((move) => [move.from, move.to]));
  // Not inside a longer name, on either side: /a/b is no part of /x/a/b or /a/bc.
  const pattern = new RegExp(
    `(?<![\\w./-])(?:${real.map(({ from }) => escaped(from)).join('|')})(?![\\w-]|\\.\\w)`,
    'g',
  );
  const first = real.map(({ from }) => from);
  const inText = (text: string): string =>
    first.some((from) => text.includes(from)) ? text.replace(pattern, (found) => to.get(found) ?? found) : text;
  return (value) => mapTexts(value, inText, 0) as typeof value;
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

const mostDepth = 64;

/** The same object where nothing changes. */
function mapTexts(value: unknown, change: (text: string) => string, depth: number): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null || depth > mostDepth) return value;
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
