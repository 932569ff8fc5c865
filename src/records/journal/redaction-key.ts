import { join } from 'node:path';
import { readText, writeAtomic } from '../../platform/files/files.js';
import { lateCrypto } from '../../platform/lazy-crypto.js';
import { journalPlaces } from './journal-files.js';

/** The key by which marks of the same secret are the same, for this user alone; made where there is none. */
export function redactionKey(state: string): string {
  const file = join(journalPlaces(state).dir, 'key');
  const read = () => {
    const text = readText(file, 1_024)?.trim() ?? '';
    return /^[0-9a-f]{64}$/.test(text) ? text : undefined;
  };
  const known = read();
  if (known !== undefined) return known;
  const made = lateCrypto().randomBytes(32).toString('hex');
  writeAtomic(file, `${made}\n`);
  // Of two processes that made one at once, the last one's counts.
  return read() ?? made;
}
