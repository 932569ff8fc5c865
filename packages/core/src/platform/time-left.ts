import { maxTimerMs } from '../limits.js';
import { ticks } from './clock.js';

/** Returns a function that tells how many milliseconds of a budget are left, at least one. */
export function timeLeft(budgetMs: number): () => number {
  const deadline = ticks() + Math.min(budgetMs, maxTimerMs);
  return () => Math.max(1, deadline - ticks());
}
