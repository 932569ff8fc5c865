import { AnyhookError, type PackageFile, sha256 } from '@anyhook/core';
import { packBundle, readBundle } from './archive.js';
import { type BundleReference, type ChannelDocument, type Ring, type RootDocument, ringPlaces } from './documents.js';
import { addKey, hasKeys, type KeyRole } from './key-folder.js';
import type { Signer } from './keys.js';
import { PublisherTree, type WrittenDocument, writeOpenFile } from './publisher-tree.js';

const day = 24 * 60 * 60 * 1000;

/** How long documents are valid unless the publisher says otherwise. */
export const validity = { root: 730 * day, channel: 90 * day } as const;

/** How many bundles a channel keeps for a rollback. */
const keptReferences = 10;

export interface FleetInitOptions {
  readonly tree: string;
  readonly keys: string;
  readonly org: string;
  readonly url: string;
  readonly rootKeys: number;
  readonly rootThreshold: number;
  readonly policyKeys: number;
  readonly policyThreshold: number;
  readonly now: number;
}

/** Creates the keys and the first root document of a fleet; returns the text of fleet.yaml for its devices. */
export function initFleet(options: FleetInitOptions): {
  readonly fleetFile: string;
  readonly text: string;
  readonly root: RootDocument;
} {
  const { keys: folder, org, url, now } = options;
  const tree = new PublisherTree(options.tree);
  if (hasKeys(folder))
    throw new AnyhookError(
      'BAD_ARGUMENT',
      `${folder}: there are keys already; name an empty folder, or use "anyhook fleet rotate"`,
    );
  const make = (role: KeyRole, count: number) => Array.from({ length: count }, () => addKey(folder, role));
  const roots = make('root', options.rootKeys);
  const policies = make('policy', options.policyKeys);
  const publicKeys = (signers: readonly Signer[]) => signers.map(({ publicKey }) => publicKey);
  const root: RootDocument = {
    org,
    version: 1,
    created: now,
    expires: now + validity.root,
    root: { threshold: options.rootThreshold, keys: publicKeys(roots) },
    policy: { threshold: options.policyThreshold, keys: publicKeys(policies) },
  };
  tree.writeRoot(root, roots);
  const text = fleetFileText({ org, url, root });
  const fleetFile = `${tree.folder}/fleet.yaml`;
  writeOpenFile(fleetFile, text);
  return { fleetFile, text, root };
}

const fleetFileText = ({ org, url, root }: { org: string; url: string; root: RootDocument }): string =>
  [
    `# Which fleet this machine belongs to: "anyhook fleet join" reads it.`,
    `org: ${org}`,
    'channel: stable',
    `url: ${url}`,
    'root:',
    `  threshold: ${root.root.threshold}`,
    '  keys:',
    ...root.root.keys.map((key) => `    - ${key}`),
    'offline:',
    '  warnAfter: 3d',
    '  thenAfter: 14d',
    '  then: keep',
    'lock: false',
    '',
  ].join('\n');

/** Which devices use a bundle: shares of all devices, in places. */
export interface RingShares {
  readonly enforce: number;
  readonly shadow: number;
}

export interface ChannelChange {
  readonly tree: PublisherTree;
  readonly channel: string;
  readonly signers: readonly Signer[];
  readonly now: number;
  readonly expiresMs?: number | undefined;
  readonly minVersion?: string | undefined;
}

/** A document that was, or would be, written. */
export interface ChannelResult {
  readonly document: ChannelDocument;
  readonly written?: WrittenDocument;
}

/** The next document of a channel with a new bundle in it; without `signers`, nothing is written. */
export function publishBundle(
  files: readonly PackageFile[],
  shares: RingShares,
  change: ChannelChange,
  isDry: boolean,
): ChannelResult {
  const { tree, channel } = change;
  const archive = packBundle(files);
  // Do not publish a bundle that devices would refuse.
  readBundle(archive, 'the bundle');
  const before = tree.readChannel(channel);
  const serial = (before?.serial ?? 0) + 1;
  const bundle: BundleReference = { serial, sha256: sha256(archive), bytes: archive.length };
  const document = nextDocument(change, before, {
    bundles: [...(before?.bundles ?? []), bundle],
    rings: ringsOf(serial, shares, enforcedEverywhere(before)),
  });
  if (isDry) return { document };
  tree.writeBundle(bundle.sha256, archive);
  return { document, written: tree.writeChannel(document, change.signers) };
}

/** The next document of a channel with other rings, for its newest bundle or for the one with this serial. */
export function moveRings(shares: RingShares, change: ChannelChange, isDry: boolean, serial?: number): ChannelResult {
  const before = requireChannel(change);
  const chosen = serial ?? Math.max(...before.bundles.map((bundle) => bundle.serial));
  if (!before.bundles.some((bundle) => bundle.serial === chosen))
    throw new AnyhookError(
      'BAD_ARGUMENT',
      `--serial: expected one of ${before.bundles.map((one) => one.serial).join(', ')}, got ${chosen}`,
    );
  const base = enforcedEverywhere(before);
  if (base === chosen && shares.enforce < ringPlaces)
    throw new AnyhookError(
      'BAD_ARGUMENT',
      `serial ${chosen} decides on all devices already; name the bundle to go back to with --serial, or publish a new one`,
    );
  const document = nextDocument(change, before, {
    bundles: before.bundles,
    rings: ringsOf(chosen, shares, base === chosen ? undefined : base),
  });
  return isDry ? { document } : { document, written: change.tree.writeChannel(document, change.signers) };
}

/** The same policy in a new document: for one that expires, or whose keys were replaced. */
export function renewChannel(change: ChannelChange, isDry: boolean): ChannelResult {
  const before = requireChannel(change);
  const document = nextDocument(change, before, { bundles: before.bundles, rings: before.rings });
  return isDry ? { document } : { document, written: change.tree.writeChannel(document, change.signers) };
}

function requireChannel({ tree, channel }: ChannelChange): ChannelDocument {
  const document = tree.readChannel(channel);
  if (document) return document;
  throw new AnyhookError(
    'BAD_ARGUMENT',
    `${tree.channelFile(channel)}: nothing was published there yet; run "anyhook fleet publish"`,
  );
}

function nextDocument(
  { tree, channel, now, expiresMs = validity.channel, minVersion }: ChannelChange,
  before: ChannelDocument | undefined,
  { bundles, rings }: Pick<ChannelDocument, 'bundles' | 'rings'>,
): ChannelDocument {
  const used = new Set(rings.map(({ serial }) => serial));
  const newest = [...bundles].sort((a, b) => b.serial - a.serial);
  const kept = newest
    .filter(({ serial }, i) => i < keptReferences || used.has(serial))
    .sort((a, b) => a.serial - b.serial);
  return {
    org: tree.readRoot().org,
    channel,
    serial: (before?.serial ?? 0) + 1,
    created: now,
    expires: now + expiresMs,
    minVersion: minVersion ?? before?.minVersion ?? '0.0.0',
    bundles: kept,
    rings,
  };
}

/** The serial that devices outside of all other rings enforce. */
const enforcedEverywhere = (document: ChannelDocument | undefined): number | undefined =>
  document?.rings.findLast(({ mode, upTo }) => mode === 'enforce' && upTo === ringPlaces)?.serial;

/** The rings for a bundle on a part of the devices; all others keep what they had. */
function ringsOf(serial: number, { enforce, shadow }: RingShares, before: number | undefined): readonly Ring[] {
  return [
    ...(enforce > 0 ? [{ upTo: enforce, serial, mode: 'enforce' } as const] : []),
    ...(shadow > enforce ? [{ upTo: shadow, serial, mode: 'shadow' } as const] : []),
    ...(before !== undefined && enforce < ringPlaces
      ? [{ upTo: ringPlaces, serial: before, mode: 'enforce' } as const]
      : []),
  ];
}

export interface RotateOptions {
  readonly tree: PublisherTree;
  readonly keys: string;
  readonly signers: readonly Signer[];
  readonly role: KeyRole;
  readonly now: number;
}

/** The next root document, in which new keys replace those of a role; old keys become invalid. */
export function rotateKeys({ tree, keys, signers, role, now }: RotateOptions): {
  readonly root: RootDocument;
  readonly written: WrittenDocument;
} {
  const last = tree.readRoot();
  const fresh = last[role].keys.map(() => addKey(keys, role));
  const root: RootDocument = {
    ...last,
    version: last.version + 1,
    created: now,
    expires: now + validity.root,
    [role]: { threshold: last[role].threshold, keys: fresh.map(({ publicKey }) => publicKey) },
  };
  return { root, written: tree.writeRoot(root, [...signers, ...fresh]) };
}
