import { join } from 'node:path';
import { readText, removePath } from '../platform/files/files.js';
import { entryBytes, entryNames, entryStat, moveEntry, removeEmptyFolder } from '../platform/files/kept-files.js';
import { blobId } from '../platform/git/loose-object.js';
import { maxTrackedFileBytes } from './limits.js';
import { isContent, refuseOutside, restoreFolders } from './restore.js';
import { type FileState, parentPaths } from './turn-record.js';
import {
  dropUndoNote,
  maxNoteBytes,
  type Replacement,
  readUndoNotes,
  stagingPrefix,
  type UndoNote,
  writeUndoNote,
} from './undo-note.js';

/** Files that an undo had moved away, and that are not back in their places. */
export interface StrandedFiles {
  /** The folder in the project in which they are. */
  readonly folder: string;
  /** False: the store knows nothing of this undo. Version 0.2.0 noted it only in the project, where anybody could have. */
  readonly isNoted: boolean;
  readonly files: readonly StrandedFile[];
}

export interface StrandedFile {
  readonly path: string;
  /** Where it is now, in the project. */
  readonly place: string;
}

/** Puts back what undos that were killed had moved away. What cannot go back stays in its folder, and is tried again. */
export function repairKilledUndos(root: string, dir: string): void {
  for (const note of readUndoNotes(dir)) {
    const staging = join(root, note.folder);
    if (entryStat(staging)?.kind === 'folder') {
      if (!note.isDone) putFilesBack(root, note);
      if (strandedIn(root, note).length > 0) continue;
      removePath(staging);
    }
    dropUndoNote(dir, note.folder);
  }
}

/** What undos that were killed left behind, after a repair. */
export function findStranded(root: string, dir: string): readonly StrandedFiles[] {
  const notes = readUndoNotes(dir);
  const noted = new Set(notes.map(({ folder }) => folder));
  const others = entryNames(root).filter((name) => name.startsWith(stagingPrefix) && !noted.has(name));
  const all = [
    ...notes.map((note) => ({ note, isNoted: true })),
    ...others.map((folder) => ({ note: readOldNote(root, folder), isNoted: false })),
  ];
  return all.flatMap(({ note, isNoted }) => {
    const files = note ? strandedIn(root, note) : [];
    return note && files.length > 0 ? [{ folder: note.folder, isNoted, files }] : [];
  });
}

/** Takes an undo for one of ours that the store does not know, because a person said so; the next repair puts it back. */
export function adoptUndo(root: string, dir: string, folder: string): void {
  const note = readOldNote(root, folder);
  if (note) writeUndoNote(dir, folder, note.files);
}

const strandedIn = (root: string, { folder, files }: UndoNote): readonly StrandedFile[] =>
  files.flatMap(({ path }, i) => {
    const place = `${folder}/o${i}`;
    return entryStat(join(root, place)) ? [{ path, place }] : [];
  });

/** The plan that version 0.2.0 kept in the project. Foreign input. */
function readOldNote(root: string, folder: string): UndoNote | undefined {
  const file = join(root, folder, 'plan.json');
  if (entryStat(join(root, folder))?.kind !== 'folder' || entryStat(file)?.kind !== 'file') return undefined;
  try {
    const { files } = JSON.parse(readText(file, maxNoteBytes) ?? '{}') as { readonly files?: unknown };
    return Array.isArray(files) && files.every(isReplacement) ? { folder, files, isDone: false } : undefined;
  } catch {
    // Whoever wrote this, it was not an undo.
    return undefined;
  }
}

const isReplacement = (value: unknown): value is Replacement => {
  const { path, current, target } = (value ?? {}) as Partial<Record<keyof Replacement, unknown>>;
  return typeof path === 'string' && isFileState(current) && isFileState(target);
};

const isFileState = (value: unknown): value is FileState => {
  if (value === null) return true;
  const { mode, id, permissions } = (value ?? {}) as Partial<Record<keyof NonNullable<FileState>, unknown>>;
  return typeof mode === 'string' && typeof id === 'string' && typeof permissions === 'number';
};

function putFilesBack(root: string, { folder, files }: UndoNote): void {
  removePlaced(root, folder, files);
  for (const [i, file] of files.entries()) {
    const old = join(root, folder, `o${i}`);
    // Not what was moved away: somebody else put it there.
    if (!entryStat(old) || !hasContent(old, file.current)) continue;
    try {
      putFileBack(root, old, file);
    } catch {
      // It stays where it is, and `findStranded` names it.
    }
  }
}

function putFileBack(root: string, old: string, { path, target }: Replacement): void {
  refuseOutside(root, path);
  const file = join(root, path);
  if (entryStat(file)?.kind === 'folder') removeEmptyFolder(file);
  // What a person made there since stays.
  if (entryStat(file) && !hasContent(file, target)) return;
  removePath(file);
  restoreFolders(root, file);
  moveEntry(old, file);
}

/** Removes what a killed undo had put in place where another kind of thing was: a file in place of a folder, or below a file. */
function removePlaced(root: string, folder: string, files: readonly Replacement[]): void {
  const paths = new Set(files.map(({ path }) => path));
  const above = new Set(files.flatMap(({ path }) => parentPaths(path)));
  for (const [i, { path, target }] of files.entries()) {
    const isOtherKind = above.has(path) || parentPaths(path).some((one) => paths.has(one));
    const isPlaced = isContent(target) && !entryStat(join(root, folder, `n${i}`));
    if (!isOtherKind || !isPlaced) continue;
    try {
      refuseOutside(root, path);
      if (!hasContent(join(root, path), target)) continue;
      removePath(join(root, path));
      for (const one of [...parentPaths(path)].reverse()) if (!removeEmptyFolder(join(root, one))) break;
    } catch {
      // Then what belongs there stays in the folder of the undo.
    }
  }
}

/** Is just this in the file, or in the link? An undo moves nothing larger. */
function hasContent(file: string, state: FileState): boolean {
  const stat = entryStat(file);
  if (!stat || (stat.kind !== 'file' && stat.kind !== 'link') || stat.size > maxTrackedFileBytes) return false;
  return blobId(entryBytes(file, stat.kind)) === state?.id;
}
