import { missingFolders, readSettingsFile, removeFile, replaceFile, sha256 } from '@anyhook/core';
import { launcherName } from '../agents/kit/install.js';
import type { FileChange } from './entry-plan.js';
import {
  type FileRecord,
  type FileUse,
  findFileRecord,
  type OriginalFile,
  readManifest,
  sameUse,
  withFileRecord,
  writeManifest,
} from './manifest.js';

/** Writes changes in sequence and keeps the original of each file. Throws at the first write that fails. */
export function applyChanges(state: string, changes: readonly FileChange[]): void {
  for (const change of changes) applyChange(state, change);
}

function applyChange(state: string, { path, before, after, mode, use }: FileChange): void {
  if (after === undefined && !use.movedFile) throw new Error('init does not remove files');
  expectUnchanged(path, before);
  const manifest = readManifest(state);
  const known = findFileRecord(manifest, path);
  const record: FileRecord = {
    path,
    origin: originOf(known, before),
    after: after === undefined ? '' : sha256(after),
    uses: [...(known?.uses ?? []).filter((one) => !sameUse(one, use)), withEarlierParts(known, use)],
  };
  // Record first: the original is then safe even if the write is interrupted.
  const folders = [...new Set([...manifest.folders, ...missingFolders(path)])];
  writeManifest(state, { ...withFileRecord(manifest, path, record), folders });
  try {
    if (after === undefined) removeFile(path, []);
    else replaceFile(path, after, mode);
  } catch (error) {
    writeManifest(state, manifest);
    throw error;
  }
}

/** A second init adds only what is missing; what the first one added is still ours. */
function withEarlierParts(known: FileRecord | undefined, use: FileUse): FileUse {
  const earlier = known?.uses.find((one) => sameUse(one, use));
  if (earlier?.moved && use.moved) return { ...earlier, moved: [...earlier.moved, ...use.moved] };
  if (!earlier?.parts || !use.parts) return use;
  return { ...earlier, parts: [...new Set([...earlier.parts, ...use.parts])] };
}

/** What uninstall restores: the content before our first change, unless something else changed the file since. */
function originOf(known: FileRecord | undefined, before: Buffer | undefined): OriginalFile {
  if (before === undefined) return { kind: 'absent' };
  if (sha256(before) === known?.after) return known.origin;
  // Somebody edited a config with hooks of ours in it: what it was without them is no longer known.
  if (known?.uses.some(({ parts }) => parts !== undefined)) return { kind: 'unknown' };
  return before.includes(launcherName) ? { kind: 'unknown' } : { kind: 'bytes', base64: before.toString('base64') };
}

/** The file may have changed while the user was reading the diff. */
export function expectUnchanged(path: string, before: Buffer | undefined): void {
  const found = readSettingsFile(path);
  const current = found.kind === 'file' ? found.bytes : undefined;
  if (found.kind === 'unusable') throw new Error(`${path}: ${found.why}`);
  if (before === undefined ? current !== undefined : !current?.equals(before)) {
    throw new Error(`${path} was changed by another program just now; run the command again`);
  }
}
