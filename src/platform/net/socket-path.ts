import { closeSync, constants, openSync } from 'node:fs';
import { join } from 'node:path';

/** A path by which a socket can be reached; release it once when it is no longer needed. */
export interface SocketPath {
  readonly path: string;
  release(): void;
}

/** The shortest limit of a socket path among supported systems, including the NUL at its end. */
const maxPathBytes = 104;

/**
 * A usable path of a socket in a folder whose own path may be too long for a socket. The working directory does not
 * change: all threads share it, and this process may be an agent. Undefined if there is no such path.
 */
export function socketPath(folder: string, name: string): SocketPath | undefined {
  const path = join(folder, name);
  if (Buffer.byteLength(path) < maxPathBytes) return { path, release: () => undefined };
  if (process.platform !== 'linux') return undefined;
  try {
    const fd = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY);
    return { path: `/proc/self/fd/${fd}/${name}`, release: () => closeSync(fd) };
  } catch {
    return undefined;
  }
}
