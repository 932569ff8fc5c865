import type { KeyObject } from 'node:crypto';
import { AnyhookError, lazyCrypto, sha256 } from '@anyhook/core';

/** Keys that sign together: `threshold` of them must sign. */
export interface SigningKeys {
  readonly threshold: number;
  /** Public keys, as `ed25519:…`. */
  readonly keys: readonly string[];
}

/** A private key in memory, with its public key. */
export interface Signer {
  readonly publicKey: string;
  readonly privateKey: KeyObject;
}

const prefix = 'ed25519:';

/** `ed25519:` and the 32 bytes of a public key. */
export const publicKeyPattern = /^ed25519:[\w-]{43}$/;

/** The DER prefix of an ed25519 public key. */
const derHeader = Buffer.from('302a300506032b6570032100', 'hex');

/** The short name of a key: people compare it, and signatures name their key by it. */
export const keyId = (publicKey: string): string => sha256(publicKey).slice(0, 16);

export function makeSigner(): Signer {
  const { privateKey, publicKey } = lazyCrypto().generateKeyPairSync('ed25519');
  return { privateKey, publicKey: publicText(publicKey) };
}

/** The private key in a PEM file. */
export function readSigner(pem: string, source: string): Signer {
  try {
    const crypto = lazyCrypto();
    const privateKey = crypto.createPrivateKey(pem);
    if (privateKey.asymmetricKeyType !== 'ed25519') throw new Error(`a key of type ${privateKey.asymmetricKeyType}`);
    return { privateKey, publicKey: publicText(crypto.createPublicKey(privateKey)) };
  } catch {
    // The error of the library may quote the key.
    throw new AnyhookError(
      'BAD_ARGUMENT',
      `${source}: expected a private ed25519 key in PEM, as "anyhook fleet init" writes it`,
    );
  }
}

export const signerPem = ({ privateKey }: Signer): string =>
  privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

export const signBytes = (bytes: Buffer, { privateKey }: Signer): Buffer => lazyCrypto().sign(null, bytes, privateKey);

/** Did the owner of this public key sign exactly these bytes? */
export function isSignedBy(bytes: Buffer, signature: Buffer, publicKey: string): boolean {
  try {
    const crypto = lazyCrypto();
    const der = Buffer.concat([derHeader, Buffer.from(publicKey.slice(prefix.length), 'base64url')]);
    return crypto.verify(null, bytes, crypto.createPublicKey({ key: der, type: 'spki', format: 'der' }), signature);
  } catch {
    // Neither a key nor a signature.
    return false;
  }
}

const publicText = (key: KeyObject): string =>
  `${prefix}${key.export({ type: 'spki', format: 'der' }).subarray(derHeader.length).toString('base64url')}`;
