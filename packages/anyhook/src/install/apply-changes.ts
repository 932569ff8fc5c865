import { dirname } from 'node:path';
import { missingFolders, readSettingsFile, readText, removeFile, replaceFile, sha256, version } from '@anyhook/core';
import { launcherName } from '../agents/kit/install.js';
import { controlEngine } from '../resident/control-engine.js';
import type { FileChange } from './entry-plan.js';
import type { InstallWorld } from './install-world.js';
import { launcherProgram, nodeLauncher } from './launcher.js';
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
import { copyOf, type ProgramCopy, pruneCopies, retireCopy, writeCopy } from './program-copy.js';

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
  // Someone edited a config with our hooks in it: its content without them is no longer known.
  if (known?.uses.some(({ parts }) => parts !== undefined)) return { kind: 'unknown' };
  return before.includes(launcherName) ? { kind: 'unknown' } : { kind: 'bytes', base64: before.toString('base64') };
}

/** The file may have changed while the user was reading the diff. */
export function expectUnchanged(path: string, before: Buffer | undefined): void {
  const found = readSettingsFile(path);
  const current = found.kind === 'file' ? found.bytes : undefined;
  if (found.kind === 'unusable') throw new Error(`${path}: ${found.why}`);
  if (before === undefined ? current !== undefined : !current?.equals(before))
    throw new Error(`${path} was changed by another program just now; run the command again`);
}

const engineTimeoutMs = 2_000;

/**
 * Writes the new copy of anyhook, applies the changes that start it, and marks the copies that the launcher started
 * before; they are removed later.
 */
export async function replaceCopy(
  copy: ProgramCopy,
  { state, launcher }: Pick<InstallWorld, 'state' | 'launcher'>,
  applyChanges: () => void,
): Promise<void> {
  const manifest = readManifest(state);
  writeManifest(state, { ...manifest, folders: [...new Set([...manifest.folders, ...missingFolders(copy.folder)])] });
  writeCopy(copy);
  const formerCopies = startedCopies(launcher);
  applyChanges();
  for (const folder of formerCopies) if (folder !== copy.folder) retireCopy(folder);
  await tidyCopies(copy, { state, launcher });
}

/** Removes unused copies, and stops an engine of another version. */
export async function tidyCopies(
  { folder }: ProgramCopy,
  { state, launcher }: Pick<InstallWorld, 'state' | 'launcher'>,
): Promise<void> {
  const engine = await controlEngine(state, 'status', engineTimeoutMs);
  const program = engine?.program;
  // An engine that does not report where its program is may need any copy.
  if (!engine || program !== undefined)
    pruneCopies(launcher, [folder, ...(program === undefined ? [] : [dirname(dirname(program))])]);
  // It finishes its events; the next one starts the new engine.
  if (engine && engine.version !== version) await controlEngine(state, 'quit', engineTimeoutMs);
}

const startedCopies = (launcher: string): readonly string[] =>
  [launcher, nodeLauncher(launcher)].flatMap((file) => {
    const program = launcherProgram(readText(file) ?? '')?.file;
    const folder = program === undefined ? undefined : copyOf(program, launcher);
    return folder === undefined ? [] : [folder];
  });
