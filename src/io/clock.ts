/** Milliseconds for measuring spans. */
export const ticks = (): number => performance.now();

/** Milliseconds since the epoch. */
export const now = (): number => Date.now();

/** The time as ISO 8601. */
export const isoNow = (): string => new Date().toISOString();
