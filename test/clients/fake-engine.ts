import { rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { fromFolder } from '../../src/platform/process/with-cwd.js';
import { createFrameReader, encodeFrame, type Frame, kinds, tags } from '../../src/resident/protocol.js';

/** An engine that does what a test says. */
export interface FakeEngine {
  /** Whole requests, in the order in which they came. */
  readonly requests: Frame[];
  /** Resolves when a client has gone. */
  readonly left: Promise<void>;
  close(): Promise<void>;
}

export type Act = (request: Frame, socket: Socket) => void;

export interface FakeOptions {
  /** Called with each whole request. */
  readonly act?: Act;
  /** Called with each connection, instead of reading from it. */
  readonly accept?: (socket: Socket) => void;
}

/** Listens in a state folder, wherever that is. */
export async function fakeEngine(state: string, { act, accept }: FakeOptions): Promise<FakeEngine> {
  const requests: Frame[] = [];
  const sockets = new Set<Socket>();
  let leave = () => {};
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      leave();
    });
    if (accept) return accept(socket);
    const reader = createFrameReader();
    socket.on('data', (chunk) => {
      for (const request of reader.push(chunk).frames) {
        requests.push(request);
        act?.(request, socket);
      }
    });
  });
  rmSync(join(state, 'engine.sock'), { force: true });
  await new Promise<void>((resolve) => fromFolder(state, () => server.listen('engine.sock', resolve)));
  writeFileSync(join(state, 'engine.json'), JSON.stringify({ pid: process.pid, version: '0', protocol: 1 }));
  return {
    requests,
    left,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Gives this answer. */
export const answering =
  (exit: number, stdout: string | Buffer = '', stderr = ''): Act =>
  ({ id }, socket) => {
    socket.write(
      encodeFrame(kinds.answer, id, [
        [tags.exit, Buffer.from([exit])],
        [tags.stdout, stdout],
        [tags.stderr, stderr],
      ]),
    );
  };
