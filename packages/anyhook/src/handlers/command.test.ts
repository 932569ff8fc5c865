import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Handler } from '@anyhook/core';
import { deny, done, pass, slashedPath } from '@anyhook/core';
import { handlerHook, handlerToolEvent, sampleContext } from '../../test/support/handler-samples.js';
import { runCommand } from './command.js';

type Command = Extract<Handler, { kind: 'command' }>;
const bin = fileURLToPath(new URL('../../fixtures/bin/', import.meta.url));
const dir = realpathSync(mkdtempSync(join(tmpdir(), 'anyhook-command-')));
after(() => rmSync(dir, { recursive: true }));

const shell = (command: string, more: Partial<Command> = {}): Command => ({
  kind: 'command',
  form: 'shell',
  command,
  ...more,
});
const exec = (command: string, ...args: string[]): Command => ({ kind: 'command', form: 'exec', command, args });

const run = (handler: Command, { context = {}, hook = {}, event = {} } = {}) =>
  runCommand(handler, handlerHook(handler, hook), { ...handlerToolEvent(), ...event }, sampleContext(context));

test('a command gets the event in its format on stdin, and its stdout is parsed by the format', async () => {
  assert.deepEqual(
    await run(shell('cat')),
    done(pass({ context: ['{"event":"tool.before","tool_input":{"command":"ls"}}'] })),
  );
});

test('exit code 2 blocks with stderr as the reason', async () => {
  assert.deepEqual(await run(shell('echo no >&2; exit 2')), done(deny('no')));
});

test('the exec form passes arguments unchanged, without a shell', async () => {
  assert.deepEqual(await run(exec('printf', '"%s"', '$HOME; `ls`')), done(pass({ context: ['"$HOME; `ls`"'] })));
});

test('the shell form passes arguments as positional parameters', async () => {
  assert.deepEqual(
    await run(shell('printf \'"%s"\' "$2"', { args: ['a', 'b c'] })),
    done(pass({ context: ['"b c"'] })),
  );
});

test("the hook's environment overrides the format's, which overrides the agent's; anyhook's own variables win", async () => {
  const command =
    'printf \'["%s","%s","%s","%s","%s","%s"]\' "$A" "$B" "$TOOL_NAME" "$ANYHOOK_EVENT" "$ANYHOOK_HOOK_ID" "$ANYHOOK_HOST"';
  const ending = await run(shell(command, { env: { B: 'hook', ANYHOOK_EVENT: 'forged' } }), {
    context: { env: { A: 'agent', B: 'agent', TOOL_NAME: 'agent' } },
  });
  assert.deepEqual(ending, done(pass({ context: ['["agent","hook","shell","tool.before","sample","sample-host"]'] })));
});

test('a tool input over 100 KiB is left out of the environment with a marker, and is complete on stdin', async () => {
  const event = handlerToolEvent({ command: 'x'.repeat(200_000) });
  const ending = await run(shell('printf \'["%s","%s",%s]\' "$TOOL_INPUT" "$TOOL_INPUT_OMITTED" "$(wc -c)"'), {
    event,
  });
  assert.deepEqual(ending, done(pass({ context: ['["","1",200052]'] })));
});

test("the working folder is the hook's own, else the event's, else the hook's root", async () => {
  const pwd = `"${slashedPath(process.execPath)}" -p "JSON.stringify(process.cwd())"`;
  const contextWithPath = (path: string) => done(pass({ context: [JSON.stringify(path)] }));
  const hook = { root: dir };
  assert.deepEqual(await run(shell(pwd, { cwd: '..' }), { hook: { root: join(dir, 'x') } }), contextWithPath(dir));
  assert.deepEqual(await run(shell(pwd), { hook: { root: '/' }, event: { cwd: dir } }), contextWithPath(dir));
  assert.deepEqual(await run(shell(pwd), { hook, event: { cwd: '/no/such/folder' } }), contextWithPath(dir));
  assert.deepEqual(await run(shell(pwd), { hook, event: { cwd: 'relative' } }), contextWithPath(dir));
  const missing = await run(shell(pwd, { cwd: 'missing' }), { hook });
  assert.equal(missing.kind === 'failed' && missing.why, 'spawn');
  assert.match(missing.kind === 'failed' ? missing.detail : '', /missing does not exist/);
});

const failures: [string, Command, object, string, RegExp][] = [
  ['a missing program', exec('anyhook-no-such-program'), {}, 'spawn', /anyhook-no-such-program/],
  ['a missing command in a shell', shell('anyhook-no-such-program --x'), {}, 'spawn', /anyhook-no-such-program --x/],
  [
    'a script that is not executable',
    shell('./package.json'),
    { event: { cwd: join(bin, '../..') } },
    'spawn',
    /\.\/package\.json/,
  ],
  [
    'a hook that exceeds its time',
    shell('echo why >&2; sleep 30'),
    { context: { timeoutMs: 500 } },
    'timeout',
    /500 ms/,
  ],
  ['2 GiB of output', exec(`${bin}prints-2gib.sh`), {}, 'too-much-output', /more than 1048576 bytes/],
  [
    'an agent that disconnected',
    shell('sleep 30'),
    { context: { signal: AbortSignal.abort() } },
    'cancelled',
    /went away/,
  ],
  ['truncated JSON', exec(`${bin}half-json.sh`), {}, 'bad-output', /not JSON/],
  ['binary output', exec(`${bin}binary.sh`), {}, 'bad-output', /not JSON/],
];
for (const [title, handler, options, why, detail] of failures)
  test(`${title} is the failure "${why}"`, async () => {
    const ending = await run(handler, options);
    assert.equal(ending.kind, 'failed');
    assert.equal(ending.kind === 'failed' && ending.why, why);
    assert.match(ending.kind === 'failed' ? ending.detail : '', detail);
  });

test('stderr is kept after a timeout', async () => {
  const ending = await run(shell('echo why >&2; sleep 30'), { context: { timeoutMs: 1000 } });
  assert.equal(ending.kind === 'failed' && ending.stderr, 'why\n');
});

test('exit code 127 of a hook with output is left to the format', async () => {
  const ending = await run(shell('echo {}; exit 127'));
  assert.equal(ending.kind === 'failed' && ending.why, 'exit');
});
