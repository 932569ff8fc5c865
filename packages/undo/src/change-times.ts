import { join } from 'node:path';
import { entryStat } from '@anyhook/core';

/** A path, and when it last changed, in whole milliseconds since the epoch. */
export type ChangeTime = readonly [path: string, at: number];

/** The newest ones are kept: only they can be later than a call. */
const maxTimes = 2_000;
const carriedMs = 60_000;

/**
 * When files changed, newest first. The system sets this time, and programs cannot set it back. `earlier`: the times of
 * the last snapshot.
 */
export function changeTimes(
  root: string,
  { kept, removed }: { readonly kept: readonly string[]; readonly removed: readonly string[] },
  earlier: readonly ChangeTime[],
  now: number,
): readonly ChangeTime[] {
  const found = new Map(earlier.filter(([, at]) => at > now - carriedMs));
  for (const [paths, timeOf] of [[kept, fileTime] as const, [removed, folderTime] as const])
    for (const path of paths) {
      const at = timeOf(root, path);
      // A future time comes from the clock of another machine and says nothing.
      if (at !== undefined && at <= now) found.set(path, at);
      else found.delete(path);
    }
  return [...found].sort((a, b) => b[1] - a[1]).slice(0, maxTimes);
}

function fileTime(root: string, path: string): number | undefined {
  try {
    const stat = entryStat(join(root, path));
    return stat && Math.floor(stat.changedAt);
  } catch {
    return undefined;
  }
}

/** A file that is gone has no time. Its folder changed when it was removed, or later; links are not followed. */
function folderTime(root: string, path: string): number | undefined {
  let folder = '';
  let at = fileTime(root, folder);
  for (const part of path.split('/').slice(0, -1)) {
    folder = folder === '' ? part : `${folder}/${part}`;
    const stat = entryStat(join(root, folder));
    if (!stat) break;
    at = Math.floor(stat.changedAt);
    if (stat.kind !== 'folder') break;
  }
  return at;
}

/** The latest time at which files appeared that no snapshot has seen before. They may have been ignored until now. */
export function birthTimes(root: string, paths: readonly string[]): readonly ChangeTime[] {
  return paths.flatMap((path): readonly ChangeTime[] => {
    try {
      const stat = entryStat(join(root, path));
      return stat ? [[path, Math.floor(Math.min(stat.changedAt, stat.bornAt))]] : [];
    } catch {
      return [];
    }
  });
}
