import { dirname, join, relative, sep } from 'node:path';
import { writeTarget } from '../platform/files/builtin-files.js';
import { type EntryStat, emptyFolderPermissions, entryBytes, entryStat } from '../platform/files/kept-files.js';
import { writeBlob } from '../platform/git/loose-object.js';
import { maxTrackedFileBytes } from './limits.js';
import { emptyFolder, type FileState } from './turn-record.js';

/** Is a folder on the way to this path a link? Then the path may lead anywhere. */
export function isBehindLink(root: string, path: string, known = new Map<string, boolean>()): boolean {
  const folder = dirname(path);
  if (folder === '.') return false;
  let found = known.get(folder);
  if (found === undefined) {
    found = isBehindLink(root, folder, known) || entryStat(join(root, folder))?.kind === 'link';
    known.set(folder, found);
  }
  return found;
}

/** What is at a path now, with its content stored; undefined if it is too large or cannot be read. */
export function keepState(root: string, path: string, objects: string, maxBytes = maxTrackedFileBytes) {
  const file = join(root, path);
  let stat: EntryStat | undefined;
  try {
    if (isBehindLink(root, path)) return undefined;
    stat = entryStat(file);
    if (stat?.kind === 'folder' && emptyFolderPermissions(file) !== undefined)
      return { state: emptyFolder(stat.permissions), stat };
    if (stat?.kind !== 'file' && stat?.kind !== 'link') return { state: null as FileState, stat };
    if (stat.size > maxBytes) return undefined;
    const id = writeBlob(objects, entryBytes(file, stat.kind));
    return { state: { mode: gitMode(stat), id, permissions: stat.permissions } as FileState, stat };
  } catch {
    return undefined;
  }
}

/** The folder in which a new file will be, or the nearest one that is there, if nothing is in it. */
export function emptyFolderAbove(
  root: string,
  path: string,
): readonly { readonly path: string; readonly before: FileState }[] {
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    if (!entryStat(join(root, folder))) continue;
    const permissions = emptyFolderPermissions(join(root, folder));
    return permissions === undefined ? [] : [{ path: folder, before: emptyFolder(permissions) }];
  }
  return [];
}

const gitMode = ({ kind, permissions }: EntryStat): string =>
  kind === 'link' ? '120000' : (permissions & 0o100) !== 0 ? '100755' : '100644';

/** Where in the project a write to this path would land; undefined if outside, null if in its `.git`. */
export function pathInRoot(root: string, absolute: string): string | undefined | null {
  const path = relative(root, writeTarget(absolute));
  if (path === '' || path === '..' || path.startsWith(`..${sep}`) || path.startsWith(sep)) return undefined;
  const parts = path.split(sep);
  return parts.includes('.git') ? null : parts.join('/');
}
