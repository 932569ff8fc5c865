import { createRequire } from 'node:module';

let loaded: typeof import('node:crypto') | undefined;

/** node:crypto, loaded when it is first needed: that takes milliseconds, which most starts can do without. */
export function lateCrypto(): typeof import('node:crypto') {
  loaded ??= createRequire(import.meta.url)('node:crypto') as typeof import('node:crypto');
  return loaded;
}
