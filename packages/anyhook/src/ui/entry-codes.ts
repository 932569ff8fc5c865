import { randomBytes } from 'node:crypto';
import { ticks } from '@anyhook/core';

/** One-time codes that a browser exchanges for the token; valid for a short time. */
export interface EntryCodes {
  issue(): string;
  /** True if the code was issued, is not too old and was not used before. */
  burn(code: string): boolean;
}

const lifetimeMs = 60_000;
const maxOpen = 16;

export function createEntryCodes(clock: () => number = ticks): EntryCodes {
  const expiry = new Map<string, number>();
  return {
    issue() {
      const code = randomBytes(24).toString('base64url');
      const [oldest] = expiry.size >= maxOpen ? expiry.keys() : [];
      if (oldest !== undefined) expiry.delete(oldest);
      expiry.set(code, clock() + lifetimeMs);
      return code;
    },
    burn(code) {
      const until = expiry.get(code);
      expiry.delete(code);
      return until !== undefined && clock() < until;
    },
  };
}
