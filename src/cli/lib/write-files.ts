import { chmodSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AnyhookError } from '../../core/errors.js';
import type { Made, Read } from '../../formats/kit/draft.js';
import { exists, readText, writeAtomic } from '../../platform/files/files.js';

/** Reads a project's files for a writer. */
export const reader =
  (root: string): Read =>
  (path) =>
    readText(join(root, path));

/** Writes files below a folder. Files that hold one thing only are never overwritten unless `force` says so. */
export function writeFiles(root: string, files: readonly Made[], { force }: { readonly force: boolean }): void {
  const taken = files.filter(({ path }) => !isShared(path) && exists(join(root, path)));
  if (taken.length > 0 && !force) {
    const names = taken.map(({ path }) => path).join(', ');
    throw new AnyhookError('BAD_ARGUMENT', `${names} exists already; use another name, or --force to replace it`);
  }
  for (const { path, text, executable } of files) {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeAtomic(file, text, executable ? 0o755 : 0o644);
    // The umask took bits from the mode; a script that cannot be executed would fail in silence.
    if (executable) chmodSync(file, 0o755);
  }
}

/** Files that hold several hooks; writers add to them and keep the rest. */
const isShared = (path: string): boolean =>
  [
    '.agents/hooks.yaml',
    '.agents/hooks.yml',
    '.agents/anyhook.yaml',
    'hooks/hooks.json',
    '.claude/settings.json',
  ].includes(path);
