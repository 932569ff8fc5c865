import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { encodeFrame, fieldTags, frameKinds } from '../../src/resident/protocol.js';
import { claudeShellCall, dialProtocol, engineWorld, hookMdFolder, until } from './engine-world.js';

const guard = hookMdFolder('guard', 'echo "not that" >&2; exit 2');
const half = encodeFrame(frameKinds.event, 1, [[fieldTags.payload, 'x'.repeat(1000)]]).subarray(0, 500);
const withVersion = (version: number) => {
  const frame = encodeFrame(frameKinds.event, 1, [[fieldTags.payload, '{}']]);
  frame[4] = version;
  return frame;
};
const lying = encodeFrame(frameKinds.event, 1, [[fieldTags.payload, 'short']]);
lying.writeUInt32BE(0x7fffffff, 11);

for (const [what, bytes] of [
  ['random bytes', randomBytes(100_000)],
  ['text', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
  ['a frame that is said to be 4 GB long', Buffer.from([0xff, 0xff, 0xff, 0xff, 1, 0x45])],
  ['a frame without a head', Buffer.from([0, 0, 0, 2, 1, 0x45])],
  ['a frame of another protocol', withVersion(2)],
  ['a field that is longer than its frame', lying],
] as const) {
  test(`${what} closes only its own connection`, async (t) => {
    const world = engineWorld(t, guard);
    await world.up();
    const line = dialProtocol(world);
    const bad = dialProtocol(world);
    bad.socket.write(bytes);
    await until(() => bad.socket.destroyed);
    assert.match((await line.ask(world, claudeShellCall(world.project, 'ls')))?.stdout ?? '', /not that/);
  });
}

test('an incomplete request does not delay other clients', async (t) => {
  const world = engineWorld(t, guard);
  await world.up();
  const slow = dialProtocol(world);
  slow.socket.write(half);
  assert.match((await dialProtocol(world).ask(world, claudeShellCall(world.project, 'ls')))?.stdout ?? '', /not that/);
  slow.socket.destroy();
  await until(async () => (await world.status())?.open === 0);
});

for (const [what, args, payload] of [
  ['an unknown agent', ['--host', 'nobody'], '{}'],
  ['no arguments', [], '{}'],
  ['a payload that is no JSON', ['--host', 'claude-code'], 'nonsense'],
  ['an empty payload', ['--host', 'claude-code'], ''],
] as const) {
  test(`${what}: the engine declines, so that the client reports the fault`, async (t) => {
    const world = engineWorld(t, guard);
    await world.up();
    const line = dialProtocol(world);
    line.socket.write(
      encodeFrame(frameKinds.event, 77, [
        [fieldTags.args, args.map((word) => `${word}\0`).join('')],
        [fieldTags.cwd, world.project],
        [fieldTags.payload, payload],
      ]),
    );
    const [chunk] = (await once(line.socket, 'data')) as [Buffer];
    assert.equal(chunk[5], frameKinds.decline);
    assert.equal(chunk.readUInt32BE(6), 77);
  });
}

test('a deleted project is forgotten, and a new one in its place is used', async (t) => {
  const world = engineWorld(t, guard);
  await world.up();
  const line = dialProtocol(world);
  assert.match((await line.ask(world, claudeShellCall(world.project, 'ls')))?.stdout ?? '', /not that/);
  rmSync(world.project, { recursive: true });
  const gone = await line.ask(world, claudeShellCall(world.project, 'ls'));
  assert.deepEqual([gone?.exitCode, gone?.stdout], [0, '']);
  for (const [path, text] of Object.entries(hookMdFolder('guard', 'echo "anew" >&2; exit 2'))) world.write(path, text);
  assert.match((await line.ask(world, claudeShellCall(world.project, 'ls')))?.stdout ?? '', /anew/);
});

test('a hook changed during an event decides it by its old version, and the next event by its new one', async (t) => {
  const script = (words: string) => `touch began; while [ ! -e go ]; do sleep 0.02; done; echo "${words}" >&2; exit 2`;
  const world = engineWorld(t, hookMdFolder('guard', script('as it was')));
  await world.up();
  const line = dialProtocol(world);
  const first = line.ask(world, claudeShellCall(world.project, 'ls'));
  await until(() => existsSync(join(world.project, 'began')));
  const file = join(world.project, '.agents/hooks/guard/scripts/run.sh');
  rmSync(file);
  writeFileSync(file, `#!/bin/sh\n${script('as it is')}\n`, { mode: 0o755 });
  const second = line.ask(world, claudeShellCall(world.project, 'ls'));
  writeFileSync(join(world.project, 'go'), '');
  assert.match((await first)?.stdout ?? '', /as it was/);
  assert.match((await second)?.stdout ?? '', /as it is/);
});

test('an error that a module hook throws later is logged, and the engine keeps running', async (t) => {
  const world = engineWorld(t, {
    '.agents/anyhook.yaml': 'hooks:\n  - { id: stray, on: tool.before, use: ./stray.mjs }\n',
    'stray.mjs':
      'export default { on: "tool.before", run() { setTimeout(() => Promise.reject(new Error("stray promise"))); return { decision: "deny", reason: "by module" }; } };\n',
  });
  await world.up();
  const line = dialProtocol(world);
  for (let n = 0; n < 3; n++)
    assert.match((await line.ask(world, claudeShellCall(world.project, 'ls')))?.stdout ?? '', /by module/);
  await until(() => existsSync(join(world.state, 'engine.log')));
});
