import { dirname } from 'node:path';
import { version } from '../core/version.js';
import { readText } from '../platform/files/files.js';
import { missingFolders } from '../platform/files/settings-file.js';
import { controlEngine } from '../resident/control-engine.js';
import type { InstallWorld } from './install-world.js';
import { launcherProgram, nodeLauncher } from './launcher.js';
import { readManifest, writeManifest } from './manifest.js';
import { copyOf, type ProgramCopy, pruneCopies, retireCopy, writeCopy } from './program-copy.js';

const patienceMs = 2_000;

/** Makes the copy, then applies the changes that use it, then lets go of what they no longer use. */
export async function replaceCopy(
  copy: ProgramCopy,
  { state, launcher }: Pick<InstallWorld, 'state' | 'launcher'>,
  applyChanges: () => void,
): Promise<void> {
  const manifest = readManifest(state);
  writeManifest(state, { ...manifest, folders: [...new Set([...manifest.folders, ...missingFolders(copy.folder)])] });
  writeCopy(copy);
  const former = startedCopies(launcher);
  applyChanges();
  for (const folder of former) if (folder !== copy.folder) retireCopy(folder);
  await tidyCopies(copy, { state, launcher });
}

/** Removes copies that nobody needs, and lets an engine of another version end. */
export async function tidyCopies(
  { folder }: ProgramCopy,
  { state, launcher }: Pick<InstallWorld, 'state' | 'launcher'>,
): Promise<void> {
  const engine = await controlEngine(state, 'status', patienceMs);
  const program = engine?.program;
  // An engine that does not say where its program is may need any copy.
  if (!engine || program !== undefined)
    pruneCopies(launcher, [folder, ...(program === undefined ? [] : [dirname(dirname(program))])]);
  // It finishes its events; the next one starts the new engine.
  if (engine && engine.version !== version) await controlEngine(state, 'quit', patienceMs);
}

/** The copies that the launcher starts now. */
const startedCopies = (launcher: string): readonly string[] =>
  [launcher, nodeLauncher(launcher)].flatMap((file) => {
    const program = launcherProgram(readText(file) ?? '')?.file;
    const folder = program === undefined ? undefined : copyOf(program, launcher);
    return folder === undefined ? [] : [folder];
  });
