import type { BuiltinContext } from '../builtin.js';

const memory = new Map<string, number>();
const maxKeys = 10_000;

/** Increments the count of a key and returns it: persistent if the context supports it, else in this process. */
export function countUp(context: BuiltinContext, key: string): number {
  const count = context.counter ? context.counter(key) : lastCount(key) + 1;
  // Re-insert, so that the oldest key is dropped first.
  memory.delete(key);
  memory.set(key, count);
  if (memory.size > maxKeys) memory.delete(memory.keys().next().value ?? key);
  return count;
}

/** The current count of a key in this process, without incrementing it. */
export const lastCount = (key: string): number => memory.get(key) ?? 0;
