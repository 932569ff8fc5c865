import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { journalWorld } from '../journal/journal-world.js';
import { engineWorld, hookMdFolder, until } from '../resident/engine-world.js';
import { shellRequest, startServe } from './serve-world.js';

const denies = (reason: string) => `echo "${reason}" >&2; exit 2`;
const prints = (answer: object) => `cat > /dev/null; echo '${JSON.stringify(answer)}'`;
const slow = 'echo $$ > pid.txt; sleep 60';

/** A process id, once the process has written it into a file. */
async function pidIn(file: string): Promise<number> {
  await until(() => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n'));
  return Number(readFileSync(file, 'utf8'));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const pass = { decision: 'pass', context: [], messages: [], notes: [] };

test('an event without an opinion passes, and serve exits at the end of its input', async (t) => {
  const engine = startServe(engineWorld(t, hookMdFolder('guard', 'exit 0')));
  assert.deepEqual(await engine.ask(shellRequest(1)), { id: 1, verdict: pass });
  engine.end();
  assert.deepEqual([await engine.exited, engine.stderr()], [0, '']);
});

test('the end of the input right after an event does not lose the details of its decision', (t) => {
  const world = journalWorld(t);
  const request = JSON.stringify({ ...shellRequest(1, 'echo what-was-asked'), session: 's' });
  assert.equal(world.run(['serve', '--stdio'], `${request}\n`).code, 0);
  assert.match(JSON.stringify(world.log('--details')), /what-was-asked/);
});

test('a hook that refuses gives its reason', async (t) => {
  const engine = startServe(engineWorld(t, hookMdFolder('guard', denies('not that'))));
  const { verdict } = await engine.ask(shellRequest('a', 'rm x'));
  assert.deepEqual(verdict, { ...pass, decision: 'deny', reason: '[guard] not that' });
});

test('a rewrite is returned in full, in canonical fields', async (t) => {
  const engine = startServe(
    engineWorld(t, hookMdFolder('tidy', prints({ decision: 'allow', updated_input: { command: 'ls -l' } }))),
  );
  const { verdict } = await engine.ask(shellRequest(1, 'ls', { input: { command: 'ls', cwd: '/x' } }));
  assert.deepEqual([verdict?.decision, verdict?.input], ['allow', { command: 'ls -l', cwd: '/x' }]);
});

const module = `export default {
  on: ['prompt.submit', 'tool.after'],
  run({ name }) {
    console.log('a stray line');
    return name === 'tool.after'
      ? { decision: 'deny', reason: 'look again', rewrite: { of: 'output', value: 'hidden' } }
      : { decision: 'pass', context: ['be kind'], rewrite: { of: 'prompt', value: 'please' } };
  },
};
`;

test("prompts and outputs are rewritten, context is returned, and a hook's output never reaches stdout", async (t) => {
  const config = 'hooks:\n  - { id: m, on: [prompt.submit, tool.after], use: ./guard.mjs }\n';
  const engine = startServe(engineWorld(t, { 'guard.mjs': module, '.agents/anyhook.yaml': config }));
  const asked = await engine.ask({ id: 1, event: 'prompt.submit', prompt: 'do it' });
  assert.deepEqual(asked.verdict, { ...pass, prompt: 'please', context: ['be kind'] });
  const after = await engine.ask({ ...shellRequest(2), event: 'tool.after', data: { result: 'the secret' } });
  assert.deepEqual(after.verdict, { ...pass, decision: 'deny', reason: '[m@tool.after] look again', output: 'hidden' });
  engine.end();
  await engine.exited;
  assert.match(engine.stderr(), /^(?:a stray line\n)+$/);
});

test('a native payload gets the answer that the agent would get', async (t) => {
  const world = engineWorld(t, hookMdFolder('guard', denies('not that')));
  const payload = { hook_event_name: 'PreToolUse', session_id: 's', cwd: world.project, tool_name: 'Bash' };
  const { answer } = await startServe(world).ask({ id: 1, host: 'codex', payload });
  assert.deepEqual([answer?.exitCode, answer?.stderr], [0, '']);
  assert.match(answer?.stdout ?? '', /"permissionDecision":"deny".*not that/);
});

test('hello returns version, protocol, hooks, and what to do without a verdict', async (t) => {
  const world = engineWorld(t, { ...hookMdFolder('guard', ''), '.agents/anyhook.yaml': 'failClosed: true\n' });
  const engine = startServe(world);
  const { hello } = await engine.ask({ id: 1, hello: { protocol: 1 } });
  assert.match(hello?.version ?? '', /^\d+\.\d+\.\d+/);
  // The hook that guards anyhook itself is always there.
  assert.deepEqual({ ...hello, version: '' }, { version: '', protocol: 1, hooks: 2, failClosed: true });
  const elsewhere = await engine.ask({ id: 2, hello: {}, cwd: world.home });
  assert.deepEqual([elsewhere.hello?.hooks, elsewhere.hello?.failClosed], [1, false]);
  assert.deepEqual((await engine.ask({ id: 3, hello: { protocol: 2 } })).error?.code, 'UNKNOWN_PROTOCOL');
});

const wrong: readonly [string, object | string, string, RegExp, (number | string)?][] = [
  ['text that is no JSON', '{"id":9,"event"\n', 'NOT_JSON', /not JSON/],
  ['JSON that is not an object', '[1]\n', 'NOT_JSON', /got \[1\]/],
  ['a request without its field', { id: 9 }, 'BAD_REQUEST', /hello, cancel, host, event/, 9],
  ['a misspelt field', { id: 9, event: 'turn.end', promt: 'x' }, 'BAD_REQUEST', /did you mean "prompt"/, 9],
  ['a field of the wrong type', shellRequest(9, 'ls', { input: 'ls' }), 'BAD_REQUEST', /"input" must be an object/, 9],
  ['an event without an id', { event: 'turn.end' }, 'BAD_REQUEST', /"id" must be/],
  ['an unknown event', { id: 9, event: 'tool.befor' }, 'UNKNOWN_EVENT', /did you mean "tool.before"/, 9],
  ['an unknown agent', { id: 9, host: 'codx', payload: {} }, 'UNKNOWN_HOST', /did you mean "codex"/, 9],
  [
    'a field that the event does not have',
    { id: 9, event: 'turn.end', tool: 'x' },
    'BAD_REQUEST',
    /"tool": turn\.end/,
    9,
  ],
  ['a folder that is not absolute', shellRequest(9, 'ls', { cwd: 'x' }), 'BAD_REQUEST', /"cwd" must be an absolute/, 9],
  ['variables that are not strings', shellRequest(9, 'ls', { env: { A: 1 } }), 'BAD_REQUEST', /"env" must be/, 9],
  ['an invalid time', shellRequest(9, 'ls', { timeoutMs: 0 }), 'BAD_REQUEST', /"timeoutMs" must be/, 9],
  ['a hostile key', '{"id":9,"event":"turn.end","__proto__":{"a":1}}\n', 'BAD_REQUEST', /"__proto__"/, 9],
  ['a hostile field', '{"id":9,"event":"turn.end","data":{"__proto__":{}}}\n', 'BAD_REQUEST', /"__proto__"/, 9],
];
test('an invalid request gets an error, and the next one is answered', async (t) => {
  const engine = startServe(engineWorld(t, hookMdFolder('guard', denies('no'))));
  for (const [index, [what, request, code, message, id]] of wrong.entries()) {
    engine.send(request);
    await until(() => engine.lines.length === 2 * index + 1);
    const { error, ...rest } = engine.lines.at(-1) ?? {};
    assert.deepEqual([error?.code, rest], [code, id === undefined ? {} : { id }], what);
    assert.match(error?.message ?? '', message, what);
    engine.send('\r\n\n');
    assert.equal((await engine.ask(shellRequest(`next ${index}`))).verdict?.decision, 'deny', what);
  }
  engine.end();
  assert.equal(await engine.exited, 0);
});

test('an oversized line is skipped, and the next one is answered', async (t) => {
  const engine = startServe(engineWorld(t));
  const part = 'x'.repeat(1024 * 1024);
  for (let n = 0; n < 51; n++) engine.send(part);
  engine.send('\n');
  assert.deepEqual(await engine.line(), {
    error: { code: 'TOO_LONG', message: 'a line has more than 52428800 bytes' },
  });
  assert.equal((await engine.ask(shellRequest(1))).verdict?.decision, 'pass');
});

test('with failClosed, an error says that the agent must be blocked', async (t) => {
  const engine = startServe(engineWorld(t, { '.agents/anyhook.yaml': 'failClosed: true\n' }));
  const { error } = await engine.ask({ id: 1, event: 'nothing.known' });
  assert.deepEqual([error?.code, error?.failClosed], ['UNKNOWN_EVENT', true]);
});

test('answers are sent as they are ready, and all requests are answered before the exit', async (t) => {
  const front = 'matcher:\n  tool: Shell\n  pattern: patient\n';
  const world = engineWorld(t, hookMdFolder('patient', 'while [ ! -e go.txt ]; do sleep 0.05; done', front));
  const engine = startServe(world);
  engine.send(shellRequest('first', 'patient'));
  for (let n = 0; n < 500; n++) engine.send(shellRequest(n));
  await until(() => engine.lines.length === 500);
  engine.end();
  world.write('go.txt', '');
  assert.equal(await engine.exited, 0);
  assert.equal(engine.lines.at(-1)?.id, 'first');
  assert.ok(engine.lines.every(({ verdict }) => verdict?.decision === 'pass'));
});

test('a last request without a newline is answered', async (t) => {
  const engine = startServe(engineWorld(t));
  engine.send(JSON.stringify(shellRequest(1)));
  engine.end();
  assert.equal(await engine.exited, 0);
  assert.deepEqual(engine.lines, [{ id: 1, verdict: pass }]);
});

test('cancelling an event ends its hooks', async (t) => {
  const world = engineWorld(t, hookMdFolder('slow', slow));
  const engine = startServe(world);
  engine.send(shellRequest('long'));
  const pid = await pidIn(join(world.project, 'pid.txt'));
  assert.deepEqual(await engine.ask({ id: 2, cancel: 'long' }), { id: 2, cancelled: true });
  assert.equal((await engine.line('long')).error?.code, 'CANCELLED');
  assert.equal(isRunning(pid), false);
  assert.deepEqual(await engine.ask({ id: 3, cancel: 'long' }), { id: 3, cancelled: false });
});

test('an event that is still queued can be cancelled', async (t) => {
  const world = engineWorld(t, hookMdFolder('slow', slow));
  const engine = startServe(world);
  for (let n = 0; n < 65; n++) engine.send(shellRequest(n));
  assert.equal((await engine.ask({ id: 'c', cancel: 64 })).cancelled, true);
  assert.equal((await engine.line(64)).error?.code, 'CANCELLED');
});

test('a duplicate id is refused with an error that has no id, because the first answer is still open', async (t) => {
  const world = engineWorld(t, hookMdFolder('slow', 'sleep 0.3'));
  const engine = startServe(world);
  engine.send(shellRequest(7));
  engine.send(shellRequest(7));
  assert.match((await engine.line()).error?.message ?? '', /the id 7 is in use/);
  assert.equal((await engine.line(7)).verdict?.decision, 'pass');
  assert.equal((await engine.ask(shellRequest('7'))).verdict?.decision, 'pass', 'a string is a different id');
});

test('the timeout of a request applies, and each hook keeps its own onFailure rule', async (t) => {
  const config = 'overrides:\n  slow: { onFailure: closed }\n';
  const world = engineWorld(t, { ...hookMdFolder('slow', 'sleep 60'), '.agents/anyhook.yaml': config });
  const engine = startServe(world);
  // Loads the hooks first, so that the time is that of the hook: on a busy machine loading alone may take it.
  await engine.ask({ id: 0, event: 'session.start' });
  const { verdict } = await engine.ask(shellRequest(1, 'ls', { timeoutMs: 1000 }));
  assert.equal(verdict?.decision, 'deny');
  assert.match(verdict?.reason ?? '', /did not finish within/);
});

test('hooks get the environment of the request, or else that of the process', async (t) => {
  const world = engineWorld(t, hookMdFolder('look', 'echo "$WHO:$PWD" >&2; exit 2'));
  const engine = startServe(world, ['--stdio'], { WHO: 'process' });
  assert.equal((await engine.ask(shellRequest(1))).verdict?.reason, `[look] process:${world.project}`);
  const env = { ...world.env, WHO: 'request' };
  assert.equal((await engine.ask(shellRequest(2, 'ls', { env }))).verdict?.reason, `[look] request:${world.project}`);
  assert.equal((await engine.ask(shellRequest(3))).verdict?.reason, `[look] process:${world.project}`);
});

test('every project uses its own current hooks', async (t) => {
  const world = engineWorld(t, hookMdFolder('outer', denies('outer')));
  for (const name of ['a', 'b']) {
    world.write(`${name}/.git/HEAD`, '');
    for (const [path, text] of Object.entries(hookMdFolder(`inner-${name}`, denies(`of ${name}`))))
      world.write(`${name}/${path}`, text);
  }
  const engine = startServe(world);
  const reason = async (id: number, cwd: string) =>
    (await engine.ask(shellRequest(id, 'ls', { cwd }))).verdict?.reason ?? '';
  const [a, b] = [join(world.project, 'a'), join(world.project, 'b')];
  assert.match(await reason(1, a), /of a/);
  assert.match(await reason(2, b), /of b/);
  for (let n = 0; n < 20; n++) {
    const script = join(a, '.agents/hooks/inner-a/scripts/run.sh');
    writeFileSync(script, `#!/bin/sh\n${denies(`edit ${100 + n}`)}\n`);
    assert.match(await reason(10 + n, a), new RegExp(`edit ${100 + n}`));
  }
  rmSync(a, { recursive: true });
  assert.match(await reason(3, a), /outer/, 'a folder that is gone leaves those above it');
});

test("an event belongs to the session that it names, or else to its stream's session", async (t) => {
  const world = engineWorld(t, hookMdFolder('who', "tr -d '\\n' >> seen.txt; echo >> seen.txt"));
  const engine = startServe(world);
  for (const [id, session] of [[1, 's1'], [2], [3]] as const)
    await engine.ask(shellRequest(id, 'ls', { session: session ?? null }));
  const seen = readFileSync(join(world.project, 'seen.txt'), 'utf8').trim().split('\n');
  const [first, second, third] = seen.map((line) => (JSON.parse(line) as { session_id: string }).session_id);
  assert.equal(first, 's1');
  assert.ok(second !== 's1' && second === third, second);
});

test('SIGTERM cancels open requests and leaves no process behind', async (t) => {
  const world = engineWorld(t, hookMdFolder('slow', slow));
  const engine = startServe(world);
  engine.send(shellRequest(1));
  const pid = await pidIn(join(world.project, 'pid.txt'));
  engine.child.kill('SIGTERM');
  assert.equal(await engine.exited, 0);
  assert.equal((await engine.line(1)).error?.code, 'CANCELLED');
  assert.equal(isRunning(pid), false);
});

test('serve and its hooks end when the reader of its output disconnects', async (t) => {
  const world = engineWorld(t, hookMdFolder('slow', slow, 'matcher:\n  tool: Shell\n  pattern: slow\n'));
  const engine = startServe(world);
  engine.send(shellRequest(1, 'slow'));
  const pid = await pidIn(join(world.project, 'pid.txt'));
  engine.child.stdout?.destroy();
  engine.send(shellRequest(2));
  engine.end();
  await engine.exited;
  assert.equal(isRunning(pid), false);
});

for (const args of [[], ['--stdio', '--socket', '/tmp/x'], ['--stdoi']])
  test(`serve ${args.join(' ')} fails with one clear line and exit code 1`, async (t) => {
    const engine = startServe(engineWorld(t), args);
    assert.equal(await engine.exited, 1);
    assert.match(engine.stderr(), /^anyhook: serve.*\n$/);
  });

const words = /do not run \(1 hook is not trusted\).*anyhook trust.*untrusted: "ignore"/;

test('with untrusted hooks, hello is an error, events before an action are denied, and ignore continues', async (t) => {
  const world = engineWorld(t, hookMdFolder('guard', denies('not that')));
  const engine = startServe(world, ['--stdio'], { ANYHOOK_TRUST: 'ask' });
  const { error } = await engine.ask({ id: 1, hello: {} });
  assert.deepEqual([error?.code, error?.failClosed], ['UNTRUSTED_HOOKS', true], 'an older client blocks');
  assert.match(error?.message ?? '', words);
  const { verdict } = await engine.ask(shellRequest(2));
  assert.equal(verdict?.decision, 'deny');
  assert.match(verdict?.reason ?? '', words);
  const payload = { hook_event_name: 'PreToolUse', session_id: 's', cwd: world.project, tool_name: 'Bash' };
  const { answer } = await engine.ask({ id: 3, host: 'codex', payload });
  assert.match(answer?.stdout ?? '', /"permissionDecision":"deny".*do not run/);
  assert.equal((await engine.ask({ ...shellRequest(4), event: 'tool.after' })).verdict?.decision, 'pass');
  const ignored = await engine.ask(shellRequest(5, 'ls', { untrusted: 'ignore' }));
  assert.deepEqual([ignored.verdict?.decision, ignored.verdict?.context], ['pass', []], 'a note is not for the model');
  assert.match(ignored.verdict?.notes.join() ?? '', /1 project hook is not trusted/);
  assert.equal((await engine.ask({ id: 6, hello: {}, untrusted: 'ignore' })).hello?.protocol, 1);
  const wrong = await engine.ask(shellRequest(7, 'ls', { untrusted: 'allow' }));
  assert.match(wrong.error?.message ?? '', /"untrusted" must be "refuse" or "ignore"/);
  assert.equal((await engine.ask({ id: 8, hello: {}, cwd: world.home })).hello?.protocol, 1, 'another project');
});

test('a new untrusted hook denies from the next event on, until it is removed or trusted', async (t) => {
  const world = engineWorld(t);
  const engine = startServe(world, ['--stdio'], { ANYHOOK_TRUST: 'ask' });
  assert.equal((await engine.ask(shellRequest(1))).verdict?.decision, 'pass');
  for (const [path, text] of Object.entries(hookMdFolder('guard', 'exit 0'))) world.write(path, text);
  assert.match((await engine.ask(shellRequest(2))).verdict?.reason ?? '', words);
  rmSync(join(world.project, '.agents'), { recursive: true });
  assert.equal((await engine.ask(shellRequest(3))).verdict?.decision, 'pass');
});
