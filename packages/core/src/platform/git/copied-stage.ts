import { copyFileSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isFile, isFolder } from '../files/files.js';

/** What git reads of a repository beside HEAD, index and objects. Its objects are named to git by a variable. */
const copiedEntries = ['refs', 'packed-refs', 'reftable', 'info', 'shallow'] as const;

// A repository with more has not packed its refs for years; copying them would take longer than the question.
const maxFiles = 5_000;
const maxBytes = 64 * 1024 * 1024;

/**
 * Copies what a stage would link to: Windows lets ordinary users make no links to files, and a junction that is removed the wrong
 * way takes the repository with it. Returns why it did not.
 */
export function copyEntries(commonFolder: string, folder: string): string | undefined {
  const left = { files: maxFiles, bytes: maxBytes };
  for (const name of copiedEntries) copyEntry(join(commonFolder, name), join(folder, name), left);
  if (left.files >= 0 && left.bytes >= 0) return undefined;
  return `its refs are more than ${maxFiles} files or ${maxBytes} bytes, which anyhook copies on Windows; run "git pack-refs --all"`;
}

function copyEntry(from: string, to: string, left: { files: number; bytes: number }): void {
  if (left.files < 0 || left.bytes < 0) return;
  if (isFolder(from)) {
    mkdirSync(to);
    for (const name of readdirSync(from)) copyEntry(join(from, name), join(to, name), left);
  } else if (isFile(from)) {
    left.files--;
    left.bytes -= statSync(from).size;
    if (left.bytes >= 0) copyFileSync(from, to);
  }
}
