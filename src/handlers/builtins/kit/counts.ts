import type { BuiltinContext } from '../builtin.js';

const memory = new Map<string, number>();
const maxKeys = 10_000;

/** How often this key was counted, this time included: durably where the context can, else in this process. */
export function countUp(context: BuiltinContext, key: string): number {
  const count = context.counter ? context.counter(key) : lastCount(key) + 1;
  // Re-inserted so that the oldest key is the one that goes.
  memory.delete(key);
  memory.set(key, count);
  if (memory.size > maxKeys) memory.delete(memory.keys().next().value ?? key);
  return count;
}

/** What this process last counted for the key, without counting again. */
export const lastCount = (key: string): number => memory.get(key) ?? 0;
