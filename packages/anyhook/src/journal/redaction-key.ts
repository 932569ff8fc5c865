import { join } from 'node:path';
import { lazyCrypto, readText, writeAtomic } from '@anyhook/core';
import { journalPaths } from './journal-files.js';

/** The user's redaction key: equal secrets get equal marks. Created if missing. */
export function redactionKey(state: string): string {
  const known = knownKeys.get(state);
  if (known !== undefined) return known;
  if (knownKeys.size >= maxKeys) knownKeys.clear();
  const key = readOrMakeKey(state);
  knownKeys.set(state, key);
  return key;
}

/** Keys that this process has read, by state folder. */
const knownKeys = new Map<string, string>();
const maxKeys = 100;

function readOrMakeKey(state: string): string {
  const file = join(journalPaths(state).dir, 'key');
  const read = () => {
    const text = readText(file, 1_024)?.trim() ?? '';
    return /^[0-9a-f]{64}$/.test(text) ? text : undefined;
  };
  const known = read();
  if (known !== undefined) return known;
  const made = lazyCrypto().randomBytes(32).toString('hex');
  writeAtomic(file, `${made}\n`);
  // If two processes created one at once, the last one wins.
  return read() ?? made;
}
