/** Random choices that are the same for the same seed. */
export interface FuzzRandom {
  /** A whole number from 0 to limit - 1. */
  readonly below: (limit: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <T>(list: readonly T[]) => T;
  /** From `min` to `max` values of a maker. */
  readonly many: <T>(min: number, max: number, make: () => T) => readonly T[];
}

/** Adjacent seeds give unrelated choices (mulberry32). */
export function fuzzRandom(seed: number): FuzzRandom {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  const pick = <T>(list: readonly T[]): T => {
    if (list.length === 0) throw new Error('nothing to pick from');
    return list[below(list.length)] as T;
  };
  return {
    below,
    pick,
    chance: (probability) => next() < probability,
    many: (min, max, make) => Array.from({ length: min + below(max - min + 1) }, make),
  };
}
