import { join } from 'node:path';
import { entryNames, entryStat, readText } from '@anyhook/core';
import type { FileState, SnapshotRecord } from './turn-record.js';
import type { UndoItem } from './undo-plan.js';

/** What an undo did, so that it can be undone. */
export interface UndoRecord {
  readonly id: string;
  readonly at: number;
  readonly turns: readonly string[];
  /** The turns that were undone completely. */
  readonly whole: readonly string[];
  readonly items: readonly UndoItem[];
  /** Files of these turns that were skipped; missing in records of earlier versions. */
  readonly left?: readonly string[];
  readonly redoneAt?: number;
  /** Snapshots after the undo and after the redo, if an agent may have been active. */
  readonly looks?: readonly SnapshotRecord[];
}

const maxRecordBytes = 256 * 1024 * 1024;
const recordsIn = (dir: string): string => join(dir, 'undos');

export const undoFile = (dir: string, id: string): string => join(recordsIn(dir), `${id}.json`);

/** The names of all records, oldest first. */
export const undoFileNames = (dir: string): readonly string[] =>
  entryNames(recordsIn(dir))
    .filter((name) => name.endsWith('.json'))
    .sort();

export function readUndoRecord(dir: string, name: string): UndoRecord | undefined {
  const text = readText(join(recordsIn(dir), name), maxRecordBytes);
  return text === undefined ? undefined : (JSON.parse(text) as UndoRecord);
}

/** One file that the user changed by `anyhook undo` or `--redo`. */
export interface UndoChange {
  readonly path: string;
  readonly before: FileState;
  readonly after: FileState;
  readonly at: number;
}

/** The undo and redo records since a time. */
export function undosSince(dir: string, since: number): readonly UndoRecord[] {
  // A redo rewrites the record.
  const isYoung = (name: string) => (entryStat(join(recordsIn(dir), name))?.modifiedAt ?? 0) >= since;
  return undoFileNames(dir)
    .filter(isYoung)
    .flatMap((name) => readUndoRecord(dir, name) ?? []);
}

/** What these undos changed, oldest first. */
export const undoChanges = (records: readonly UndoRecord[]): readonly UndoChange[] =>
  records
    .flatMap(({ at, redoneAt, items }) =>
      items.flatMap(({ path, current, target }) => [
        { path, before: current, after: target, at },
        ...(redoneAt === undefined ? [] : [{ path, before: target, after: current, at: redoneAt }]),
      ]),
    )
    .sort((a, b) => a.at - b.at);
