import { join } from 'node:path';
import {
  exists,
  isObject,
  readSettingsFile,
  readText,
  removeFile,
  removePath,
  replaceFile,
  sha256,
  withLock,
  writeAtomic,
} from '@anyhook/core';
import { folderNameOf } from '../hooks/hook-packages.js';
import type { FileChange } from '../install/entry-plan.js';
import type { InstallWorld } from '../install/install-world.js';
import { findFileRecord, installLock, readManifest, withFileRecord, writeManifest } from '../install/manifest.js';

/** A settings file of an agent, as it was before the entries for a package were added. */
interface EntryChange {
  readonly path: string;
  /** Missing: there was no such file. */
  readonly base64?: string;
  /** The hash of the new content. */
  readonly after: string;
}

const maxRecordBytes = 16 * 1024 * 1024;
const recordFile = (state: string, name: string): string =>
  join(state, 'install', 'packages', `${folderNameOf(name)}.json`);

/** Remembers which agent settings were changed for a package, so that `remove` can restore them. */
export function rememberEntryChanges({ state }: InstallWorld, name: string, changes: readonly FileChange[]): void {
  const ofAgents = changes.flatMap(({ path, before, after, use }): readonly EntryChange[] => {
    if (use.host === undefined || !after) return [];
    return [{ path, ...(before && { base64: before.toString('base64') }), after: sha256(after) }];
  });
  if (ofAgents.length > 0) writeAtomic(recordFile(state, name), `${JSON.stringify(ofAgents)}\n`);
}

/** Restores settings to their state before a package was added, if nothing changed them since. */
export async function takeBackEntries({ state }: InstallWorld, name: string): Promise<void> {
  const file = recordFile(state, name);
  if (!exists(file)) return;
  await withLock(installLock(state), async () => {
    for (const { path, base64, after } of changesIn(readText(file, maxRecordBytes) ?? '')) {
      const found = readSettingsFile(path);
      const manifest = readManifest(state);
      const record = findFileRecord(manifest, path);
      if (found.kind !== 'file' || !record || sha256(found.bytes) !== after || record.after !== after) continue;
      if (base64 === undefined) {
        removeFile(path, manifest.folders);
        writeManifest(state, withFileRecord(manifest, path, undefined));
        continue;
      }
      const before = Buffer.from(base64, 'base64');
      replaceFile(path, before);
      writeManifest(state, withFileRecord(manifest, path, { ...record, after: sha256(before) }));
    }
    removePath(file);
  });
}

function changesIn(text: string): readonly EntryChange[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? (value.filter(isObject) as unknown as readonly EntryChange[]) : [];
  } catch {
    return [];
  }
}
