import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { PasskeySignature } from '../../../core/src/platform/passkey-signature.js';

/** Faults of a signature. */
export interface SignChanges {
  readonly flags?: number;
  readonly origin?: string;
}

/** A passkey as an authenticator has it. */
export interface TestPasskey {
  readonly id: string;
  readonly publicKey: string;
  sign(challenge: string, origin: string, changes?: SignChanges): PasskeySignature;
}

/** Makes a passkey that signs without a person. */
export function makePasskey(): TestPasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16).toString('base64url');
  return {
    id,
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64url'),
    sign(challenge, page, { flags = 0x05, origin = page } = {}) {
      const host = createHash('sha256').update(new URL(origin).hostname).digest();
      const data = Buffer.concat([host, Buffer.from([flags, 0, 0, 0, 1])]);
      const client = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin, crossOrigin: false }));
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      return {
        id,
        authenticatorData: data.toString('base64url'),
        clientData: client.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      };
    },
  };
}
