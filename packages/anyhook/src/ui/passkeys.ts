import { createPublicKey } from 'node:crypto';
import { join } from 'node:path';
import { isoNow, readText, writeAtomic } from '@anyhook/core';

/** A registered passkey. Only its public half is stored. */
export interface Passkey {
  /** Base64url, as in the browser. */
  readonly id: string;
  /** The public key in DER (SubjectPublicKeyInfo), base64url. */
  readonly publicKey: string;
  readonly addedAt: string;
}

/** The host name that passkeys belong to: browsers do not accept an IP address. */
export const passkeyHost = 'localhost';
const maxPasskeys = 8;

/** The passkeys of a user, in a file of the state folder that only the user, and no agent, may write. */
export function createPasskeyStore(state: string) {
  const file = join(state, 'ui-passkeys.json');
  const all = (): readonly Passkey[] => {
    try {
      const keys = JSON.parse(readText(file, 64 * 1024) ?? '[]') as readonly Passkey[];
      return keys.filter((key) => typeof key?.id === 'string' && typeof key.publicKey === 'string');
    } catch {
      return [];
    }
  };
  return {
    all,
    add(id: string, publicKey: string): void {
      // Throws if it is not a key.
      createPublicKey({ key: Buffer.from(publicKey, 'base64url'), format: 'der', type: 'spki' });
      const others = all().filter((key) => key.id !== id);
      writeAtomic(
        file,
        `${JSON.stringify([...others, { id, publicKey, addedAt: isoNow() }].slice(-maxPasskeys), null, 1)}\n`,
      );
    },
  };
}
