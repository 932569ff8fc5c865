import { join } from 'node:path';
import { isFolder, listFolder, type PackageFile, readBytes, sha256 } from '@anyhook/core';
import { bundleLimits, readBundle } from './archive.js';
import { DeviceStore } from './device-store.js';
import type { BundleReference, ChannelDocument, RingMode } from './documents.js';
import { followRoots, readChannelDocument } from './documents.js';
import { readEnvelope, requireSignatures } from './envelope.js';
import type { FleetSettings } from './fleet-file.js';
import { FleetRefusal } from './refusal.js';
import { bundlesFor, ringPlaceOf } from './rings.js';

/** A bundle on the disk whose files match the signature. */
export interface ReadyBundle {
  readonly mode: RingMode;
  readonly serial: number;
  readonly folder: string;
}

/** The policy of a device: what is in force, or why nothing is. */
export interface ActivePolicy {
  readonly store: DeviceStore;
  /** The last accepted document. */
  readonly channel?: ChannelDocument;
  readonly place?: number;
  readonly bundles: readonly ReadyBundle[];
  /** Why the policy, or a part of it, is missing. */
  readonly problem?: string;
}

/** Reads the policy and checks it from the keys in fleet.yaml to each hook's last byte, but not its age. */
export function readActivePolicy(settings: FleetSettings, state: string): ActivePolicy {
  const store = new DeviceStore(state, settings);
  try {
    const channel = readStoredChannel(settings, store);
    const device = store.readDevice();
    if (!channel || device === undefined) return { store, bundles: [], problem: 'it was not fetched yet' };
    const place = ringPlaceOf(settings.org, device);
    const { enforced, candidate } = bundlesFor(channel, place);
    const bundles: ReadyBundle[] = [];
    const problems: string[] = [];
    for (const [mode, bundle] of [
      ['enforce', enforced],
      ['shadow', candidate],
    ] as const) {
      if (!bundle) continue;
      const problem = bundleProblem(store, bundle);
      if (problem === undefined)
        bundles.push({ mode, serial: bundle.serial, folder: store.bundleFolder(bundle.sha256) });
      // A missing candidate decides nothing anyway.
      else if (mode === 'enforce') problems.push(problem);
    }
    return { store, channel, place, bundles, ...(problems[0] !== undefined && { problem: problems[0] }) };
  } catch (error) {
    if (!(error instanceof FleetRefusal)) throw error;
    return { store, bundles: [], problem: error.message };
  }
}

/** The last accepted document, if its signatures are valid; undefined if there is none. */
function readStoredChannel(settings: FleetSettings, store: DeviceStore): ChannelDocument | undefined {
  const { org, channel, root } = settings;
  const text = store.readChannel();
  const rootDocument = followRoots({ org, version: root.version, keys: root }, store.readRoots(root.version));
  if (text === undefined || !rootDocument) return undefined;
  const envelope = readEnvelope(text, store.channelFile, 'channel');
  requireSignatures(
    envelope,
    rootDocument.policy,
    store.channelFile,
    `policy keys of root document ${rootDocument.version}`,
  );
  const policy = readChannelDocument(envelope, store.channelFile);
  return policy.org === org && policy.channel === channel ? policy : undefined;
}

/** Why a bundle on the disk differs from the signed one; undefined if it does not. */
export function bundleProblem(store: DeviceStore, { sha256: hash }: BundleReference): string | undefined {
  const archive = store.readBundleFile(hash);
  const folder = store.bundleFolder(hash);
  if (!archive || !isFolder(folder)) return `${folder} does not exist`;
  if (sha256(archive) !== hash) return `${store.bundleFile(hash)} is not what was signed`;
  const files = readBundle(archive, store.bundleFile(hash));
  const changed = files.find((file) => !isOnDisk(folder, file));
  if (changed) return `${join(folder, changed.path)} is not what was signed`;
  const known = new Set(files.map(({ path }) => path));
  const stray = pathsBelow(folder).find((path) => !known.has(path));
  return stray === undefined ? undefined : `${join(folder, stray)} is not part of what was signed`;
}

const isOnDisk = (folder: string, { path, bytes }: PackageFile): boolean =>
  readBytes(join(folder, path), bytes.length)?.equals(bytes) === true;

/** Every path below a folder that is not a folder; at most a few more than a bundle may have. */
function pathsBelow(folder: string): readonly string[] {
  const found: string[] = [];
  const folders = [''];
  for (let at = folders.pop(); at !== undefined && found.length <= bundleLimits.files; at = folders.pop()) {
    const entries = listFolder(join(folder, at), bundleLimits.files + 1);
    if (typeof entries === 'string') return [at];
    for (const { name, kind } of entries) {
      const path = at === '' ? name : `${at}/${name}`;
      if (kind === 'folder' && path.split('/').length <= bundleLimits.depth) folders.push(path);
      else found.push(path);
    }
  }
  return found;
}
