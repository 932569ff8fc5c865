import { basename, dirname, join } from 'node:path';
import { emptyFolderPermissions, entryStat, now, writeTarget } from '@anyhook/core';
import { type CapturedEntry, captureEntry, keepState, pathInRoot, storeEntry } from './file-state.js';
import { maxNamedBytesPerTurn, maxNewFileBytes } from './limits.js';
import type { StorePlace } from './store-places.js';
import { appendTurnLine, type OpenCall } from './turn-files.js';
import { emptyFolder, isSameState } from './turn-record.js';

/** A path that a call names, as it is before the call. Its content is in memory: it can be stored after the answer. */
export interface NamedEntry {
  readonly absolute: string;
  /** Resolves the target of a write. For an existing file, this also works after the call. */
  readonly findTarget: () => string;
  /** Undefined: too large, or not readable. */
  readonly entry: CapturedEntry | undefined;
  /** The folder that a new file fills: it must stay when the file is removed. */
  readonly emptyFolder?: { readonly target: string; readonly permissions: number };
}

/** Bytes read for files that calls name, by session. A process that handles one event counts only its own. */
const namedBytes = new Map<string, number>();
const maxCounted = 100;

/** Called when a turn of the session begins or ends. */
export const forgetNamedBytes = (session: string): void => void namedBytes.delete(session);

/** Reads the files that a call of this session names. */
export const captureNamed = (session: string, names: readonly string[]): readonly NamedEntry[] =>
  names.map((absolute) => {
    const used = namedBytes.get(session) ?? 0;
    const named = used > maxNamedBytesPerTurn ? tooMuch(absolute) : captureOne(absolute);
    if (namedBytes.size >= maxCounted) namedBytes.clear();
    namedBytes.set(session, used + (named.entry?.bytes?.length ?? 0));
    return named;
  });

const tooMuch = (absolute: string): NamedEntry => ({
  absolute,
  findTarget: () => writeTarget(absolute),
  entry: undefined,
});

function captureOne(absolute: string): NamedEntry {
  const entry = captureEntry(absolute, maxNewFileBytes);
  // A call that names its files does not change folders above an existing one.
  if (entry?.stat?.kind === 'file')
    return { absolute, findTarget: () => join(writeTarget(dirname(absolute)), basename(absolute)), entry };
  const target = writeTarget(absolute);
  const real = target === absolute ? entry : captureEntry(target, maxNewFileBytes);
  const filled = real && !real.stat ? emptyFolderAbove(target) : undefined;
  return { absolute, findTarget: () => target, entry: real, ...(filled && { emptyFolder: filled }) };
}

/** The nearest existing folder, if it is empty. */
function emptyFolderAbove(path: string): NamedEntry['emptyFolder'] {
  for (let target = dirname(path); dirname(target) !== target; target = dirname(target)) {
    if (!entryStat(target)) continue;
    const permissions = emptyFolderPermissions(target);
    return permissions === undefined ? undefined : { target, permissions };
  }
  return undefined;
}

export function storeNamed({ root, dir }: StorePlace, turn: string, entries: readonly NamedEntry[]): OpenCall['named'] {
  const objects = join(dir, 'git', 'objects');
  return entries.flatMap(({ absolute, findTarget, entry, emptyFolder: filled }) => {
    const path = pathInRoot(root, findTarget());
    if (path === undefined) appendTurnLine(dir, turn, { kind: 'outside', at: now(), path: absolute });
    if (typeof path !== 'string' || !entry) return [];
    const folder = filled && pathInRoot(root, filled.target);
    const before = storeEntry(objects, entry);
    return [
      { path, before, ...(entry.stat && { changedAt: Math.floor(entry.stat.changedAt) }) },
      ...(filled && typeof folder === 'string' ? [{ path: folder, before: emptyFolder(filled.permissions) }] : []),
    ];
  });
}

/** Records the named files after a call. Another process may already have changed them since its end. */
export function recordNamed(
  { root, dir }: StorePlace,
  turn: string,
  { named, at: since }: OpenCall,
  endedAt: number,
): void {
  for (const { path, before, changedAt } of named) {
    const after = keepState(root, path, join(dir, 'git', 'objects'));
    if (after && !isSameState(before, after.state))
      appendTurnLine(dir, turn, {
        ...({ kind: 'named', at: now(), since, path, before, after: after.state } as const),
        ...(changedAt !== undefined && { changedAt }),
        ...(after.state && after.stat && Math.floor(after.stat.changedAt) > endedAt && { isLate: true as const }),
      });
  }
}
