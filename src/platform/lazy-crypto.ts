import { createRequire } from 'node:module';

let loaded: typeof import('node:crypto') | undefined;

/** node:crypto, loaded at its first use: that takes milliseconds, and most starts do not need it. */
export function lateCrypto(): typeof import('node:crypto') {
  loaded ??= createRequire(import.meta.url)('node:crypto') as typeof import('node:crypto');
  return loaded;
}
