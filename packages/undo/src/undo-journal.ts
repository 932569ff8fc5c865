import { join } from 'node:path';
import { entryNames, moveEntry, readText, removePath, writeAtomic } from '@anyhook/core';
import type { FileState } from './turn-record.js';
import type { UndoRecord } from './undo-record.js';

/** One file to replace: its expected current state and its new state. */
export interface Replacement {
  readonly path: string;
  readonly current: FileState;
  readonly target: FileState;
}

/** Prefix of the folder of a running undo. It is in the project, because files can only be moved atomically there. */
const folderPrefix = '.anyhook-undo-';
const folderPattern = /^\.anyhook-undo-[\w-]{1,64}$/;

export const undoFolder = (id: string): string => `${folderPrefix}${id}`;
export const isUndoFolder = (name: string): boolean => folderPattern.test(name);

/** File names in the folder of an undo: the old content of a file, and its new content. */
export const oldName = (i: number): string => `o${i}`;
export const newName = (i: number): string => `n${i}`;

/** What an undo replaces, and what is recorded when it is complete. */
export interface UndoUnderWay {
  readonly files: readonly Replacement[];
  /** With the time of the redo, if it is one; missing if files are only put back. */
  readonly record?: UndoRecord | undefined;
}

/**
 * What the store notes about a running undo. A folder in the project proves nothing: it may have come with the project,
 * or an agent may have made it.
 */
export interface UndoNote extends UndoUnderWay {
  readonly folder: string;
  /** All files are in place; the record may be missing, and the folder may be left. */
  readonly isDone: boolean;
}

const maxNoteBytes = 256 * 1024 * 1024;
const notesIn = (dir: string): string => join(dir, 'under-way');
const noteFile = (dir: string, folder: string): string => join(notesIn(dir), `${folder}.json`);
const doneFile = (dir: string, folder: string): string => join(notesIn(dir), `${folder}.done`);

export const writeUndoNote = (dir: string, folder: string, underWay: UndoUnderWay): void =>
  writeAtomic(noteFile(dir, folder), JSON.stringify(underWay));

/** Needs no disk space. */
export const markUndoDone = (dir: string, folder: string): void =>
  moveEntry(noteFile(dir, folder), doneFile(dir, folder));

export function dropUndoNote(dir: string, folder: string): void {
  removePath(noteFile(dir, folder));
  removePath(doneFile(dir, folder));
}

/** The folders of unfinished undos. */
export const notedUndoFolders = (dir: string): readonly string[] =>
  entryNames(notesIn(dir))
    .map((name) => name.replace(/\.(?:json|done)$/, ''))
    .filter(isUndoFolder);

/** The unfinished undos. A note that cannot be read is dropped, and its folder becomes unknown. */
export const readUndoNotes = (dir: string): readonly UndoNote[] =>
  notedUndoFolders(dir).flatMap((folder): readonly UndoNote[] => {
    const done = readText(doneFile(dir, folder), maxNoteBytes);
    const underWay = parseUndoUnderWay(done ?? readText(noteFile(dir, folder), maxNoteBytes));
    if (!underWay) dropUndoNote(dir, folder);
    return underWay ? [{ ...underWay, folder, isDone: done !== undefined }] : [];
  });

/** Undefined if the text is something else. */
export function parseUndoUnderWay(text: string | undefined): UndoUnderWay | undefined {
  try {
    const value = JSON.parse(text ?? '') as Partial<UndoUnderWay> | null;
    return Array.isArray(value?.files) && value.files.every(isReplacement) ? (value as UndoUnderWay) : undefined;
  } catch {
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
