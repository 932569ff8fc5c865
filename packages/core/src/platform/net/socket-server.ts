import { chmodSync, lstatSync, type Stats, unlinkSync } from 'node:fs';
import { connect, type Server } from 'node:net';
import { dirname } from 'node:path';
import { AnyhookError } from '../../errors.js';
import { isFolder, makePrivateFolder } from '../files/files.js';
import { isPrivateFolder } from '../files/ownership.js';
import { withLock } from '../lock.js';

/** A server on a unix socket that only our user can reach. */
export interface ListeningSocket {
  isOurs(): boolean;
  /** Stops accepting connections and removes the socket, unless another server has replaced it. */
  close(): void;
}

/** The shortest limit among supported systems. */
const maxPathBytes = 103;
const connectTimeoutMs = 2_000;

/** Listens at a path. Refuses a folder that other users may enter, and a path that exists and is not a dead socket. */
export async function listenAt(server: Server, path: string): Promise<ListeningSocket> {
  const folder = dirname(path);
  if (Buffer.byteLength(path) > maxPathBytes)
    throw socketRefused(`a socket path has at most ${maxPathBytes} bytes, got ${path}; use a shorter one`);
  if (!isFolder(folder)) makePrivateFolder(folder);
  if (!isPrivateFolder(folder))
    throw socketRefused(
      `${folder} must belong to you and be closed to others; use a folder of your own, or "chmod 700" it`,
    );
  return withLock(`${path}.lock`, async () => {
    await removeDeadSocket(path);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(path, () => resolve());
    });
    chmodSync(path, 0o600);
    const ownInode = lstatOf(path)?.ino;
    const isOurs = () => ownInode !== undefined && lstatOf(path)?.ino === ownInode;
    return {
      isOurs,
      close() {
        // Closing the server removes whatever is at the path.
        if (isOurs()) server.close();
      },
    };
  });
}

const socketRefused = (message: string): AnyhookError => new AnyhookError('BAD_ARGUMENT', `--socket: ${message}`);

const lstatOf = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false });

async function removeDeadSocket(path: string): Promise<void> {
  const existing = lstatOf(path);
  if (!existing) return;
  if (!existing.isSocket()) throw socketRefused(`${path} exists and is not a socket; use another path, or remove it`);
  if (await isServed(path)) throw socketRefused(`another server listens on ${path}; stop it, or use another path`);
  unlinkSync(path);
}

/** Only a refused connection proves that there is no server: a busy one is alive. */
const isServed = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path);
    const end = (served: boolean) => {
      socket.destroy();
      resolve(served);
    };
    socket.once('connect', () => end(true));
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code !== 'ECONNREFUSED'));
    socket.setTimeout(connectTimeoutMs, () => end(true));
  });
