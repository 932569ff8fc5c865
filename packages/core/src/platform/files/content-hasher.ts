import { maxHashedBytes } from '../../limits.js';
import { sha256, unreadSha } from '../hash.js';
import { readBytes } from './files.js';

/** Hashes files: each content once, even if several links lead to it, and only up to a total number of bytes. */
export interface ContentHasher {
  /** The SHA-256 of a file; `unreadSha` if it cannot be read, or if the byte limit is reached. */
  hash(path: string): string;
  /** How many files were too large for the remaining bytes. */
  readonly skipped: number;
}

export function createContentHasher(maxBytes: number): ContentHasher {
  const known = new Map<string, string>();
  let left = maxBytes;
  let skipped = 0;
  return {
    hash(path) {
      let key = '';
      const bytes = readBytes(path, maxHashedBytes, ({ dev, ino, size }) => {
        key = `${dev}:${ino}`;
        if (known.has(key)) return false;
        if (size > left) skipped++;
        return size <= left;
      });
      if (!bytes) return known.get(key) ?? unreadSha;
      left -= bytes.length;
      const sha = sha256(bytes);
      known.set(key, sha);
      return sha;
    },
    get skipped() {
      return skipped;
    },
  };
}
