import assert from 'node:assert/strict';
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { answerScript, opencodeCall, opencodePrompt, opencodeStep, opencodeWorld, until } from './plugin-world.js';

const event = 'tool.execute.before';
const failures: readonly (readonly [what: string, text: string, why: RegExp])[] = [
  ['ends with another exit code', 'echo "it broke" >&2; exit 1', /exit code 1: it broke/],
  ['answers what is not JSON', 'echo "{ nonsense"', /expected JSON/],
  ['answers a list', 'echo "[]"', /expected an object/],
  ['answers with a deny that is not a string', `echo '{"deny":true}'`, /"deny" has a value of the wrong kind/],
  ['answers with invalid arguments', `echo '{"input":[1]}'`, /"input" has a value of the wrong kind/],
  ['is killed', 'kill -9 $$', /killed|SIGKILL/],
  ['writes without end', 'yes', /too much output/],
  ['answers too late', 'sleep 60', /timed out after 0\.7 s/],
];
/** Failures that a user's launcher never shows when it answers. */
const silentFailures: typeof failures = [
  ['ends with 0 and says nothing', 'exit 0', /it ended without one/],
  ['ends with 0 and an error', 'echo "no memory" >&2; exit 0', /it ended without one: no memory/],
  ['prints half an answer', `printf '{"deny":"n'; exit 0`, /expected JSON/],
  ['crashes', 'kill -11 $$', /killed/],
  ['ends with 127', 'exit 127', /exit code 127/],
];

async function call(t: TestContext, text: string, options: Partial<Parameters<typeof opencodeWorld>[1]> = {}) {
  const here = await opencodeWorld(t, { answers: { [event]: text }, timeouts: { [event]: 10_000 }, ...options });
  const { input, output } = opencodeCall();
  const refusal = await here
    .hook(event)(input, output)
    .catch((error: unknown) => error);
  return { ...here, refusal: refusal as Error | undefined, output };
}

const late = (text: string) => (text.startsWith('sleep') ? { timeouts: { [event]: 700 } } : {});

describe('a launcher that gives no answer', () => {
  for (const [what, text, why] of failures) {
    test(`refuses the call and lets the user know when it ${what}`, async (t) => {
      const { refusal, output, told, hook } = await call(t, text, late(text));
      assert.match(String(refusal?.message), why);
      assert.match(String(refusal?.message), /so no hook has checked this; to see why, run: npx anyhook doctor$/);
      assert.deepEqual(output.args, { command: 'ls' });
      assert.match(String(told()[0]), why);
      await assert.rejects(hook(event)(opencodeCall('c2').input, opencodeCall('c2').output), { message: why });
      assert.equal(told().length, 1, 'once');
    });

    test(`blocks the call under failClosed when it ${what}`, async (t) => {
      const { refusal } = await call(t, text, { ...late(text), failClosed: true });
      assert.match(String(refusal?.message), why);
      assert.match(String(refusal?.message), /failClosed is set/);
    });
  }

  for (const [what, text, why] of [...failures, ...silentFailures])
    test(`refuses calls and prompts, but no other event, when a user's launcher ${what}`, async (t) => {
      const names = [event, 'chat.message', 'tool.execute.after', 'event.permission.asked'];
      const timeouts = Object.fromEntries(names.map((name) => [name, late(text).timeouts ? 700 : 10_000]));
      const launcher = `#!/bin/sh\n${text}\n`;
      const { refusal, hook, event: happens } = await call(t, '', { launcher, isDirect: true, isRun: true, timeouts });
      assert.match(String(refusal?.message), why);
      const { input, output } = opencodePrompt('do it');
      await assert.rejects(hook('chat.message')(input, output), { message: why });
      await hook('tool.execute.after')(opencodeCall().input, { output: 'text' });
      await happens('permission.asked', { id: 'p', sessionID: 's1' });
    });

  test('refuses an event that cannot be serialized', async (t) => {
    const { hook } = await call(t, answerScript({}));
    const { input, output } = opencodeCall('c2', { command: 1n });
    await assert.rejects(hook(event)(input, output), { message: /BigInt.*no hook has checked this/ });
  });

  test('lets the call run after an empty answer, even if agent variables break a shell', async (t) => {
    const launcher = `#!${process.execPath}\nprocess.stdout.write('{}')\n`;
    const before = { ...process.env };
    t.after(() => {
      process.env = before;
    });
    for (const variables of [
      {},
      { SHELLOPTS: 'noexec', ENV: '/dev/null/x', BASH_ENV: '/dev/null/x', PATH: '/nowhere' },
    ]) {
      process.env = { ...before, ...variables };
      const { refusal } = await call(t, '', { launcher, isDirect: true });
      assert.equal(refusal, undefined);
    }
  });

  test('lets the call run if the launcher was removed, and tells the user how to repair it', async (t) => {
    const { dir, hook, told } = await call(t, '', { launcher: `#!/bin/sh\necho '{}'\n`, isDirect: true });
    rmSync(join(dir, 'launcher'));
    await hook(event)(opencodeCall('c2').input, opencodeCall('c2').output);
    assert.match(String(told()[0]), /launcher is missing; to repair it, run: npx anyhook init; opencode goes on/);
    writeFileSync(join(dir, 'launcher'), '#!/nowhere/perl\n', { mode: 0o755 });
    await assert.rejects(hook(event)(opencodeCall('c3').input, opencodeCall('c3').output), { message: /ENOENT/ });
    chmodSync(join(dir, 'launcher'), 0o644);
    await assert.rejects(hook(event)(opencodeCall('c4').input, opencodeCall('c4').output), { message: /EACCES/ });
  });

  test('treats exit code 2 as a deny with the text of stderr, with and without failClosed', async (t) => {
    for (const failClosed of [true, false]) {
      const { refusal } = await call(t, 'echo "anyhook is gone" >&2; exit 2', { failClosed });
      assert.equal(refusal?.message, 'anyhook is gone');
    }
  });

  test('leaves no process behind after a timeout', async (t) => {
    const { dir } = await call(t, 'sleep 60 & echo $! > "$dir/child"; wait', { timeouts: { [event]: 700 } });
    const pid = Number(readFileSync(join(dir, 'child'), 'utf8'));
    await until(() => !isRunning(pid));
  });

  test('does not hang on a payload that it does not read', async (t) => {
    const launcher = `#!/bin/sh\nexec <&-\n${answerScript({ deny: 'no' })}`;
    const here = await opencodeWorld(t, { launcher, timeouts: { [event]: 10_000 } });
    const { input, output } = opencodeCall('c1', { command: 'x'.repeat(5_000_000) });
    await assert.rejects(here.hook(event)(input, output), { message: 'no' });
  });
});

/** Neither gone nor an unreaped zombie. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

describe('only a refusal is thrown', () => {
  test('when the client is broken', async (t) => {
    const answers = {
      'experimental.text.complete': answerScript({ continue: 'go on' }),
      'tool.execute.after': answerScript({ stop: 'enough', messages: ['m'] }),
      'event.permission.asked': answerScript({ allow: true }),
    };
    const { hook, event: happens } = await opencodeWorld(t, { answers, isClientBroken: true });
    await hook('chat.message')(opencodePrompt('a').input, opencodePrompt('a').output);
    await hook('tool.execute.after')(opencodeCall().input, { output: 'text' });
    await happens('permission.asked', { id: 'p', sessionID: 's1' });
    await happens('message.part.updated', opencodeStep());
    await happens('session.idle', { sessionID: 's1' });
  });

  test('when hook arguments have an unexpected shape', async (t) => {
    const answers = {
      'chat.message': answerScript({ prompt: 'p', context: ['c'] }),
      'tool.execute.before': answerScript({ input: { a: 1 }, context: ['c'] }),
      'tool.execute.after': answerScript({ output: 'o', context: ['c'] }),
      'experimental.session.compacting': answerScript({ prompt: 'p', context: ['c'] }),
    };
    const here = await opencodeWorld(t, { answers });
    const hooks = ['chat.message', 'tool.execute.before', 'tool.execute.after', 'experimental.session.compacting'];
    const more = ['experimental.chat.messages.transform', 'experimental.chat.system.transform', 'config', 'event'];
    for (const name of [...hooks, ...more]) await here.hook(name)({}, {});
    await here.hook('event')({ event: { type: 'message.part.updated', properties: { part: 5 } } });
    await here.hook('event')({ event: null });
  });
});

test("ANYHOOK=off in opencode's environment does not switch hooks off", async (t) => {
  t.after(() => {
    delete process.env['ANYHOOK'];
  });
  process.env['ANYHOOK'] = 'off';
  const { refusal, asked } = await call(t, answerScript({ deny: 'no' }));
  assert.deepEqual([refusal?.message, asked().length], ['no', 1]);
});
