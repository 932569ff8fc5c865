import { join } from 'node:path';
import { AnyhookError } from '../core/errors.js';
import { applyChanges } from '../install/apply-changes.js';
import type { InstallWorld } from '../install/install-world.js';
import { installLock } from '../install/manifest.js';
import { withoutEntries } from '../install/moved-entries.js';
import { readText } from '../platform/files/files.js';
import { readSettingsFile } from '../platform/files/settings-file.js';
import { withLock } from '../platform/lock.js';
import { maxLockBytes, packageFolder, userPackages } from '../project/hook-packages.js';
import type { World } from '../service/engine.js';
import { userPaths } from '../state/user-paths.js';
import { type ImportMove, movedFileText } from './import-plan.js';
import { reviewPackage } from './review.js';
import { trustPackage, writePackage } from './store.js';

/**
 * Moves entries out of an agent's settings into a package. The package is written first: if this is interrupted, a hook runs
 * twice, and never not at all.
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
  const text = movedFileText(move, readText(join(packageFolder(store, name), path), maxLockBytes));
  const files = [{ path, bytes: Buffer.from(text), isExecutable: false }];
  const fetched = { name, kind: 'import' as const, source, files, base };
  await writePackage(store, { fetched, review: await reviewPackage(fetched, move.dialect) }, world);
  const after = Buffer.from(withoutEntries(found.bytes.toString('utf8'), entries));
  await withLock(installLock(machine.state), async () =>
    applyChanges(machine.state, [{ path: source, before: found.bytes, after, use: { scope: 'user', moved: entries } }]),
  );
  await trustPackage(store, name, world);
}
