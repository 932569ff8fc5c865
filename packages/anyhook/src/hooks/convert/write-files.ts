import { dirname, join } from 'node:path';
import { AnyhookError, exists, makeFolder, readText, writeAtomic, writeExecutable } from '@anyhook/core';
import type { FileToWrite, ReadProjectFile } from '../../formats/kit/hook-draft.js';

export const projectFileReader =
  (root: string): ReadProjectFile =>
  (path) =>
    readText(join(root, path));

/** Writes files below a folder. Replaces an existing file only with `force`; adds the hook to a shared one. */
export function writeFiles(root: string, files: readonly FileToWrite[], { force }: { readonly force: boolean }): void {
  const existing = files.filter(({ path, shared }) => !shared && exists(join(root, path)));
  if (existing.length > 0 && !force) {
    const names = existing.map(({ path }) => path).join(', ');
    throw new AnyhookError('BAD_ARGUMENT', `${names} exists already; use another name, or --force to replace it`);
  }
  for (const { path, text, executable } of files) {
    const file = join(root, path);
    makeFolder(dirname(file));
    if (executable) writeExecutable(file, text);
    else writeAtomic(file, text, 0o644);
  }
}
