import { join } from 'node:path';
import { readSettingsFile, sha256, withLock } from '@anyhook/core';
import type { InstallWorld } from './install-world.js';
import { type FileRecord, installLock, readManifest } from './manifest.js';
import { applyRemovals, type Removal, type RemovalPlan } from './uninstall.js';

/** Up to version 0.1 `completion --install` wrote files and lines for the shell; they have their own manifest. */
const completionState = (state: string): string => join(state, 'completion');

const scriptHeader = '# Written by "anyhook completion --install". Changes to this file are lost.\n';
/** The lines in a start file of a shell; without the end mark, the rest of the file must stay. */
const markedLines = /^# >>> anyhook completion >>>[ \t\r]*\n(?:.*\n)*?# <<< anyhook completion <<<[ \t\r]*(?:\n|$)/m;

/** Plans how to remove what an earlier version wrote to complete commands in shells. Only reads. */
export function planCompletionRemoval({ state }: InstallWorld): Pick<RemovalPlan, 'removals' | 'problems'> {
  const planned = readManifest(completionState(state)).files.map(removalOf);
  return {
    removals: planned.filter((one) => typeof one !== 'string'),
    problems: planned.filter((one) => typeof one === 'string'),
  };
}

function removalOf({ path, origin, after: written, uses }: FileRecord): Removal | string {
  const found = readSettingsFile(path);
  if (found.kind === 'unusable') return `${path}: ${found.why}`;
  if (found.kind === 'absent') return { path, before: undefined, after: undefined, how: 'strip', uses };
  const before = found.bytes;
  const original = origin.kind === 'bytes' ? Buffer.from(origin.base64, 'base64') : undefined;
  if (sha256(before) === written && origin.kind !== 'unknown')
    return { path, before, after: original, how: 'restore', uses };
  // Latin-1 keeps every byte of the user's file.
  const text = before.toString('latin1');
  const stripped = text.replace(markedLines, '');
  const isOurs = text.includes(scriptHeader) || (stripped === '' && !original);
  return { path, before, after: isOurs ? undefined : Buffer.from(stripped, 'latin1'), how: 'strip', uses };
}

export async function removeCompletion({ state }: InstallWorld, removals: readonly Removal[]): Promise<void> {
  const ownState = completionState(state);
  if (removals.length > 0) await withLock(installLock(ownState), async () => applyRemovals(ownState, removals));
}
