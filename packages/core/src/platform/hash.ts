import { createRequire } from 'node:module';

let loadedCrypto: typeof import('node:crypto') | undefined;

/** node:crypto, loaded at its first use: that takes milliseconds, and most starts do not need it. */
export function lazyCrypto(): typeof import('node:crypto') {
  loadedCrypto ??= createRequire(import.meta.url)('node:crypto') as typeof import('node:crypto');
  return loadedCrypto;
}

/** SHA-256 in hex. */
export const sha256 = (data: string | Uint8Array): string => lazyCrypto().hash('sha256', data);

/** Stands for the hash of a file that exists but could not be read: it never matches a trusted one. */
export const unreadSha = 'unread';
