import { closeSync, constants, lstatSync, openSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../../errors.js';
import { sha256 } from '../hash.js';

/** A path by which a socket can be reached; release it when it is no longer needed. */
export interface SocketPath {
  readonly path: string;
  release(): void;
}

/** Windows has named pipes where other systems have sockets with a path. */
export const usesNamedPipes: boolean = process.platform === 'win32';

/** The shortest limit of a socket path among supported systems, including the NUL at its end. */
const maxPathBytes = 104;

/**
 * The path through a short link in the folder for temporary files, which is private to the user on macOS. The link must
 * belong to our user: in a folder that all users share, no other user can then replace it.
 */
export function linkedPath(
  folder: string,
  name: string,
  temporary = process.env['TMPDIR'] || '/tmp',
): SocketPath | undefined {
  const link = join(temporary, `anyhook-${sha256(folder).slice(0, 16)}`);
  const path = join(link, name);
  if (Buffer.byteLength(path) >= maxPathBytes) return undefined;
  try {
    if (!lstatSync(link, { throwIfNoEntry: false })) symlinkSync(folder, link);
  } catch {
    // Another process just created it, or it cannot be created; the next lines find out.
  }
  return attempt(() => {
    const isOurs = lstatSync(link).uid === process.geteuid?.() && readlinkSync(link) === folder;
    return isOurs ? { path, release: () => undefined } : undefined;
  });
}

/**
 * A usable path of a socket in a folder whose own path may be too long for a socket. The working directory does not
 * change: all threads share it, and this process may be an agent. Undefined if there is no such path.
 */
export function socketPath(folder: string, name: string): SocketPath | undefined {
  const path = join(folder, name);
  if (Buffer.byteLength(path) < maxPathBytes) return { path, release: () => undefined };
  if (process.platform !== 'linux') return linkedPath(folder, name);
  return attempt(() => {
    const fd = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY);
    return { path: `/proc/self/fd/${fd}/${name}`, release: () => closeSync(fd) };
  });
}
