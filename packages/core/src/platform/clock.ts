/** Milliseconds for measuring durations. Not `performance`: its first use loads a module. */
export const ticks = (): number => {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1_000 + nanoseconds / 1e6;
};

/** Milliseconds since the epoch. */
export const now = (): number => Date.now();

/** The time as ISO 8601. */
export const isoNow = (): string => new Date().toISOString();
