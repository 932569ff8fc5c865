import { ticks } from '../../../platform/clock.js';

// Node's timers overflow beyond this and then fire at once.
const longestMs = 2 ** 31 - 1;

/** A watch that says how many milliseconds of a budget are left, at least one. */
export function timeLeft(budgetMs: number): () => number {
  const deadline = ticks() + Math.min(budgetMs, longestMs);
  return () => Math.max(1, deadline - ticks());
}
