import { join } from 'node:path';
import {
  AnyhookError,
  listFolder,
  makePrivateFolder,
  readText,
  restrictToOwner,
  thisSystem,
  writeAtomic,
} from '@anyhook/core';
import { keyId, makeSigner, readSigner, type Signer, signerPem } from './keys.js';

export type KeyRole = 'root' | 'policy';

/** Creates a key and writes it to a file that only its owner can read. The key itself is never printed. */
export function addKey(folder: string, role: KeyRole): Signer {
  makePrivateFolder(folder);
  restrictToOwner(folder);
  const signer = makeSigner();
  writeAtomic(join(folder, `${role}-${keyId(signer.publicKey)}.pem`), signerPem(signer), 0o600);
  return signer;
}

// Windows shows the same mode for every file, whatever its permissions are.
const hasModes = thisSystem !== 'win32';

/** The private keys in a folder. A key that others can read is refused, where the system shows that. */
export function readKeys(folder: string): readonly Signer[] {
  const entries = listFolder(folder);
  if (typeof entries === 'string') throw new AnyhookError('BAD_ARGUMENT', `--keys ${folder}: ${entries}`);
  return entries
    .filter(({ name }) => name.endsWith('.pem'))
    .map(({ name }) => {
      const file = join(folder, name);
      let mode = 0;
      const pem = readText(file, 64 * 1024, (stat) => {
        mode = stat.mode & 0o777;
        return !hasModes || (mode & 0o077) === 0;
      });
      if (pem !== undefined) return readSigner(pem, file);
      if (!hasModes || (mode & 0o077) === 0) throw new AnyhookError('BAD_ARGUMENT', `${file}: cannot be read`);
      throw new AnyhookError(
        'BAD_ARGUMENT',
        `${file}: expected that only its owner can read it (mode 600), got mode ${mode.toString(8)}; run "chmod 600 ${file}", or make a new key if others may have read it`,
      );
    });
}

/** Does the folder already contain a key? */
export function hasKeys(folder: string): boolean {
  const entries = listFolder(folder);
  return typeof entries !== 'string' && entries.some(({ name }) => name.endsWith('.pem'));
}
