import { createServer } from 'node:net';
import { join } from 'node:path';
import { makePrivateFolder, removePath, runProcess, withCwd, writeAtomic } from '@anyhook/core';
import { engineFiles } from '../resident/instance.js';
import { createFrameReader, encodeFrame, fieldTags, frameKinds, splitWords } from '../resident/protocol.js';

const selfTestTimeoutMs = 5_000;
const testPayload = '{"anyhook":"self-test"}';
const testAgent = 'self-test';

/**
 * Tests whether Windows starts a client; returns its problem, if any. Alone in a folder it knows no Node, so it must
 * refuse: an engine for it would need a state folder in the user's profile.
 */
export async function testWindowsClient(bytes: Buffer, folder: string): Promise<string | undefined> {
  const file = join(folder, 'anyhook-hook.exe');
  writeAtomic(file, bytes, 0o755);
  const end = await runProcess({
    file,
    args: [testAgent],
    cwd: folder,
    env: { ANYHOOK_FAIL_CLOSED: '1', ANYHOOK_ENGINE: 'off' },
    stdin: testPayload,
    timeoutMs: selfTestTimeoutMs,
  });
  if (end.kind === 'exit' && end.exitCode === 2 && end.stderr.startsWith('anyhook: ')) return undefined;
  return `its self-test failed (${end.kind === 'spawn' ? end.error : end.kind})`;
}

/** Tests a client against a temporary engine; returns its problem, if any. */
export async function testClient(bytes: Buffer, folder: string): Promise<string | undefined> {
  const file = join(folder, 'anyhook-hook');
  const state = join(folder, 'anyhook');
  makePrivateFolder(state);
  writeAtomic(file, bytes, 0o755);
  const server = createServer((socket) => {
    const reader = createFrameReader();
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      for (const { id, kind, fields } of reader.push(chunk).frames) {
        const isTestEvent = kind === frameKinds.event && splitWords(fields.get(fieldTags.args)).includes(testAgent);
        const stdout = isTestEvent ? (fields.get(fieldTags.payload) ?? '') : '';
        socket.write(
          encodeFrame(frameKinds.answer, id, [
            [fieldTags.exit, Buffer.from([2])],
            [fieldTags.stdout, stdout],
          ]),
        );
      }
    });
  });
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      withCwd(state, () => server.listen(engineFiles.socket, resolve)) ?? reject(new Error(`cannot use ${state}`));
    });
    const env = { HOME: folder, PATH: '/usr/bin:/bin' };
    const end = await runProcess({
      file,
      args: ['--self-test', state, testAgent],
      cwd: folder,
      env,
      stdin: testPayload,
      timeoutMs: selfTestTimeoutMs,
    });
    if (end.kind === 'exit' && end.exitCode === 2 && end.stdout === testPayload) return undefined;
    return `its self-test failed (${end.kind === 'spawn' ? end.error : end.kind})`;
  } catch (error) {
    return `its self-test failed (${(error as Error).message})`;
  } finally {
    server.close();
    removePath(join(state, engineFiles.socket));
  }
}
