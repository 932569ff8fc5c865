import { dirname, join, sep } from 'node:path';
import {
  blobId,
  diskSpace,
  entryBytes,
  entryStat,
  makeOneFolder,
  makePrivateFolder,
  moveEntry,
  realPath,
  removeEmptyFolder,
  removePath,
  setPermissions,
  writeAtomic,
} from '@anyhook/core';
import { gitMode } from './file-state.js';
import type { ShadowGit } from './shadow-git.js';
import { type FileState, isFolderState, isSameContent, linkMode, parentPaths } from './turn-record.js';
import {
  dropUndoNote,
  markUndoDone,
  newName,
  oldName,
  type Replacement,
  type UndoUnderWay,
  undoFolder,
  writeUndoNote,
} from './undo-journal.js';
import type { UndoRecord } from './undo-record.js';

export class RestoreFailure extends Error {
  constructor(
    readonly path: string,
    readonly why: string,
  ) {
    super(`${path}: ${why}`);
  }
}

/** The file with the plan, in the folder of an undo. */
export const planName = 'plan.json';
const fullDiskBytes = 1024 * 1024;

/** The state of the folders before the change that is undone. */
export interface FoldersBefore {
  /** Recreated folders get these permissions. */
  permissionsOf(folder: string): number | undefined;
  /** Folders that existed before stay, even if they are empty now. */
  wasThere(folder: string): boolean;
}

const unknownFolders: FoldersBefore = { permissionsOf: () => undefined, wasThere: () => false };

export interface ReplaceOptions {
  /** Names the undo. */
  readonly id: string;
  /** What is recorded when all is done. */
  readonly record?: UndoRecord;
  readonly before?: FoldersBefore;
}

/**
 * Replaces all files or none: new content is written into a temporary folder in the project, old files are moved there,
 * and an error moves everything back. Each file is compared right before it is moved. The store records the running
 * undo, so that a killed one can be repaired; `endUndo` removes this note and the folder after the record is written.
 */
export async function replaceFiles(
  shadow: ShadowGit,
  files: readonly Replacement[],
  { id, record, before = unknownFolders }: ReplaceOptions,
): Promise<void> {
  const { root, dir } = shadow;
  const links = goingLinks(files);
  for (const { path } of files) refuseOutside(root, path, links);
  const folder = undoFolder(id);
  const staging = join(root, folder);
  const made: MadeFolder[] = [];
  const moved: Move[] = [];
  try {
    writeUndoNote(dir, folder, { files, record });
    makePrivateFolder(staging);
    await writeTargets(shadow, files, `${folder}/`);
    const stamps = files.map((file) => compare(root, file, links));
    // For a user whose store is lost.
    writeAtomic(join(staging, planName), JSON.stringify({ files } satisfies UndoUnderWay));
    moveAway(root, staging, files, stamps, moved);
    removeEmptied(root, files, before, made);
    putInPlace({ root, staging, before }, files, moved, made);
  } catch (error) {
    const failure = error instanceof RestoreFailure ? error : failureOf(error, files, root);
    putBack(staging, root, moved, made);
    removePath(staging);
    dropUndoNote(dir, folder);
    throw failure;
  }
  // From here on nothing is moved back.
  markUndoDone(dir, folder);
}

interface Move {
  readonly from: string;
  readonly to: string;
}

/** A folder that was made or removed. */
interface MadeFolder {
  readonly path: string;
  /** Its permissions, if it was removed. */
  readonly removed?: number;
}

/** Lets git write the content under numbers, so that links become links and file names do not matter. */
async function writeTargets(shadow: ShadowGit, files: readonly Replacement[], prefix: string): Promise<void> {
  const lines = files.flatMap(({ target }, i) =>
    isContent(target) ? [`${target.mode} ${target.id} 0\t${newName(i)}\0`] : [],
  );
  if (lines.length === 0) return;
  removePath(join(shadow.dir, 'restore-index'));
  await shadow.run(['update-index', '-z', '--index-info'], { stdin: lines.join(''), index: 'restore-index' });
  await shadow.run(['checkout-index', '--all', '--force', '--quiet', `--prefix=${prefix}`], { index: 'restore-index' });
  for (const [i, { path, target }] of files.entries()) {
    if (!isContent(target)) continue;
    const file = join(shadow.root, prefix, newName(i));
    const stat = entryStat(file);
    if (stat?.kind !== 'file' && stat?.kind !== 'link')
      throw new RestoreFailure(path, 'its old content is not in the store');
    if (blobId(entryBytes(file, stat.kind)) !== target.id)
      throw new RestoreFailure(path, 'its old content could not be written');
    if (stat.kind === 'file') setPermissions(file, target.permissions);
  }
}

export const isContent = (state: FileState): state is NonNullable<FileState> => state !== null && !isFolderState(state);

const goingLinks = (files: readonly Replacement[]): ReadonlySet<string> =>
  new Set(
    files.flatMap(({ path, current, target }) => (current?.mode === linkMode && !isContent(target) ? [path] : [])),
  );

/** Throws unless the file is as the plan expects. Returns its stamp. */
function compare(root: string, { path, current }: Replacement, links: ReadonlySet<string>): string | undefined {
  refuseOutside(root, path, links);
  if (parentPaths(path).some((folder) => links.has(folder))) {
    if (current !== null) throw new RestoreFailure(path, 'it is behind a link now');
    return undefined;
  }
  const file = join(root, path);
  const stat = entryStat(file);
  if (stat?.kind !== 'file' && stat?.kind !== 'link') {
    // An empty folder is removed only if it still is one.
    if (isFolderState(current) && stat?.kind === 'folder') return undefined;
    if (current !== null) throw new RestoreFailure(path, 'it changed meanwhile');
    if (stat && stat.kind === 'other') throw new RestoreFailure(path, 'something other than a file is in its place');
    return undefined;
  }
  const id = blobId(entryBytes(file, stat.kind));
  if (!isSameContent(current, { mode: gitMode(stat), id, permissions: stat.permissions }))
    throw new RestoreFailure(path, 'it changed meanwhile');
  return stat.stamp;
}

/** Not a file name of the project: Windows drops trailing dots and blanks, and has a second name for `.git`. */
const isForeign = (part: string): boolean =>
  ['', '.', '..'].includes(part) || part.includes(sep) || /^(?:\.git[. ]*|git~1)$/i.test(part);

/** A path that is behind a link by now may lead anywhere. `going`: links that are moved away before it is used. */
export function refuseOutside(root: string, path: string, going: ReadonlySet<string> = new Set()): void {
  const parts = path.split('/');
  if (parts.some(isForeign)) throw new RestoreFailure(path, 'not a project file');
  for (let i = 1; i < parts.length; i++) {
    const folder = join(root, ...parts.slice(0, i));
    if (going.has(parts.slice(0, i).join('/'))) break;
    if (entryStat(folder)?.kind === 'link')
      throw new RestoreFailure(path, `${parts.slice(0, i).join('/')} is a link now`);
  }
  if (realPath(root) !== root) throw new RestoreFailure(path, 'the project is behind a link now');
}

function moveAway(
  root: string,
  staging: string,
  files: readonly Replacement[],
  stamps: readonly (string | undefined)[],
  moved: Move[],
): void {
  for (const [i, { path }] of files.entries()) {
    const stamp = stamps[i];
    if (stamp === undefined) continue;
    const file = join(root, path);
    if (entryStat(file)?.stamp !== stamp) throw new RestoreFailure(path, 'it changed meanwhile');
    const to = join(staging, oldName(i));
    moveEntry(file, to);
    moved.push({ from: file, to });
  }
}

/**
 * Removes folders that held only what was moved away, and empty ones that the agent made: deepest first, and only if
 * they are empty. A folder that existed before stays.
 */
function removeEmptied(root: string, files: readonly Replacement[], before: FoldersBefore, made: MadeFolder[]): void {
  const kept = new Set(files.filter(({ target }) => target).flatMap(({ path }) => parentPaths(path)));
  for (const { path, target } of files) if (isFolderState(target)) kept.add(path);
  const gone = files.filter(({ current, target }) => current && !target);
  const candidates = [
    ...gone.flatMap(({ path }) => parentPaths(path)),
    ...gone.flatMap(({ path, current }) => (isFolderState(current) ? [path] : [])),
  ].filter((folder) => !kept.has(folder) && !before.wasThere(folder));
  // A file must be restored where a folder is now.
  const inTheWay = files.filter(({ target }) => isContent(target)).map(({ path }) => path);
  const all = [...new Set([...candidates, ...inTheWay])].sort((a, b) => b.split('/').length - a.split('/').length);
  for (const folder of all) {
    const stat = entryStat(join(root, folder));
    if (stat?.kind === 'folder' && removeEmptyFolder(join(root, folder)))
      made.push({ path: folder, removed: stat.permissions });
  }
}

interface PutSetup {
  readonly root: string;
  readonly staging: string;
  readonly before: FoldersBefore;
}

function putInPlace(
  { root, staging, before }: PutSetup,
  files: readonly Replacement[],
  moved: Move[],
  made: MadeFolder[],
): void {
  const makeFolder = (folder: string, permissions: number | undefined) => {
    if (!makeOneFolder(join(root, folder))) return;
    made.push({ path: folder });
    if (permissions !== undefined) setPermissions(join(root, folder), permissions);
  };
  for (const [i, { path, target }] of files.entries()) {
    if (!target) continue;
    for (const folder of parentPaths(path)) makeFolder(folder, before.permissionsOf(folder));
    refuseOutside(root, path);
    const file = join(root, path);
    if (isFolderState(target)) {
      makeFolder(path, target.permissions);
      continue;
    }
    if (entryStat(file)) throw new RestoreFailure(path, 'another file appeared in its place meanwhile');
    const from = join(staging, newName(i));
    moveEntry(from, file);
    moved.push({ from, to: file });
  }
}

/** Reverts all moves, newest first. Needs no disk space. */
function putBack(staging: string, root: string, moved: readonly Move[], made: readonly MadeFolder[]): void {
  const isAway = ({ to }: Move) => to.startsWith(join(staging, sep));
  for (const { from, to } of moved.filter((move) => !isAway(move)).reverse()) moveEntry(to, from);
  for (const { path, removed } of [...made].reverse()) {
    const folder = join(root, path);
    if (removed === undefined) removeEmptyFolder(folder);
    else if (makeOneFolder(folder)) setPermissions(folder, removed);
  }
  for (const { from, to } of moved.filter(isAway).reverse()) {
    restoreFolders(root, from);
    moveEntry(to, from);
  }
}

export function restoreFolders(root: string, file: string): void {
  const folder = dirname(file);
  if (folder === root || entryStat(folder)) return;
  restoreFolders(root, folder);
  makeOneFolder(folder);
}

function failureOf(error: unknown, files: readonly Replacement[], root: string): RestoreFailure {
  const { code, message, path = '' } = error as NodeJS.ErrnoException;
  const file = files.find((one) => path.endsWith(`/${one.path}`))?.path ?? files[0]?.path ?? '';
  const isFull =
    code === 'ENOSPC' ||
    code === 'EDQUOT' ||
    /No space left|Disk quota/i.test(message) ||
    // Git does not report why.
    (/unable to write file/.test(message) && (diskSpace(root)?.free ?? Number.POSITIVE_INFINITY) < fullDiskBytes);
  return new RestoreFailure(file, isFull ? 'no space left on the device' : message);
}
