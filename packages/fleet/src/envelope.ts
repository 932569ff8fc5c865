import { isObject, parseObject, quoteValue } from '@anyhook/core';
import { isSignedBy, keyId, type Signer, type SigningKeys, signBytes } from './keys.js';
import { FleetRefusal } from './refusal.js';

/** The kinds of signed documents. The type is signed as well, so that one kind cannot be used as another. */
export const documentTypes = {
  root: 'application/vnd.anyhook.fleet-root+json',
  channel: 'application/vnd.anyhook.fleet-channel+json',
  report: 'application/vnd.anyhook.fleet-report+json',
} as const;

export type DocumentKind = keyof typeof documentTypes;

/** A signed document in the DSSE form: the signed bytes and the signatures. */
export interface SignedDocument {
  readonly kind: DocumentKind;
  /** Exactly the signed bytes; never serialized again. */
  readonly payload: Buffer;
  readonly signatures: readonly DocumentSignature[];
}

export interface DocumentSignature {
  readonly keyid: string;
  readonly sig: Buffer;
}

export const maxDocumentBytes = 256 * 1024;
const maxSignatures = 50;

/** Reads an envelope without its payload. */
export function readEnvelope(text: string, document: string, kind: DocumentKind): SignedDocument {
  const refuse = (field: string, expected: string, came: string): never => {
    const advice = 'what is there is not a document of "anyhook fleet": check the URL, or publish again';
    throw new FleetRefusal({ document, field, expected, came, advice });
  };
  if (Buffer.byteLength(text) > maxDocumentBytes)
    refuse('size', `at most ${maxDocumentBytes} bytes`, `${Buffer.byteLength(text)} bytes`);
  const value =
    parseObject(text) ?? refuse('content', 'a JSON object with payloadType, payload and signatures', quoteValue(text));
  const { payloadType, payload, signatures } = value;
  if (payloadType !== documentTypes[kind]) refuse('payloadType', `"${documentTypes[kind]}"`, quoteValue(payloadType));
  if (!isBase64(payload)) return refuse('payload', 'base64', quoteValue(payload));
  if (!Array.isArray(signatures) || signatures.length > maxSignatures)
    return refuse('signatures', `a list of at most ${maxSignatures}`, quoteValue(signatures));
  return {
    kind,
    payload: Buffer.from(payload, 'base64'),
    signatures: signatures.map((one, i): DocumentSignature => {
      if (!isObject(one) || typeof one['keyid'] !== 'string' || !isBase64(one['sig']))
        return refuse(`signatures.${i}`, 'an object with keyid and sig', quoteValue(one));
      return { keyid: one['keyid'], sig: Buffer.from(one['sig'], 'base64') };
    }),
  };
}

const isBase64 = (value: unknown): value is string => typeof value === 'string' && /^[A-Za-z0-9+/]+={0,2}$/.test(value);

/** Throws unless enough different keys signed the document. */
export function requireSignatures(
  { kind, payload, signatures }: SignedDocument,
  { threshold, keys }: SigningKeys,
  document: string,
  whose: string,
): void {
  const bytes = signedBytes(kind, payload);
  const valid = keys.filter((key) =>
    signatures.some(({ keyid, sig }) => keyid === keyId(key) && isSignedBy(bytes, sig, key)),
  );
  if (new Set(valid).size >= threshold) return;
  throw new FleetRefusal({
    document,
    field: 'signatures',
    expected: `${threshold} of the ${keys.length} ${whose} (${keys.map(keyId).join(', ')})`,
    came: signatures.length === 0 ? 'none' : `${new Set(valid).size} valid of ${signatures.length}`,
    advice:
      'nothing of it is used; the owner of a missing key runs "anyhook fleet sign", or someone changed the document',
  });
}

/** The bytes that DSSE signs: the type and the payload, each with its length. */
function signedBytes(kind: DocumentKind, payload: Buffer): Buffer {
  const type = documentTypes[kind];
  return Buffer.concat([Buffer.from(`DSSEv1 ${type.length} ${type} ${payload.length} `), payload]);
}

/** Signs a document; signatures of other keys are kept. */
export function withSignatures(document: SignedDocument, signers: readonly Signer[]): SignedDocument {
  const bytes = signedBytes(document.kind, document.payload);
  const own = signers.map((signer) => ({ keyid: keyId(signer.publicKey), sig: signBytes(bytes, signer) }));
  const others = document.signatures.filter(({ keyid }) => !own.some((one) => one.keyid === keyid));
  return { ...document, signatures: [...others, ...own] };
}

export const envelopeText = ({ kind, payload, signatures }: SignedDocument): string =>
  `${JSON.stringify(
    {
      payloadType: documentTypes[kind],
      payload: payload.toString('base64'),
      signatures: signatures.map(({ keyid, sig }) => ({ keyid, sig: sig.toString('base64') })),
    },
    null,
    2,
  )}\n`;
