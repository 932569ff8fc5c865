import { dirname } from 'node:path';
import type { UserPaths } from '@anyhook/core';
import {
  type FolderAccess,
  findExposedState,
  folderAccess,
  isInProfile,
  isLockAbandoned,
  thisSystem,
  visibleShellWord,
} from '@anyhook/core';
import { installLock, readManifest } from '../install/manifest.js';
import { installManifestFile } from '../switches/format-switch.js';
import { machineLock } from '../switches/machine-lock.js';
import { readOffSwitch } from '../switches/off-switch.js';
import { type DoctorCheck, type Finding, makeFinding } from './finding.js';

/** Checks that apply to all agents and projects of this user: the off switches, those of features, and the state folder. */
export function machineChecks(
  user: UserPaths,
  env: Readonly<Record<string, string | undefined>>,
  now: number,
  system: string = thisSystem,
  more: readonly DoctorCheck[] = [],
): readonly DoctorCheck[] {
  return [
    { title: 'hooks are switched on', findings: offFindings(user, env, now) },
    ...more,
    {
      // Node cannot read the access lists of Windows.
      title: system === 'win32' ? 'the state folder can be used' : 'only you can write to the state folder',
      findings: [
        ...stateFindings(user.state),
        ...(system === 'win32' ? profileFindings(user.state, env['USERPROFILE'], system) : []),
      ],
    },
    { title: 'the record of init can be read', findings: recordFindings(user.state) },
  ];
}

function offFindings(
  user: UserPaths,
  env: Readonly<Record<string, string | undefined>>,
  now: number,
): readonly Finding[] {
  const off = readOffSwitch(user.state, now);
  const lock = machineLock(user);
  if (lock) return off || env['ANYHOOK'] === 'off' ? [makeFinding('off-refused', `hooks run: ${lock.effect}`)] : [];
  const ignored =
    env['ANYHOOK'] === 'off' ? [makeFinding('off-by-environment', 'ANYHOOK=off is set; agents do not obey it')] : [];
  if (!off) return ignored;
  return [
    ...ignored,
    makeFinding('off-for-a-while', `"anyhook off": no hook runs until ${new Date(off.until).toISOString()}`),
  ];
}

function stateFindings(state: string): readonly Finding[] {
  // If it does not exist yet, the first event creates it in the nearest existing folder.
  const existing = nearestExisting(state);
  const access = folderAccess(existing);
  const unusable = unusableState(existing, access, state);
  if (unusable) return [makeFinding('state-unusable', unusable.what, { fix: unusable.fix })];
  const exposed = findExposedState(state);
  return exposed ? [makeFinding('state-exposed', `${exposed.path}: ${exposed.why}`, { file: exposed.path })] : [];
}

/** Windows closes a profile to other users. Elsewhere write access by others is unknown, and stored trust still counts. */
const profileFindings = (state: string, profile: string | undefined, system: string): readonly Finding[] =>
  isInProfile(state, profile, system)
    ? []
    : [
        makeFinding(
          'state-outside-profile',
          `${state} is outside of your profile (${profile ?? 'USERPROFILE is not set'})`,
        ),
      ];

interface UnusableState {
  readonly what: string;
  readonly fix: string;
}

/** Why anyhook cannot write its state, and how to fix it. */
function unusableState(existing: string, access: FolderAccess, state: string): UnusableState | undefined {
  const file = visibleShellWord(existing);
  const useOtherFolder = 'set XDG_STATE_HOME to a folder that you can write to, for the agents too';
  if (access.kind === 'no-folder')
    return { what: `${existing} is not a folder`, fix: `make room for a folder: mv ${file} ${file}.old` };
  if (access.kind === 'closed')
    return { what: `you may not enter the folders above ${existing}`, fix: `get access to them, or ${useOtherFolder}` };
  if (access.kind === 'absent' || access.writable) return undefined;
  const missing = existing === state ? '' : `, so ${state} cannot be made`;
  if (access.readOnly) return { what: `${existing} is on a read-only file system${missing}`, fix: useOtherFolder };
  return {
    what: `you cannot write to ${existing}${missing}`,
    fix: `if it is yours, run: chmod u+rwx ${file}; if not, ${useOtherFolder}`,
  };
}

function nearestExisting(folder: string): string {
  let current = folder;
  while (folderAccess(current).kind === 'absent' && dirname(current) !== current) current = dirname(current);
  return current;
}

function recordFindings(state: string): readonly Finding[] {
  const lock = installLock(state);
  const lockFindings = isLockAbandoned(lock)
    ? [makeFinding('init-interrupted', `${lock}: the process that held it has exited`)]
    : [];
  try {
    readManifest(state);
    return lockFindings;
  } catch {
    const file = installManifestFile(state);
    return [...lockFindings, makeFinding('record-broken', `${file} differs from what init writes`, { file })];
  }
}
