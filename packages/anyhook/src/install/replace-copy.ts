import { dirname } from 'node:path';
import { missingFolders, readText, version } from '@anyhook/core';
import { controlEngine } from '../resident/control-engine.js';
import type { InstallWorld } from './install-world.js';
import { launcherProgram, nodeLauncher } from './launcher.js';
import { readManifest, writeManifest } from './manifest.js';
import { copyOf, type ProgramCopy, pruneCopies, retireCopy, writeCopy } from './program-copy.js';

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

/** Removes copies that nobody needs, and stops an engine of another version. */
export async function tidyCopies(
  { folder }: ProgramCopy,
  { state, launcher }: Pick<InstallWorld, 'state' | 'launcher'>,
): Promise<void> {
  const engine = await controlEngine(state, 'status', engineTimeoutMs);
  const program = engine?.program;
  // An engine that does not say where its program is may need any copy.
  if (!engine || program !== undefined)
    pruneCopies(launcher, [folder, ...(program === undefined ? [] : [dirname(dirname(program))])]);
  // It finishes its events; the next one starts the new engine.
  if (engine && engine.version !== version) await controlEngine(state, 'quit', engineTimeoutMs);
}

/** The copies that the launcher starts now. */
const startedCopies = (launcher: string): readonly string[] =>
  [launcher, nodeLauncher(launcher)].flatMap((file) => {
    const program = launcherProgram(readText(file) ?? '')?.file;
    const folder = program === undefined ? undefined : copyOf(program, launcher);
    return folder === undefined ? [] : [folder];
  });
