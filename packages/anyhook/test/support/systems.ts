import { lstatSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Why a test cannot run on this system, for its option `skip`; false where it can.

export const isWindows: boolean = process.platform === 'win32';

const onWindows = (why: string): string | false => isWindows && why;

/** On Windows only some users can create links, and Wine reports success without creating one. */
export const noLinks: string | false = !makesLinks() && 'symbolic links cannot be made here';
export const noModes: string | false = onWindows('Windows has no modes and owners of files');
export const noSignals: string | false = onWindows('a process on Windows is ended without a signal that it could see');
export const noSockets: string | false = onWindows('Node makes no sockets with a path on Windows');
export const noPipes: string | false = onWindows('Windows has no named pipes in folders');
export const noSlashes: string | false = onWindows('the names of this test are those of POSIX');
export const noProc: string | false = process.platform !== 'linux' && 'only Linux has /proc';

function makesLinks(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'anyhook-links-'));
  try {
    symlinkSync('target', join(folder, 'link'));
    return lstatSync(join(folder, 'link')).isSymbolicLink();
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
