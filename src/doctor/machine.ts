import { dirname } from 'node:path';
import { installLock, manifestFile, readManifest } from '../install/manifest.js';
import { folderAccess } from '../platform/files/folder-access.js';
import { isLockAbandoned } from '../platform/lock.js';
import { readOffSwitch } from '../state/off-switch.js';
import { findExposedState } from '../state/private-file.js';
import type { UserPaths } from '../state/user-paths.js';
import { type DoctorCheck, type Finding, makeFinding } from './finding.js';

/** What holds for every agent and project of this user: the switches and the state folder. */
export function machineChecks(
  user: UserPaths,
  env: Readonly<Record<string, string | undefined>>,
  now: number,
): readonly DoctorCheck[] {
  return [
    { title: 'hooks are switched on', findings: switchedOff(user, env, now) },
    { title: 'the state folder is yours alone', findings: stateFindings(user.state) },
    { title: 'the record of init can be read', findings: recordFindings(user.state) },
  ];
}

function switchedOff(
  { state }: UserPaths,
  env: Readonly<Record<string, string | undefined>>,
  now: number,
): readonly Finding[] {
  if (env['ANYHOOK'] === 'off') return [makeFinding('off-by-environment', 'ANYHOOK=off is set: no hook runs')];
  const off = readOffSwitch(state, now);
  if (!off) return [];
  return [makeFinding('off-for-a-while', `"anyhook off": no hook runs until ${new Date(off.until).toISOString()}`)];
}

function stateFindings(state: string): readonly Finding[] {
  // Where there is none yet, the first event makes it in the nearest folder above.
  const existing = nearest(state);
  const access = folderAccess(existing);
  const words = { file: existing };
  if (access.kind !== 'folder') return [makeFinding('state-unusable', `${existing} is no folder`, words)];
  if (!access.writable) return [makeFinding('state-unusable', `${existing} is not writable for you`, words)];
  const exposed = findExposedState(state);
  return exposed ? [makeFinding('state-exposed', `${exposed.path}: ${exposed.what}`, { file: exposed.path })] : [];
}

function nearest(folder: string): string {
  let at = folder;
  while (folderAccess(at).kind === 'absent' && dirname(at) !== at) at = dirname(at);
  return at;
}

function recordFindings(state: string): readonly Finding[] {
  const lock = installLock(state);
  const left = isLockAbandoned(lock)
    ? [makeFinding('init-interrupted', `${lock}: the process that took it is gone`)]
    : [];
  try {
    readManifest(state);
    return left;
  } catch {
    const file = manifestFile(state);
    return [...left, makeFinding('record-broken', `${file} is not what init writes`, { file })];
  }
}
