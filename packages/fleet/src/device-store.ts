import { join } from 'node:path';
import {
  fileStamp,
  isFolder,
  listFolder,
  makePrivateFolder,
  newId,
  type PackageFile,
  parseObject,
  readBytes,
  readText,
  removePath,
  renamePath,
  writeAtomic,
  writePackageTree,
} from '@anyhook/core';
import { bundleLimits } from './archive.js';
import type { RootText } from './documents.js';
import { maxDocumentBytes } from './envelope.js';
import type { FleetSettings } from './fleet-file.js';
import { type CheckRecord, parseCheckRecord } from './fleet-standing.js';

/** How many bundles are kept: hooks of the previous one may still run. */
const keptBundles = 3;

/** A device's files of its fleet, in the state folder of its user. */
export class DeviceStore {
  /** The folder of this organisation and channel. */
  readonly folder: string;

  constructor(
    private readonly state: string,
    { org, channel }: Pick<FleetSettings, 'org' | 'channel'>,
  ) {
    this.folder = join(fleetFolder(state), `${org}.${channel}`);
  }

  get checkFile(): string {
    return join(this.folder, 'checked.json');
  }

  get channelFile(): string {
    return join(this.folder, 'channel.json');
  }

  bundleFolder(sha256: string): string {
    return join(this.folder, 'bundles', sha256);
  }

  bundleFile(sha256: string): string {
    return join(this.folder, 'bundles', `${sha256}.tgz`);
  }

  readCheck(): CheckRecord | undefined {
    return parseCheckRecord(readText(this.checkFile));
  }

  writeCheck(record: CheckRecord): void {
    writeAtomic(this.checkFile, `${JSON.stringify(record, null, 2)}\n`);
  }

  /** The stored chain of root documents, from a version upwards. */
  readRoots(from: number): readonly RootText[] {
    const chain: RootText[] = [];
    for (let version = from; ; version++) {
      const document = join(this.folder, 'root', `${version}.json`);
      const text = readText(document, maxDocumentBytes * 2);
      if (text === undefined) return chain;
      chain.push({ document, text });
    }
  }

  writeRoot(version: number, text: string): void {
    writeAtomic(join(this.folder, 'root', `${version}.json`), text);
  }

  readChannel(): string | undefined {
    return readText(this.channelFile, maxDocumentBytes * 2);
  }

  writeChannel(text: string): void {
    writeAtomic(this.channelFile, text);
  }

  readBundleFile(sha256: string): Buffer | undefined {
    return readBytes(this.bundleFile(sha256), bundleLimits.packedBytes);
  }

  /** Installs a checked bundle; an existing folder is replaced. */
  writeBundle(sha256: string, archive: Buffer, files: readonly PackageFile[]): void {
    makePrivateFolder(join(this.folder, 'bundles'));
    const folder = this.bundleFolder(sha256);
    const fresh = `${folder}.new-${newId()}`;
    const old = `${folder}.old-${newId()}`;
    try {
      writePackageTree(fresh, files);
      if (isFolder(folder)) renamePath(folder, old);
      renamePath(fresh, folder);
      writeAtomic(this.bundleFile(sha256), archive);
    } finally {
      removePath(fresh);
      removePath(old);
    }
  }

  /** Removes unused bundles, oldest first, except the last few. */
  pruneBundles(used: readonly string[]): void {
    const entries = listFolder(join(this.folder, 'bundles'));
    const hashes =
      typeof entries === 'string' ? [] : entries.flatMap(({ name }) => /^([0-9a-f]{64})\.tgz$/.exec(name)?.[1] ?? []);
    const unused = hashes.filter((sha256) => !used.includes(sha256));
    const byAge = unused
      .map((sha256) => ({ sha256, at: fileStamp(this.bundleFile(sha256))?.mtimeMs ?? 0 }))
      .sort((a, b) => b.at - a.at);
    for (const { sha256 } of byAge.slice(Math.max(0, keptBundles - used.length))) {
      removePath(this.bundleFolder(sha256));
      removePath(this.bundleFile(sha256));
    }
  }

  /** The name of this device, derived from its key; written at the first check. */
  readDevice(): string | undefined {
    const id = parseObject(readText(deviceFile(this.state)))?.['device'];
    return typeof id === 'string' && /^[0-9a-z]{8,64}$/.test(id) ? id : undefined;
  }

  /** Stores the name, so that it can be read without the key. */
  writeDevice(device: string): string {
    if (this.readDevice() !== device) writeAtomic(deviceFile(this.state), `${JSON.stringify({ device })}\n`);
    return device;
  }
}

/** The folder with everything that a device stores about fleets. */
export const fleetFolder = (state: string): string => join(state, 'fleet');

const deviceFile = (state: string): string => join(fleetFolder(state), 'device.json');
