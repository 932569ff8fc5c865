import { createRequire } from 'node:module';

let loadedCrypto: typeof import('node:crypto') | undefined;

/** node:crypto, loaded at its first use: that takes milliseconds, and most starts do not need it. */
export function lazyCrypto(): typeof import('node:crypto') {
  loadedCrypto ??= createRequire(import.meta.url)('node:crypto') as typeof import('node:crypto');
  return loadedCrypto;
}

export const sha256 = (data: string | Uint8Array): string => lazyCrypto().hash('sha256', data);

/** Replaces the hash of a file that exists but could not be read; it never matches a trusted one. */
export const unreadSha = 'unread';

/** A practically unique id, without node:crypto: loading that takes longer than everything else at the start. */
export const newId = (): string => `${Date.now().toString(36)}-${digits()}${digits()}`;

const digits = (): string => Math.random().toString(36).slice(2, 12).padEnd(10, '0');
