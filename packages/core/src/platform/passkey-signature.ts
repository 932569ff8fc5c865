import { createHash, createPublicKey, verify } from 'node:crypto';
import { attempt } from '../errors.js';

/** The result of signing with a passkey in a browser, all base64url. */
export interface PasskeySignature {
  /** The id of the passkey, as the browser names it. */
  readonly id: string;
  readonly authenticatorData: string;
  readonly clientData: string;
  readonly signature: string;
}

/** The challenge and the page that a signature must be for. */
export interface ExpectedSignature {
  /** Base64url. */
  readonly challenge: string;
  /** The page, such as `https://hub.acme.example`. Passkeys belong to its host. */
  readonly origin: string;
}

/** Authenticator flags: a person touched it, and it verified its owner. */
const userPresent = 0x01;
const userVerified = 0x04;

/**
 * Why a signature is invalid; undefined if it is from this key over this challenge, by its owner, on that page. The
 * public key is in DER (SubjectPublicKeyInfo), base64url.
 */
export function signatureProblem(
  { authenticatorData, clientData, signature }: PasskeySignature,
  publicKey: string,
  { challenge, origin }: ExpectedSignature,
): string | undefined {
  const data = Buffer.from(authenticatorData, 'base64url');
  const client = Buffer.from(clientData, 'base64url');
  const said = parseClient(client);
  if (said?.type !== 'webauthn.get' || said.challenge !== challenge) return 'it signs something else';
  if (said.origin !== origin || said.crossOrigin === true) return 'it was made on another page';
  if (data.length < 37 || !data.subarray(0, 32).equals(sha256(new URL(origin).hostname)))
    return 'it is for another name';
  const flags = data[32] ?? 0;
  if ((flags & userPresent) === 0 || (flags & userVerified) === 0) return 'the key did not verify its owner';
  const signed = Buffer.concat([data, sha256(client)]);
  return isSigned(signed, Buffer.from(signature, 'base64url'), publicKey) ? undefined : 'the signature is wrong';
}

/** Also false if the key is invalid. */
const isSigned = (signed: Buffer, signature: Buffer, publicKey: string): boolean =>
  attempt(() => {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64url'), format: 'der', type: 'spki' });
    return verify(key.asymmetricKeyType === 'ed25519' ? null : 'sha256', signed, key, signature);
  }, false);

interface ClientData {
  readonly type?: string;
  readonly challenge?: string;
  readonly origin?: string;
  readonly crossOrigin?: boolean;
}

const parseClient = (bytes: Buffer): ClientData | undefined =>
  attempt(() => {
    const value = JSON.parse(bytes.toString('utf8')) as ClientData | null;
    return value ?? undefined;
  });

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();
