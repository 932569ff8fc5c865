import { AnyhookError, maxWaitMs, quoteValue } from '@anyhook/core';

const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

/** Default idle time after which the resident engine stops. */
export const defaultIdle = '30m';

/** Milliseconds of a duration such as 90s, 30m or 2h, at most 24h. */
export function parseDurationMs(text: string, what = 'the duration'): number {
  const [, amount = '', unit = ''] = /^(\d{1,6})([smh])$/.exec(text) ?? [];
  const ms = Number(amount) * (units[unit] ?? 0);
  if (ms > 0 && ms <= maxWaitMs) return ms;
  throw new AnyhookError(
    'BAD_ARGUMENT',
    `${what}: expected a duration such as 90s, 30m or 2h, at most 24h, got ${quoteValue(text)}`,
  );
}
