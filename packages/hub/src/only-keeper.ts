import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Takes a folder for this process; throws if another keeper has it. The system frees it when the process ends. */
export async function takeFolder(folder: string): Promise<Server> {
  // A short path: those of sockets are limited.
  const hash = createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 16);
  const path = join(tmpdir(), `anyhook-keeper-${hash}.sock`);
  const taken = await listen(path);
  if (taken) return taken;
  if (await isAnswering(path)) throw new Error(`${folder}: another keeper writes there; only one may run`);
  rmSync(path, { force: true });
  const second = await listen(path);
  if (!second) throw new Error(`${folder}: another keeper has just started to write there; only one may run`);
  return second;
}

const listen = (path: string): Promise<Server | undefined> =>
  new Promise((done, fail) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? done(undefined) : fail(error),
    );
    server.listen(path, () => done(server));
    server.unref();
  });

const isAnswering = (path: string): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });
