import { createHash, createPublicKey, verify } from 'node:crypto';
import { join } from 'node:path';
import { isoNow } from '../platform/clock.js';
import { readText, writeAtomic } from '../platform/files/files.js';

/** A passkey that a person registered. Only its public half is kept. */
export interface Passkey {
  /** Base64url, as the browser names it. */
  readonly id: string;
  /** The public key in DER (SubjectPublicKeyInfo), base64url. */
  readonly publicKey: string;
  readonly addedAt: string;
}

/** The name that passkeys belong to: a browser takes no address here. */
export const passkeyHost = 'localhost';
const maxPasskeys = 8;

/** The passkeys of a user, in a file of the state folder, which only the user may write and no agent. */
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
      // Throws if it is no key.
      createPublicKey({ key: Buffer.from(publicKey, 'base64url'), format: 'der', type: 'spki' });
      const others = all().filter((key) => key.id !== id);
      writeAtomic(
        file,
        `${JSON.stringify([...others, { id, publicKey, addedAt: isoNow() }].slice(-maxPasskeys), null, 1)}\n`,
      );
    },
  };
}

/** What a browser returns for a passkey, all base64url. */
export interface PasskeySignature {
  readonly id: string;
  readonly authenticatorData: string;
  readonly clientData: string;
  readonly signature: string;
}

/** Flags of an authenticator: somebody touched it, and it knows that it was its owner. */
const userPresent = 0x01;
const userVerified = 0x04;

/** Why a signature does not count; undefined if it is one of this key over this challenge, by its owner, on our page. */
export function signatureProblem(
  { authenticatorData, clientData, signature }: PasskeySignature,
  { publicKey }: Passkey,
  expected: { readonly challenge: string; readonly origin: string },
): string | undefined {
  const data = Buffer.from(authenticatorData, 'base64url');
  const client = Buffer.from(clientData, 'base64url');
  const said = parseClient(client);
  if (said?.type !== 'webauthn.get' || said.challenge !== expected.challenge) return 'it signs something else';
  if (said.origin !== expected.origin || said.crossOrigin === true) return 'it was made on another page';
  if (data.length < 37 || !data.subarray(0, 32).equals(sha256(passkeyHost))) return 'it is for another name';
  const flags = data[32] ?? 0;
  if ((flags & userPresent) === 0 || (flags & userVerified) === 0) return 'the key did not check who uses it';
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64url'), format: 'der', type: 'spki' });
  const digest = key.asymmetricKeyType === 'ed25519' ? null : 'sha256';
  const signed = Buffer.concat([data, sha256(client)]);
  return verify(digest, signed, key, Buffer.from(signature, 'base64url')) ? undefined : 'the signature is wrong';
}

interface ClientData {
  readonly type?: string;
  readonly challenge?: string;
  readonly origin?: string;
  readonly crossOrigin?: boolean;
}

function parseClient(bytes: Buffer): ClientData | undefined {
  try {
    return JSON.parse(bytes.toString('utf8')) as ClientData;
  } catch {
    return undefined;
  }
}

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();
