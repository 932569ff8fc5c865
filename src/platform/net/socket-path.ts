import { closeSync, constants, openSync } from 'node:fs';
import { join } from 'node:path';

/** A name under which a socket can be reached; release it when nobody needs that any more, once. */
export interface SocketPath {
  readonly path: string;
  release(): void;
}

/** The shortest room for a name among the systems that we know, with the NUL at its end. */
const roomBytes = 104;

/**
 * The socket of this name in a folder, whose path may be longer than a socket's name can be. The working folder stays:
 * it belongs to all threads of a process, and here that process may be an agent. Undefined where there is no such name.
 */
export function socketPath(folder: string, name: string): SocketPath | undefined {
  const path = join(folder, name);
  if (Buffer.byteLength(path) < roomBytes) return { path, release: () => undefined };
  if (process.platform !== 'linux') return undefined;
  try {
    const fd = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY);
    return { path: `/proc/self/fd/${fd}/${name}`, release: () => closeSync(fd) };
  } catch {
    return undefined;
  }
}
