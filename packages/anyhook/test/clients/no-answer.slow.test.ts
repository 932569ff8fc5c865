import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeFrame, fieldTags, frameKinds } from '../../src/resident/protocol.js';
import { ClientWorld, testedClients } from './client-world.js';
import { readingOutput } from './fake-engine.js';

/** The exit of the deciding process does not count as an answer. */

const call = '{"hook_event_name":"PreToolUse","tool_input":{"command":"rm -rf ~"}}';
const prompt = '{"hook_event_name": "UserPromptSubmit","prompt":"x"}';
const stop = '{"hook_event_name":"Stop","text":"it said \\"PreToolUse\\" and more","PreToolUse":1}';

/** Ways in which it may end, in perl, and the message for each. */
const crashes: Readonly<Record<string, readonly [string, RegExp]>> = {
  'ends with 0 and says nothing': ['exit 0', /gave no answer and ended with 0/],
  'prints something else and ends with 0': ['print "ok\\n"; exit 0', /gave no answer and ended with 0/],
  'prints half an answer': ['print "\\0\\0\\0\\x20\\1\\x61"; exit 0', /gave no answer and ended with 0/],
  'ends with 2': ['exit 2', /gave no answer and ended with 2/],
  'ends with 101': ['exit 101', /gave no answer and ended with 101/],
  'is killed': ['kill 9, $$', /was ended by signal 9/],
  crashes: ['kill 11, $$', /was ended by signal 11/],
  'runs out of time': ['kill 24, $$', /was ended by signal 24/],
};

for (const kind of testedClients.filter((one) => one !== 'node')) {
  for (const [what, [perl, words]] of Object.entries(crashes))
    test(`the ${kind} client refuses guarded events if the deciding process ${what}`, async (t) => {
      const world = new ClientWorld(t, kind);
      world.launcherDoes(perl);
      const before = await world.run({ input: call });
      assert.deepEqual([before.code, before.stdout.toString()], [0, '{"refused":"a call"}']);
      assert.match(before.stderr, words);
      assert.match(before.stderr, /so no hook has checked this/);
      const asked = await world.run({ input: prompt });
      assert.deepEqual([asked.code, asked.stdout.toString()], [2, '']);
      const named = await world.run({ input: '{}', args: ['--event', 'UserPromptSubmit'] });
      assert.equal(named.code, 2);
      const after = await world.run({ input: stop });
      assert.deepEqual([after.code, after.stdout.toString()], [0, '{"systemMessage":"told"}']);
      assert.match(after.stderr, words);
      const closed = await world.run({ input: stop, env: { ANYHOOK_FAIL_CLOSED: '1' } });
      assert.deepEqual([closed.code, closed.stdout.toString()], [2, '']);
    });

  test(`the ${kind} client refuses in time if the deciding process hangs, and kills it`, async (t) => {
    const world = new ClientWorld(t, kind);
    world.launcherDoes('sleep 60');
    const began = Date.now();
    const { code, stdout, stderr } = await world.run({ input: call, args: ['--timeout', '1000'] });
    assert.deepEqual([code, stdout.toString()], [0, '{"refused":"a call"}']);
    assert.match(stderr, /there was no answer in time/);
    assert.ok(Date.now() - began < 4_000, `took ${Date.now() - began} ms`);
    for (let i = 0; i < 100 && world.processes().length > 0; i++) await new Promise((done) => setTimeout(done, 25));
    assert.deepEqual(world.processes(), []);
  });

  test(`the ${kind} client refuses in time if the engine reports work but never answers`, async (t) => {
    const world = new ClientWorld(t, kind);
    await world.engine(t, {
      act: ({ id }, socket) => {
        const beat = setInterval(() => socket.write(encodeFrame(frameKinds.working, id)), 200);
        socket.on('close', () => clearInterval(beat));
      },
    });
    const { code, stdout, stderr } = await world.run({ input: call, args: ['--timeout', '1000'] });
    assert.deepEqual([code, stdout.toString()], [0, '{"refused":"a call"}']);
    assert.match(stderr, /there was no answer in time/);
  });

  test(`the ${kind} client turns an unknown exit code into a refusal`, async (t) => {
    const world = new ClientWorld(t, kind);
    await world.engine(t, { act: readingOutput(7, 'x') });
    const { code, stdout } = await world.run({ input: call });
    assert.deepEqual([code, stdout.toString()], [0, '{"refused":"a call"}']);
  });

  test(`the ${kind} client refuses with its exit code if it cannot print`, async (t) => {
    const world = new ClientWorld(t, kind);
    await world.engine(t, { act: readingOutput(0, '{"deny":1}') });
    const { code, stderr } = await world.run({ input: call, through: ['sh', '-c', 'exec "$0" "$@" >/dev/full'] });
    assert.equal(code, 2);
    assert.match(stderr, /the answer could not be written/);
  });

  test(`the ${kind} client starts the launcher without the agent's variables, and passes them as data`, async (t) => {
    const world = new ClientWorld(t, kind);
    const hostile = { NODE_OPTIONS: '--require=/x', OPENSSL_CONF: '/etc/passwd', NODE_EXTRA_CA_CERTS: '/x', A: 'b' };
    const { code } = await world.run({ env: { ...hostile, PATH: '/nowhere', 'BASH_FUNC_[%%': '() { exit 0; }' } });
    assert.equal(code, 2);
    const { ownNames = [], env = [] } = world.apart() ?? {};
    assert.deepEqual(
      ownNames.filter((name) => !['HOME', 'PATH', 'PWD'].includes(name)),
      [],
    );
    for (const word of ['NODE_OPTIONS=--require=/x', 'PATH=/nowhere', 'A=b', 'BASH_FUNC_[%%=() { exit 0; }'])
      assert.ok(env.includes(word), word);
  });

  test(`the ${kind} client refuses if no process or file can be created`, async (t) => {
    const world = new ClientWorld(t, kind);
    // Other clients need one more file, for the C library or perl itself.
    for (const limit of [kind === 'bare c' ? '-n 3' : '-n 5', '-v 60000', '-f 0', '-t 1']) {
      const through = ['sh', '-c', `ulimit ${limit}; exec "$0" "$@"`];
      const { code, stdout, stderr } = await world.run({ input: call, through });
      const isRefused = code === 2 || stdout.toString() === '{"refused":"a call"}';
      assert.ok(isRefused, `${limit}: ${code} ${stdout} ${stderr}`);
    }
  });
}

test('an answer frame of the deciding process reaches the agent unchanged', async (t) => {
  const world = new ClientWorld(t, 'perl');
  await world.engine(t, {
    act: ({ id }, socket) => socket.write(encodeFrame(frameKinds.answer, id, [[fieldTags.exit, Buffer.from([0])]])),
  });
  assert.deepEqual([(await world.run({ input: call })).code], [0]);
});
