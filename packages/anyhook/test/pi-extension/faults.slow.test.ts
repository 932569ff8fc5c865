import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { bashCall, loadExtension, type PiFields, settledEvent } from './extension-world.js';

/** Ways in which a launcher gives no answer. */
const broken: readonly (readonly [what: string, script: string, why: RegExp])[] = [
  ['starts a missing program', 'exec /nowhere/anyhook-node', /no answer: .*\/nowhere/],
  ['fails', 'cat >/dev/null; exit 1', /no answer: it ended with code 1/],
  [
    'prints something other than JSON',
    'cat >/dev/null; echo hello',
    /no answer: it printed something other than a JSON object/,
  ],
  ['answers with a list', 'cat >/dev/null; echo []', /no answer: it printed something other than a JSON object/],
  ['is killed', 'kill -9 $$', /no answer: it was killed/],
];

/** Failures that a user's launcher never shows when it answers. */
const silentFailures: typeof broken = [
  ['ends with 0 and says nothing', 'exit 0', /no answer: it ended without one/],
  ['ends with 0 and an error', 'echo "no memory" >&2; exit 0', /no answer: it ended without one: no memory/],
  ['prints half an answer', `printf '{"deny":"n'`, /no answer: it printed something other than a JSON object/],
  ['crashes', 'kill -11 $$', /no answer: it was killed/],
];

for (const [what, script, why] of [...broken, ...silentFailures])
  test(`calls and prompts, but no other events, are refused when a user's launcher ${what}`, async (t) => {
    const { fire, done } = await loadExtension(t, { script, isDirect: true });
    const { block, reason } = (await fire('tool_call', bashCall('ls'))) as PiFields;
    assert.equal(block, true);
    assert.match(String(reason), why);
    assert.match(String(reason), /so no hook has checked this; to see why, run: npx anyhook doctor$/);
    assert.deepEqual(await fire('input', { text: 'do it' }), { action: 'handled' });
    assert.match(String(done[0]?.[1]), why);
    assert.equal(await fire('tool_result', { toolCallId: 'call-1', content: [] }), undefined);
    assert.equal(await fire('agent_before_settle', settledEvent), undefined);
  });

test('an empty answer or a removed launcher lets the call run', async (t) => {
  const { fire, done, dir } = await loadExtension(t, { script: "cat >/dev/null; echo '{}'", isDirect: true });
  assert.equal(await fire('tool_call', bashCall('ls')), undefined);
  assert.deepEqual(done, []);
  rmSync(join(dir, 'launcher'));
  assert.equal(await fire('tool_call', bashCall('ls')), undefined);
  assert.match(String(done[0]?.[1]), /launcher is missing; to repair it, run: npx anyhook init; pi goes on/);
  writeFileSync(join(dir, 'launcher'), '#!/nowhere/perl\n', { mode: 0o755 });
  assert.equal(((await fire('tool_call', bashCall('ls'))) as PiFields)['block'], true);
});

for (const [what, script, why] of broken) {
  test(`a launcher that ${what} lets pi continue after an action, and the user is told`, async (t) => {
    const { fire, done } = await loadExtension(t, { script });
    assert.equal(await fire('tool_result', { toolCallId: 'call-1', content: [] }), undefined);
    assert.match(String(done[0]?.[1]), why);
  });

  test(`with failClosed a launcher that ${what} refuses calls and prompts`, async (t) => {
    const { fire } = await loadExtension(t, { script, failClosed: true });
    const { block, reason } = (await fire('tool_call', bashCall('ls'))) as PiFields;
    assert.equal(block, true);
    assert.match(String(reason), why);
    assert.deepEqual(await fire('input', { text: 'do it' }), { action: 'handled' });
    assert.equal(await fire('agent_before_settle', settledEvent), undefined);
  });
}

test('exit code 2 is a refusal with the text of stderr', async (t) => {
  const { fire } = await loadExtension(t, { script: 'cat >/dev/null; echo "closed" >&2; exit 2' });
  assert.deepEqual(await fire('tool_call', bashCall('ls')), { block: true, reason: 'closed' });
});

test('a launcher is killed if it never answers or if the user stops the agent', async (t) => {
  const script = 'echo $$ > "$(dirname "$0")/pid"; exec sleep 1000';
  const slow = await loadExtension(t, { script, timeoutMs: 300, failClosed: true });
  assert.match(
    String(((await slow.fire('tool_call', bashCall('ls'))) as PiFields)['reason']),
    /no answer: timed out after 0\.3 s/,
  );
  await untilGone(join(slow.dir, 'pid'));
  const stopped = await loadExtension(t, { script });
  const user = new AbortController();
  const waiting = stopped.fire('tool_call', bashCall('ls'), { signal: user.signal });
  await started(join(stopped.dir, 'pid'));
  user.abort();
  assert.deepEqual(await waiting, { block: true, reason: 'Stopped by the user.' });
  await untilGone(join(stopped.dir, 'pid'));
});

test('a launcher that does not read a long event is not an error', async (t) => {
  const { fire } = await loadExtension(t, { script: `exec 0<&-; echo '{"deny":"unread"}'` });
  const reason = await fire('tool_call', bashCall('x'.repeat(4 * 1024 * 1024)));
  assert.deepEqual(reason, { block: true, reason: 'unread' });
});

test('guards still run if the working folder is gone', async (t) => {
  const { fire, answer } = await loadExtension(t);
  answer({ deny: 'never that' });
  assert.deepEqual(await fire('tool_call', bashCall('ls'), { cwd: '/nowhere/at/all' }), {
    block: true,
    reason: 'never that',
  });
});

test('a fault is reported once, and no variable overrides failClosed', async (t) => {
  const { fire, done } = await loadExtension(t, { script: 'exit 3' });
  for (const _ of [1, 2, 3]) await fire('tool_result', { content: [] });
  assert.equal(done.length, 1);
  const closed = await loadExtension(t, { script: 'exit 3', failClosed: true });
  process.env['ANYHOOK'] = 'off';
  t.after(() => delete process.env['ANYHOOK']);
  const refused = (await closed.fire('tool_call', bashCall('ls'))) as PiFields | undefined;
  assert.equal(refused?.['block'], true);
});

/** Faults of pi or of the extension, at events that can refuse. */
for (const failClosed of [false, true]) {
  test(`an unreadable call is refused ${failClosed ? 'with' : 'without'} failClosed, without throwing`, async (t) => {
    const { fire } = await loadExtension(t, { failClosed });
    const circular: PiFields = {};
    circular['self'] = circular;
    const call = (await fire('tool_call', { ...bashCall('ls'), input: circular })) as PiFields | undefined;
    assert.equal(call?.['block'], true);
    const prompt = await fire('input', { text: 'x', images: [1n] });
    assert.deepEqual(prompt, { action: 'handled' });
    const broken = { ui: { notify: () => assert.fail('no screen') } };
    assert.equal(await fire('tool_result', { content: 1n }, broken), undefined);
  });
}

/** What anyhook wants, and the ability that pi lacks. */
const undoable: readonly (readonly [what: string, answer: object, ctx: PiFields, event: PiFields])[] = [
  ['a refusal without a way to show messages', { deny: 'no', messages: ['m'] }, { ui: {} }, bashCall('rm')],
  ['a stop without a way to end the run', { stop: 'no' }, { abort: undefined }, bashCall('rm')],
  ['a question without a way to ask', { ask: 'no' }, { ui: {} }, bashCall('rm')],
  [
    'a rewrite of an unchangeable input',
    { input: {} },
    {},
    { ...bashCall(''), input: Object.freeze({ command: 'rm' }) },
  ],
];

for (const [what, wish, ctx, event] of undoable) {
  test(`${what} still blocks the call`, async (t) => {
    const { fire, answer } = await loadExtension(t);
    answer(wish);
    assert.equal(((await fire('tool_call', event, ctx)) as PiFields)['block'], true);
  });
}

async function started(file: string): Promise<number> {
  for (;;) {
    try {
      const pid = Number(readFileSync(file, 'utf8'));
      if (pid > 0) return pid;
    } catch {
      // Not yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Waits until the process named in this file is gone; without the file, it was killed before writing it. */
async function untilGone(file: string): Promise<void> {
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  for (;;) {
    try {
      if (!pid) return;
      process.kill(pid, 0);
    } catch {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
