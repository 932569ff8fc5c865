import { createServer } from 'node:net';
import { join } from 'node:path';
import { makePrivate, remove, writeAtomic } from '../platform/files/files.js';
import { runProcess } from '../platform/process/run-process.js';
import { fromFolder } from '../platform/process/with-cwd.js';
import { files } from '../resident/instance.js';
import { createFrameReader, encodeFrame, kinds, splitWords, tags } from '../resident/protocol.js';

const patienceMs = 5_000;
const question = '{"anyhook":"self-test"}';
const host = 'self-test';

/** Lets a client ask an engine that is only there for this; says what it did wrong. */
export async function testClient(bytes: Buffer, folder: string): Promise<string | undefined> {
  const file = join(folder, 'anyhook-hook');
  const state = join(folder, 'anyhook');
  makePrivate(state);
  writeAtomic(file, bytes, 0o755);
  const server = createServer((socket) => {
    const reader = createFrameReader();
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      for (const { id, kind, fields } of reader.push(chunk).frames) {
        const isRight = kind === kinds.event && splitWords(fields.get(tags.args)).includes(host);
        const stdout = isRight ? (fields.get(tags.payload) ?? '') : '';
        socket.write(
          encodeFrame(kinds.answer, id, [
            [tags.exit, Buffer.from([2])],
            [tags.stdout, stdout],
          ]),
        );
      }
    });
  });
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      fromFolder(state, () => server.listen(files.socket, resolve)) ?? reject(new Error(`cannot enter ${state}`));
    });
    const env = { XDG_STATE_HOME: folder, HOME: folder, PATH: '/usr/bin:/bin' };
    const end = await runProcess({ file, args: [host], cwd: folder, env, stdin: question, timeoutMs: patienceMs });
    if (end.kind === 'exit' && end.exitCode === 2 && end.stdout === question) return undefined;
    return `its self-test failed (${end.kind === 'spawn' ? end.error : end.kind})`;
  } catch (error) {
    return `its self-test failed (${(error as Error).message})`;
  } finally {
    server.close();
    remove(join(state, files.socket));
  }
}
