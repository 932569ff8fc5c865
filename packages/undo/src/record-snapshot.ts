import { now } from '@anyhook/core';
import { maxFilesForBrackets, slowSnapshotMs } from './limits.js';
import { openShadowGit } from './shadow-git.js';
import { type Snapshot, takeSnapshot } from './snapshot.js';
import { withFolderLock } from './store-lock.js';
import type { StorePlace } from './store-places.js';
import { appendTurnLine } from './turn-files.js';

const snapshotTimeoutMs = 120_000;

export interface RecordedSnapshot {
  readonly at: number;
  readonly isSlow: boolean;
  /** The project has so many files that a snapshot is always slow. */
  readonly isLarge: boolean;
}

/** Takes and records a snapshot; undefined, with the reason in the turn, if that failed. */
export async function recordSnapshot(
  { root, env, dir }: StorePlace,
  turn: string,
): Promise<RecordedSnapshot | undefined> {
  try {
    return await withFolderLock(dir, snapshotTimeoutMs, async () => {
      const shadow = await openShadowGit(root, { env, timeoutMs: snapshotTimeoutMs });
      const at = now();
      const look = await takeSnapshot(shadow);
      const { tree, permissionsId, leftOut, times, births } = look;
      appendTurnLine(dir, turn, {
        kind: 'look',
        at,
        tree,
        permissions: permissionsId,
        ...(leftOut.length > 0 && { leftOut: leftOut.slice(0, maxLeftOut) }),
        ...(times.length > 0 && { times }),
        ...(births.length > 0 && { births }),
      });
      const isLarge = look.files > maxFilesForBrackets;
      return { at, isSlow: isLarge || isSlow(look), isLarge };
    });
  } catch (error) {
    appendTurnLine(dir, turn, { kind: 'missed', at: now(), why: (error as Error).message.slice(0, 300) });
    return undefined;
  }
}

const maxLeftOut = 100;

const isSlow = ({ ms, isFirst }: Snapshot): boolean => !isFirst && ms > slowSnapshotMs;
