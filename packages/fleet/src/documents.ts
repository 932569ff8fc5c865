import { isObject, parseJson } from '@anyhook/core';
import { type DocumentKind, readEnvelope, requireSignatures, type SignedDocument } from './envelope.js';
import { keyId, publicKeyPattern, type SigningKeys } from './keys.js';
import { DocumentFields, FleetRefusal } from './refusal.js';

/** Lists the valid keys: those of the root, which sign the next document of this kind, and those that sign policies. */
export interface RootDocument {
  readonly org: string;
  /** Counts from 1; each document is signed by the keys of the previous one. */
  readonly version: number;
  readonly created: number;
  readonly expires: number;
  readonly root: SigningKeys;
  readonly policy: SigningKeys;
}

export interface BundleReference {
  /** The serial of the first document that named it. */
  readonly serial: number;
  readonly sha256: string;
  readonly bytes: number;
}

/** How a part of the devices uses a bundle. */
export interface Ring {
  /** The part: devices have places from 0 to 9,999, and those below this number belong to it. */
  readonly upTo: number;
  readonly serial: number;
  readonly mode: RingMode;
}

export const ringModes = ['shadow', 'enforce'] as const;
export type RingMode = (typeof ringModes)[number];

/** The number of places for devices. */
export const ringPlaces = 10_000;

/** Which bundles the devices of a channel use. */
export interface ChannelDocument {
  readonly org: string;
  readonly channel: string;
  /** Grows with every document of the channel. */
  readonly serial: number;
  readonly created: number;
  readonly expires: number;
  /** Older versions of anyhook do not accept it. */
  readonly minVersion: string;
  readonly bundles: readonly BundleReference[];
  readonly rings: readonly Ring[];
}

/** Names of organisations and channels: they become parts of paths. */
export const fleetNamePattern = /^[a-z0-9][a-z0-9-]{0,62}$/;
export const fleetNameText = 'a name of small letters, digits and dashes';
export const versionPattern = /^\d{1,5}\.\d{1,5}\.\d{1,5}$/;
const maxSerial = 1_000_000_000;
const maxKeys = 20;

/** The largest bundle that a channel may name, packed. */
export const maxBundleBytes = 8 * 1024 * 1024;

/** The text of a document before signing: indented, so that people can read what they sign. */
export function documentBytes(value: RootDocument | ChannelDocument): Buffer {
  const { created, expires } = value;
  const iso = (time: number) => new Date(time).toISOString();
  return Buffer.from(`${JSON.stringify({ ...value, created: iso(created), expires: iso(expires) }, null, 2)}\n`);
}

/** Reads a root document whose signatures were checked. */
export function readRootDocument({ payload }: SignedDocument, document: string): RootDocument {
  const fields = fieldsOf(payload, document);
  return {
    org: fields.text('org', fleetNamePattern, fleetNameText),
    version: fields.whole('version', 1, 100_000),
    created: fields.time('created'),
    expires: fields.time('expires'),
    root: readKeys(fields.inside('root')),
    policy: readKeys(fields.inside('policy')),
  };
}

function readKeys(fields: DocumentFields): SigningKeys {
  const keys = fields
    .list('keys', maxKeys)
    .map((key, i) =>
      typeof key === 'string' && publicKeyPattern.test(key)
        ? key
        : fields.refuse(`keys.${i}`, 'a public key, ed25519:…', JSON.stringify(key)),
    );
  const threshold = fields.whole('threshold', 1, maxKeys);
  const different = new Set(keys).size;
  if (different < keys.length) fields.refuse('keys', 'different keys', 'the same key twice');
  if (threshold > different) fields.refuse('threshold', `at most the number of keys, ${different}`, `${threshold}`);
  return { threshold, keys };
}

/** Reads a channel document whose signatures were checked. */
export function readChannelDocument({ payload }: SignedDocument, document: string): ChannelDocument {
  const fields = fieldsOf(payload, document);
  const bundles = fields.list('bundles', 100).map((one, i): BundleReference => {
    const bundle = fields.inside(`bundles.${i}`, one);
    return {
      serial: bundle.whole('serial', 1, maxSerial),
      sha256: bundle.text('sha256', /^[0-9a-f]{64}$/, '64 hexadecimal digits'),
      bytes: bundle.whole('bytes', 1, maxBundleBytes),
    };
  });
  const rings = fields.list('rings', 100).map((one, i): Ring => {
    const ring = fields.inside(`rings.${i}`, one);
    const serial = ring.whole('serial', 1, maxSerial);
    if (!bundles.some((bundle) => bundle.serial === serial))
      ring.refuse(
        'serial',
        `the serial of a bundle in it (${bundles.map((bundle) => bundle.serial).join(', ') || 'none'})`,
        `${serial}`,
      );
    return { upTo: ring.whole('upTo', 1, ringPlaces), serial, mode: ring.choice('mode', ringModes) };
  });
  return {
    org: fields.text('org', fleetNamePattern, fleetNameText),
    channel: fields.text('channel', fleetNamePattern, fleetNameText),
    serial: fields.whole('serial', 1, maxSerial),
    created: fields.time('created'),
    expires: fields.time('expires'),
    minVersion: fields.text('minVersion', versionPattern, 'a version such as 1.2.0'),
    bundles,
    rings,
  };
}

function fieldsOf(payload: Buffer, document: string): DocumentFields {
  const value = parseJson(payload.toString('utf8'));
  if (isObject(value)) return new DocumentFields(document, value);
  throw new FleetRefusal({
    document,
    field: 'payload',
    expected: 'a JSON object',
    came: 'something else',
    advice: 'publish it again with "anyhook fleet publish"',
  });
}

/** The keys with which a chain of root documents begins: those in fleet.yaml. */
export interface TrustedRoot {
  readonly org: string;
  /** The version of the first document. */
  readonly version: number;
  readonly keys: SigningKeys;
}

/** A root document of a chain, with its source and text. */
export interface RootText {
  readonly document: string;
  readonly text: string;
}

/** The last document of a chain. Each is signed by the previous keys and by its own, so new keys are known in time. */
export function followRoots(start: TrustedRoot, chain: readonly RootText[]): RootDocument | undefined {
  let trusted = start.keys;
  let last: RootDocument | undefined;
  for (const [i, { document, text }] of chain.entries()) {
    const envelope = readEnvelope(text, document, 'root' satisfies DocumentKind);
    requireSignatures(
      envelope,
      trusted,
      document,
      i === 0 ? 'root keys in fleet.yaml' : 'root keys of the document before it',
    );
    const root = readRootDocument(envelope, document);
    requireSignatures(envelope, root.root, document, 'root keys that it names');
    const expected = start.version + i;
    const wrong = (field: string, expectedText: string, came: string) =>
      new FleetRefusal({
        document,
        field,
        expected: expectedText,
        came,
        advice: 'the chain of root documents must have no gap and one owner',
      });
    if (root.org !== start.org) throw wrong('org', `"${start.org}"`, `"${root.org}"`);
    if (root.version !== expected) throw wrong('version', `${expected}`, `${root.version}`);
    trusted = root.root;
    last = root;
  }
  return last;
}

/** The short names of keys, for display. */
export const keyNames = ({ keys }: SigningKeys): string => keys.map(keyId).join(', ');
