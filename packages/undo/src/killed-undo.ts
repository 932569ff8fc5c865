import { join } from 'node:path';
import {
  blobId,
  entryBytes,
  entryNames,
  entryStat,
  listFolder,
  moveEntry,
  readText,
  removeEmptyFolder,
  removePath,
} from '@anyhook/core';
import { maxTrackedFileBytes } from './limits.js';
import { isContent, planName, RestoreFailure, refuseOutside, restoreFolders } from './restore.js';
import { type FileState, parentPaths } from './turn-record.js';
import {
  dropUndoNote,
  isUndoFolder,
  newName,
  notedUndoFolders,
  oldName,
  parseUndoUnderWay,
  type Replacement,
  readUndoNotes,
  type UndoNote,
  writeUndoNote,
} from './undo-journal.js';

/** A file that an undo had moved away and that was not put back. */
export interface StrandedFile {
  readonly path: string;
  /** Its location in the project; missing if it is lost. */
  readonly place?: string;
  readonly why: string;
}

/** What one killed undo left behind. */
export interface StrandedFiles {
  readonly folder: string;
  readonly files: readonly StrandedFile[];
}

/** A folder that looks like that of an undo but is not in the store. Untrusted input. */
export interface UnknownUndo {
  readonly folder: string;
  readonly files: readonly (Replacement & { readonly place: string })[];
  /** All files of its plan, in their order. */
  readonly plan: readonly Replacement[];
}

export interface Repair {
  /** Files that are as they were before the undo. */
  readonly putBack: readonly string[];
  readonly stranded: readonly StrandedFiles[];
}

/** Puts back what killed undos had moved away. What cannot be put back stays in its folder, and is tried again. */
export function repairKilledUndos(root: string, dir: string): Repair {
  const putBack: string[] = [];
  const stranded: StrandedFiles[] = [];
  for (const note of readUndoNotes(dir).filter(({ isDone }) => !isDone)) {
    const { folder } = note;
    const left = { folder, files: putFilesBack(root, note, putBack) };
    if (left.files.length > 0) stranded.push(left);
    if (left.files.some(({ place }) => place !== undefined))
      // From now on, this undo did not create what is at their paths.
      writeUndoNote(dir, folder, { files: onlyMoved(note.files) });
    else endUndo(root, dir, folder);
  }
  return { putBack, stranded };
}

const onlyMoved = (files: readonly Replacement[]): readonly Replacement[] =>
  files.map((file) => ({ ...file, target: null }));

/** Removes the folder and note of an undo. If that fails, the next undo tries again. */
export function endUndo(root: string, dir: string, folder: string): void {
  try {
    if (entryStat(join(root, folder))?.kind === 'folder') removePath(join(root, folder));
    dropUndoNote(dir, folder);
  } catch {
    // Nothing in it is needed any more.
  }
}

/** Returns the files that could not be put back. */
function putFilesBack(root: string, { folder, files }: UndoNote, putBack: string[]): readonly StrandedFile[] {
  const names = namesIn(join(root, folder));
  if (names === undefined) return gone(root, files);
  if (typeof names === 'string') return [{ path: folder, place: folder, why: names }];
  removePlaced(root, names, files);
  return files.flatMap((file, i): readonly StrandedFile[] => {
    if (!names.has(oldName(i))) return [];
    const place = `${folder}/${oldName(i)}`;
    const { path } = file;
    try {
      const why = putFileBack(root, join(root, place), file, !names.has(newName(i)));
      if (why !== undefined) return [{ path, place, why }];
      putBack.push(path);
      return [];
    } catch (error) {
      return [{ path, place, why: error instanceof RestoreFailure ? error.why : (error as Error).message }];
    }
  });
}

/** The names in a folder; undefined if it does not exist, an error text if it cannot be read. */
function namesIn(folder: string): ReadonlySet<string> | string | undefined {
  try {
    if (entryStat(folder)?.kind !== 'folder') return undefined;
  } catch (error) {
    return (error as Error).message;
  }
  const entries = listFolder(folder);
  return typeof entries === 'string' ? entries : new Set(entries.map(({ name }) => name));
}

/** Files that were lost with the folder of the undo. */
const gone = (root: string, files: readonly Replacement[]): readonly StrandedFile[] =>
  files.flatMap(({ path, current }) =>
    isContent(current) && !isThere(join(root, path)) ? [{ path, why: 'it was lost with the folder of the undo' }] : [],
  );

function isThere(file: string): boolean {
  try {
    return entryStat(file) !== undefined;
  } catch {
    return true;
  }
}

/** Returns why a file cannot be put back. `isPlaced`: the undo had put its new content in place. */
function putFileBack(
  root: string,
  old: string,
  { path, current, target }: Replacement,
  isPlaced: boolean,
): string | undefined {
  if (!hasContent(old, current)) return 'it is not what was moved away';
  refuseOutside(root, path);
  const file = join(root, path);
  if (hasContent(file, current)) {
    removePath(old);
    return undefined;
  }
  if (entryStat(file)?.kind === 'folder') removeEmptyFolder(file);
  if (entryStat(file) && !(isPlaced && hasContent(file, target))) return 'something else is in its place';
  restoreFolders(root, file);
  moveEntry(old, file);
  return undefined;
}

/** Removes what a killed undo had put where another kind of entry was: a file in place of a folder, or below a file. */
function removePlaced(root: string, names: ReadonlySet<string>, files: readonly Replacement[]): void {
  const paths = new Set(files.map(({ path }) => path));
  const above = new Set(files.flatMap(({ path }) => parentPaths(path)));
  for (const [i, { path, target }] of files.entries()) {
    const isOtherKind = above.has(path) || parentPaths(path).some((one) => paths.has(one));
    if (!isOtherKind || !isContent(target) || names.has(newName(i))) continue;
    try {
      refuseOutside(root, path);
      if (!hasContent(join(root, path), target)) continue;
      removePath(join(root, path));
      for (const one of [...parentPaths(path)].reverse()) if (!removeEmptyFolder(join(root, one))) break;
    } catch {
      // Then the original stays in the folder of the undo.
    }
  }
}

/** Is exactly this in the file, or in the link? An undo moves nothing larger. */
function hasContent(file: string, state: FileState): boolean {
  const stat = entryStat(file);
  if (!stat || (stat.kind !== 'file' && stat.kind !== 'link') || stat.size > maxTrackedFileBytes) return false;
  return blobId(entryBytes(file, stat.kind)) === state?.id;
}

const maxPlanBytes = 8 * 1024 * 1024;
const maxUnknown = 20;

/**
 * Folders of undos that the store does not know: from version 0.2.0, which kept its notes in the project, or of a
 * project that was moved. Any program could have made them.
 */
export function findUnknownUndos(root: string, dir: string): readonly UnknownUndo[] {
  const noted = new Set(notedUndoFolders(dir));
  const folders = entryNames(root).filter((name) => isUndoFolder(name) && !noted.has(name));
  return folders.slice(0, maxUnknown).flatMap((folder) => {
    const names = namesIn(join(root, folder));
    if (names === undefined || typeof names === 'string' || !names.has(planName)) return [];
    const plan = readPlan(join(root, folder, planName));
    const files = plan.flatMap((file, i) =>
      names.has(oldName(i)) ? [{ ...file, place: `${folder}/${oldName(i)}` }] : [],
    );
    return files.length > 0 ? [{ folder, files, plan }] : [];
  });
}

function readPlan(file: string): readonly Replacement[] {
  try {
    return entryStat(file)?.kind === 'file' ? (parseUndoUnderWay(readText(file, maxPlanBytes))?.files ?? []) : [];
  } catch {
    return [];
  }
}

/** Accepts an unknown undo that a person confirmed. The next repair puts its files back where the paths are free. */
export const adoptUndo = (dir: string, { folder, plan }: UnknownUndo): void =>
  writeUndoNote(dir, folder, { files: onlyMoved(plan) });
