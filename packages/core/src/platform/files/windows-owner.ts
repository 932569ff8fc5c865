import { dirname } from 'node:path';
import { isWithin } from '../../file-path.js';
import { askPowerShell } from '../process/windows-system.js';
import { systemFolder } from '../user-paths.js';

// Every user may create folders below C:\ProgramData, and a folder that an administrator creates there lets every user
// add files by default. So a machine-wide settings file is used only if Windows reports who may have written it.

/** Administrators, the system itself, and the service that installs Windows. */
const administrators: ReadonlySet<string> = new Set([
  'BA',
  'SY',
  'S-1-5-32-544',
  'S-1-5-18',
  'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464',
]);

/** The letters of the rights in a security descriptor that allow changing or taking over a file or folder. */
const changingRights: ReadonlySet<string> = new Set('FA FW GA GW WD WO SD DC LC RP DT CR'.split(' '));
/** The same as bits: write, append, attributes, delete, permissions, owner, all. */
const changingBits = 0x2 | 0x4 | 0x10 | 0x40 | 0x100 | 0x10000 | 0x40000 | 0x80000 | 0x10000000 | 0x40000000;

/** Who besides administrators may change what a security descriptor protects; undefined if no one may. */
export function otherWriter(descriptor: string): string | undefined {
  const [, owner] = /^O:(S-1-[\d-]+|[A-Z]{2})(?=[A-Z]:)/.exec(descriptor) ?? [];
  if (owner === undefined) return 'an owner that cannot be read';
  if (!administrators.has(owner)) return `its owner ${owner}`;
  const [, access] = /D:[A-Z]*((?:\([^()]*\))*)/.exec(descriptor) ?? [];
  // Without an access list, every user has full access.
  if (access === undefined || access === '') return 'everyone';
  for (const [, entry = ''] of access.matchAll(/\(([^()]*)\)/g)) {
    const [kind = '', flags = '', rights = '', , , who = ''] = entry.split(';');
    const isForContentOnly = pairs(flags).includes('IO');
    if (kind === 'D' || kind === 'OD' || isForContentOnly || administrators.has(who)) continue;
    if (changes(rights)) return who;
  }
  return undefined;
}

/** The letters in pairs: descriptors name flags and rights by two letters. */
const pairs = (letters: string): readonly string[] => letters.match(/../g) ?? [];

function changes(rights: string): boolean {
  if (/^0x[\da-f]{1,8}$/i.test(rights)) return (Number(rights) & changingBits) !== 0;
  return pairs(rights).some((right) => changingRights.has(right));
}

/**
 * Why a machine-wide settings file is ignored on Windows: users other than administrators may have written it, or this
 * is unknown. Undefined for all other files, and on other systems.
 */
export function systemFileProblem(path: string): string | undefined {
  const folder = systemFolder();
  if (process.platform !== 'win32' || !isWithin(path, folder)) return undefined;
  const fix = `run as administrator: icacls "${folder}" /setowner *S-1-5-32-544 /t & icacls "${folder}" /inheritance:r /grant:r *S-1-5-18:(OI)(CI)F *S-1-5-32-544:(OI)(CI)F *S-1-5-32-545:(OI)(CI)RX`;
  for (const one of [path, dirname(path)]) {
    const descriptor = askPowerShell('(Get-Acl -LiteralPath $env:ANYHOOK_CHECKED_PATH).Sddl', {
      ANYHOOK_CHECKED_PATH: one,
    });
    if (descriptor === undefined)
      return `not used: PowerShell does not show who may write to ${one}, so any user may have written it`;
    const who = otherWriter(descriptor);
    if (who !== undefined)
      return `not used: ${one}: expected that only administrators may write to it, got ${who}; ${fix}`;
  }
  return undefined;
}
