import { chmodSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AnyhookError } from '../../core/errors.js';
import type { FileToWrite, ReadProjectFile } from '../../formats/kit/draft.js';
import { exists, readText, writeAtomic } from '../../platform/files/files.js';

/** Reads a project's files for a writer. */
export const reader =
  (root: string): ReadProjectFile =>
  (path) =>
    readText(join(root, path));

/** Writes files below a folder. An existing file is replaced only with `force`; a shared one gets the hook added. */
export function writeFiles(root: string, files: readonly FileToWrite[], { force }: { readonly force: boolean }): void {
  const taken = files.filter(({ path, shared }) => !shared && exists(join(root, path)));
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
