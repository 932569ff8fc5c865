import { quoteValue } from '@anyhook/core';

/** How a format measures the time that a hook may take. */
interface TimeoutUnit {
  readonly name: 'seconds' | 'milliseconds';
  readonly max: number;
}

/** A timeout in its unit; undefined for the default. Warns if it is invalid or seems to be in the other unit. */
export function usableTimeout(
  value: unknown,
  { name, max }: TimeoutUnit,
  warn: (message: string) => void,
): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  const isPositive = typeof number === 'number' && number > 0;
  if (!isPositive || number > max) {
    const instead = isPositive ? `${max} ${name} are used` : 'the default is used';
    warn(`expected ${name}, more than 0 and at most ${max}, got ${quoteValue(value)}: ${instead}`);
    return isPositive ? max : undefined;
  }
  const converted = name === 'seconds' ? number / 1000 : number * 1000;
  // Round thousands are unlikely to be seconds, and no script is done in a few milliseconds.
  const isDoubtful = name === 'seconds' ? number >= 1000 && number % 500 === 0 : number <= 120;
  if (isDoubtful) warn(`a timeout is in ${name} here, so the hook gets ${number} ${name}; did you mean ${converted}?`);
  return number;
}
