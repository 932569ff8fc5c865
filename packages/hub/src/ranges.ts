import type { SequenceRange } from '@anyhook/fleet';

/** Sequences as sorted ranges that neither overlap nor touch. */
export type Ranges = readonly SequenceRange[];

/** Is a sequence in one of the ranges? */
export function hasSequence(ranges: Ranges, sequence: number): boolean {
  let [low, high] = [0, ranges.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [from, to] = ranges[middle] ?? [0, 0];
    if (sequence < from) high = middle - 1;
    else if (sequence > to) low = middle + 1;
    else return true;
  }
  return false;
}

/** The ranges with one more. */
export function withRange(ranges: Ranges, [from, to]: SequenceRange): Ranges {
  const last = ranges.at(-1);
  // The usual case: the next records of a device.
  if (!last || from > last[1] + 1) return [...ranges, [from, to]];
  if (from === last[1] + 1) return [...ranges.slice(0, -1), [last[0], to]];
  const apart = ranges.filter((one) => one[1] + 1 < from || one[0] > to + 1);
  const joined = ranges.filter((one) => one[1] + 1 >= from && one[0] <= to + 1);
  const all: SequenceRange = [Math.min(from, ...joined.map(([a]) => a)), Math.max(to, ...joined.map(([, b]) => b))];
  return [...apart, all].sort(([a], [b]) => a - b);
}

/** The gaps between the ranges, from 1 to a head. */
export function holesIn(ranges: Ranges, head: number): Ranges {
  const holes: SequenceRange[] = [];
  let next = 1;
  for (const [from, to] of ranges) {
    if (from > head) break;
    if (from > next) holes.push([next, from - 1]);
    next = to + 1;
  }
  if (next <= head) holes.push([next, head]);
  return holes;
}

/** The number of sequences in ranges. */
export const countOf = (ranges: Ranges): number => ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0);
