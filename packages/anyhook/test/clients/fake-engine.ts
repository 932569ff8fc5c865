import { rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { withCwd } from '../../../core/src/platform/process/this-process.js';
import { createFrameReader, encodeFrame, type Frame, fieldTags, frameKinds } from '../../src/resident/protocol.js';

/** An engine scripted by a test. */
export interface FakeEngine {
  /** Complete requests, in order of arrival. */
  readonly requests: Frame[];
  /** Resolves when a client has gone. */
  readonly left: Promise<void>;
  close(): Promise<void>;
}

export type FakeEngineAction = (request: Frame, socket: Socket) => void;

export interface FakeEngineOptions {
  /** Called with each whole request. */
  readonly act?: FakeEngineAction;
  /** Called with each connection, instead of reading from it. */
  readonly accept?: (socket: Socket) => void;
}

/** Listens in a state folder, also if its path is long. */
export async function fakeEngine(state: string, { act, accept }: FakeEngineOptions): Promise<FakeEngine> {
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
  await new Promise<void>((resolve) => withCwd(state, () => server.listen('engine.sock', resolve)));
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

/** Sends this answer. */
export const readingOutput =
  (exit: number, stdout: string | Buffer = '', stderr = ''): FakeEngineAction =>
  ({ id }, socket) => {
    socket.write(
      encodeFrame(frameKinds.answer, id, [
        [fieldTags.exit, Buffer.from([exit])],
        [fieldTags.stdout, stdout],
        [fieldTags.stderr, stderr],
      ]),
    );
  };
