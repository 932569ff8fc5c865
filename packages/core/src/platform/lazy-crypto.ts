import { createRequire } from 'node:module';

let loadedCrypto: typeof import('node:crypto') | undefined;

/** node:crypto, loaded at its first use: that takes milliseconds, and most starts do not need it. */
export function lazyCrypto(): typeof import('node:crypto') {
  loadedCrypto ??= createRequire(import.meta.url)('node:crypto') as typeof import('node:crypto');
  return loadedCrypto;
}
