import { join } from 'node:path';
import { readText, removePath, writeAtomic } from '../platform/files/files.js';
import { entryNames, moveEntry } from '../platform/files/kept-files.js';
import type { FileState } from './turn-record.js';

/** One file to replace: what must be there now, and what shall be there. */
export interface Replacement {
  readonly path: string;
  readonly current: FileState;
  readonly target: FileState;
}

/** The folder of an undo under way begins so. It is in the project, because only there a file can be moved in one step. */
export const stagingPrefix = '.anyhook-undo-';

/**
 * What the store notes of an undo under way. A folder in the project proves nothing: it may have come with the project, or an
 * agent may have made it.
 */
export interface UndoNote {
  /** The folder in the project: `n3` is the new content of the fourth file, `o3` what was there. */
  readonly folder: string;
  readonly files: readonly Replacement[];
  /** Everything is in its place, and only the folder is left. */
  readonly isDone: boolean;
}

export const maxNoteBytes = 64 * 1024 * 1024;
const notesIn = (dir: string): string => join(dir, 'under-way');
const noteFile = (dir: string, folder: string): string => join(notesIn(dir), `${folder}.json`);
const doneFile = (dir: string, folder: string): string => join(notesIn(dir), `${folder}.done`);

export const writeUndoNote = (dir: string, folder: string, files: readonly Replacement[]): void =>
  writeAtomic(noteFile(dir, folder), JSON.stringify({ files }));

/** Needs no space on the disk. */
export const markUndoDone = (dir: string, folder: string): void =>
  moveEntry(noteFile(dir, folder), doneFile(dir, folder));

export function dropUndoNote(dir: string, folder: string): void {
  removePath(noteFile(dir, folder));
  removePath(doneFile(dir, folder));
}

/** The undos that did not come to their end. */
export function readUndoNotes(dir: string): readonly UndoNote[] {
  return entryNames(notesIn(dir)).flatMap((name): readonly UndoNote[] => {
    const [, folder, ending] = /^(.+)\.(json|done)$/.exec(name) ?? [];
    if (!folder?.startsWith(stagingPrefix)) return [];
    if (ending === 'done') return [{ folder, files: [], isDone: true }];
    const text = readText(join(notesIn(dir), name), maxNoteBytes);
    return text === undefined ? [] : [{ folder, files: (JSON.parse(text) as UndoNote).files, isDone: false }];
  });
}
