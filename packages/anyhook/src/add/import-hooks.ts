import { join } from 'node:path';
import {
  AnyhookError,
  isExecutable,
  type PackageFile,
  readSettingsFile,
  type SettingsFile,
  userPaths,
  withLock,
} from '@anyhook/core';
import type { World } from '../answer/engine.js';
import { type PackageStore, packageFolder, userPackages } from '../hooks/hook-packages.js';
import { applyChanges } from '../install/apply-changes.js';
import type { FileChange } from '../install/entry-plan.js';
import type { InstallWorld } from '../install/install-world.js';
import { installLock } from '../install/manifest.js';
import { withoutEntries } from '../install/moved-entries.js';
import { type ImportMove, movedFileText } from './import-moves.js';
import { reviewPackage } from './review.js';
import { installedBytes, lockedPackages, trustPackage, writePackage } from './store.js';

/**
 * Moves hooks out of an agent's files into a package. The package is written first: if this is interrupted, a hook runs
 * twice, but it never stops running.
 */
export async function moveHooks(move: ImportMove, world: World, machine: InstallWorld): Promise<void> {
  const store = userPackages(userPaths(world.env, world.home));
  const { name, source, path, base, entries } = move;
  const found = readSettingsFile(source);
  if (found.kind !== 'file')
    throw new AnyhookError(
      'FAILED',
      `${source}: ${found.kind === 'unusable' ? found.why : 'it is not there'}; nothing was moved`,
    );
  const known = filesInPackage(store, name);
  const before = known.find((file) => file.path === path);
  const isWhole = move.wholeFile !== undefined;
  if (isWhole && before) throw new AnyhookError('FAILED', `${name} has a ${path} already; nothing was moved`);
  const bytes = isWhole ? found.bytes : Buffer.from(movedFileText(move, before?.bytes.toString('utf8')));
  const moved = { path, bytes, isExecutable: isWhole && isExecutable(source) };
  const files = [...known.filter((file) => file.path !== path), moved];
  const fetched = { name, kind: 'import' as const, source, files, base };
  await writePackage(store, { fetched, review: await reviewPackage(fetched, move.format) }, world);
  const change = isWhole ? wholeFileChange(move, found) : entriesChange(move, found.bytes, entries);
  await withLock(installLock(machine.state), async () => applyChanges(machine.state, [change]));
  await trustPackage(store, name, world);
}

const entriesChange = ({ source, name }: ImportMove, before: Buffer, entries: ImportMove['entries']): FileChange => ({
  path: source,
  before,
  after: Buffer.from(withoutEntries(before.toString('utf8'), entries)),
  use: { scope: 'user', moved: entries, movedTo: name },
});

const wholeFileChange = (
  { source, name }: ImportMove,
  { bytes, mode }: Extract<SettingsFile, { kind: 'file' }>,
): FileChange => ({
  path: source,
  before: bytes,
  after: undefined,
  use: { scope: 'user', movedFile: { base64: bytes.toString('base64'), mode }, movedTo: name },
});

/** The hooks that moved into the package before. */
function filesInPackage(store: PackageStore, name: string): readonly (PackageFile & { readonly bytes: Buffer })[] {
  const { files = {} } = lockedPackages(store)[name] ?? {};
  return Object.keys(files).flatMap((path) => {
    const bytes = installedBytes(store, name, path);
    return bytes ? [{ path, bytes, isExecutable: isExecutable(join(packageFolder(store, name), path)) }] : [];
  });
}
