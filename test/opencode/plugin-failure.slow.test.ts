import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { answerScript, opencodeCall, opencodePrompt, opencodeStep, opencodeWorld, until } from './plugin-world.js';

const event = 'tool.execute.before';
const failures: readonly (readonly [what: string, text: string, why: RegExp])[] = [
  ['ends with another exit code', 'echo "it broke" >&2; exit 1', /exit code 1: it broke/],
  ['answers what is not JSON', 'echo "{ nonsense"', /expected JSON/],
  ['answers a list', 'echo "[]"', /expected an object/],
  ['answers a deny that is no text', `echo '{"deny":true}'`, /"deny" has a value of the wrong kind/],
  ['answers arguments that are none', `echo '{"input":[1]}'`, /"input" has a value of the wrong kind/],
  ['is killed', 'kill -9 $$', /killed|SIGKILL/],
  ['writes without end', 'yes', /too much output/],
  ['answers too late', 'sleep 60', /timed out after 0\.7 s/],
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
    test(`lets the call run and the user know when it ${what}`, async (t) => {
      const { refusal, output, told, hook } = await call(t, text, late(text));
      assert.equal(refusal, undefined);
      assert.deepEqual(output.args, { command: 'ls' });
      assert.match(String(told()[0]), why);
      await hook(event)(opencodeCall('c2').input, opencodeCall('c2').output);
      assert.equal(told().length, 1, 'once');
    });

    test(`blocks the call under failClosed when it ${what}`, async (t) => {
      const { refusal } = await call(t, text, { ...late(text), failClosed: true });
      assert.match(String(refusal?.message), why);
      assert.match(String(refusal?.message), /failClosed is set/);
    });
  }

  test('exit code 2 is a deny with the text of stderr, with and without failClosed', async (t) => {
    for (const failClosed of [true, false]) {
      const { refusal } = await call(t, 'echo "anyhook is gone" >&2; exit 2', { failClosed });
      assert.equal(refusal?.message, 'anyhook is gone');
    }
  });

  test('leaves no process behind when it is too late', async (t) => {
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

/** Neither gone nor a zombie that nobody has asked for yet. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

describe('nothing but a refusal is thrown', () => {
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

  test('when the arguments of hooks are of another shape', async (t) => {
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

test('ANYHOOK=off in the environment of opencode switches nothing off', async (t) => {
  t.after(() => {
    delete process.env['ANYHOOK'];
  });
  process.env['ANYHOOK'] = 'off';
  const { refusal, asked } = await call(t, answerScript({ deny: 'no' }));
  assert.deepEqual([refusal?.message, asked().length], ['no', 1]);
});
