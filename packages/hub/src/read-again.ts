/**
 * Keeps what was read: many who ask at once cost one reading, and what takes long is read less often, so that readings
 * take a fifth of the time at most.
 */
export function readAgain<Value>(read: () => Promise<Value>, ms: number) {
  let kept: { readonly value: Promise<Value>; until: number } | undefined;
  return {
    async read(): Promise<Value> {
      if (kept && Date.now() < kept.until) return kept.value;
      const start = Date.now();
      const reading = { value: read(), until: Number.POSITIVE_INFINITY };
      kept = reading;
      try {
        const value = await reading.value;
        reading.until = Date.now() + Math.max(ms, 4 * (Date.now() - start));
        return value;
      } catch (error) {
        if (kept === reading) kept = undefined;
        throw error;
      }
    },
    /** Something changed: the next one reads again. */
    forget(): void {
      kept = undefined;
    },
  };
}
