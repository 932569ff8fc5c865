/** A folder in the recording, and its counterpart here. */
interface FolderMove {
  readonly from: string;
  readonly to: string;
}

/** Copies a value and moves every path below the old folders to the new ones. */
export type Relocate = <T>(value: T) => T;

/** The first matching move applies, so pass the innermost folder first. */
export function createRelocator(moves: readonly FolderMove[]): Relocate {
  // Moves of `/` are skipped: it is the start of every path.
  const effective = moves.filter(({ from, to }) => from !== to && from.length > 1);
  if (effective.length === 0) return (value) => value;
  const newFolders = new Map(effective.map((move) => [move.from, move.to]));
  // Not inside a longer path: /a/b must not match in /x/a/b or /a/bc.
  const pattern = new RegExp(
    `(?<![\\w./-])(?:${effective.map(({ from }) => escaped(from)).join('|')})(?![\\w-]|\\.\\w)`,
    'g',
  );
  const oldFolders = effective.map(({ from }) => from);
  const relocateText = (text: string): string =>
    oldFolders.some((from) => text.includes(from))
      ? text.replace(pattern, (found) => newFolders.get(found) ?? found)
      : text;
  return (value) => mapStringsDeep(value, relocateText, 0) as typeof value;
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

const maxDepth = 64;

/** Returns the same object if nothing changes. */
function mapStringsDeep(value: unknown, change: (text: string) => string, depth: number): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null || depth > maxDepth) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => mapStringsDeep(item, change, depth + 1));
    return items.some((item, i) => item !== value[i]) ? items : value;
  }
  let changed = false;
  const entries = Object.entries(value).map(([key, item]): [string, unknown] => {
    const mapped = mapStringsDeep(item, change, depth + 1);
    changed ||= mapped !== item;
    return [key, mapped];
  });
  // Not by assignment: `__proto__` must stay a key.
  return changed ? Object.fromEntries(entries) : value;
}
