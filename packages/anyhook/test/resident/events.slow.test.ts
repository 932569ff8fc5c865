import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { frameKinds } from '../../src/resident/protocol.js';
import { claudeShellCall, dialProtocol, engineWorld, hookMdFolder, until } from './engine-world.js';

const denies = (reason: string) => `echo "${reason}" >&2; exit 2`;

test('an event gets the answer that `anyhook run` would give', async (t) => {
  const world = engineWorld(t, hookMdFolder('guard', denies('not that')));
  await world.up();
  const reply = await dialProtocol(world).ask(world, claudeShellCall(world.project, 'ls'));
  assert.equal(reply?.kind, frameKinds.answer);
  assert.equal(reply.exitCode, 0);
  assert.match(reply.stdout, /"permissionDecision":"deny".*not that/);
});

test('each of a hundred edits of a hook changes the very next verdict', async (t) => {
  const world = engineWorld(t, hookMdFolder('guard', denies('version 0')));
  await world.up();
  const line = dialProtocol(world);
  await line.ask(world, claudeShellCall(world.project, 'ls'));
  for (let n = 1; n <= 100; n++) {
    // Same length each time, so that size says nothing.
    writeFileSync(
      join(world.project, '.agents/hooks/guard/scripts/run.sh'),
      `#!/bin/sh\n${denies(`edit ${1000 + n}`)}\n`,
    );
    const reply = await line.ask(world, claudeShellCall(world.project, 'ls'));
    assert.match(reply?.stdout ?? '', new RegExp(`edit ${1000 + n}`), `edit ${n}`);
  }
});

test('each of a hundred edits of a matcher applies to the next event', async (t) => {
  const world = engineWorld(t, hookMdFolder('guard', denies('no'), 'matcher:\n  tool: Shell\n  pattern: word-000\n'));
  await world.up();
  const line = dialProtocol(world);
  for (let n = 1; n <= 100; n++) {
    const word = `word-${String(n).padStart(3, '0')}`;
    const front = `matcher:\n  tool: Shell\n  pattern: ${word}\n`;
    world.write('.agents/hooks/guard/HOOK.md', hookMdFolder('guard', '', front)['.agents/hooks/guard/HOOK.md'] ?? '');
    const hit = await line.ask(world, claudeShellCall(world.project, `echo ${word}`));
    assert.match(hit?.stdout ?? '', /deny/, word);
    const miss = await line.ask(world, claudeShellCall(world.project, 'echo something else'));
    assert.equal(miss?.stdout, '', word);
  }
});

test('an added or removed hook takes effect at once', async (t) => {
  const world = engineWorld(t, { 'readme.txt': '' });
  await world.up();
  const line = dialProtocol(world);
  assert.equal((await line.ask(world, claudeShellCall(world.project, 'ls')))?.stdout, '');
  for (const [path, text] of Object.entries(hookMdFolder('guard', denies('new')))) world.write(path, text);
  assert.match((await line.ask(world, claudeShellCall(world.project, 'ls')))?.stdout ?? '', /new/);
  rmSync(join(world.project, '.agents'), { recursive: true });
  assert.equal((await line.ask(world, claudeShellCall(world.project, 'ls')))?.stdout, '');
});

test("hooks get the agent's environment, folder and umask, not the engine's", async (t) => {
  const script = 'env > env.txt; pwd > pwd.txt; umask > umask.txt';
  const world = engineWorld(t, hookMdFolder('look', script));
  await world.up();
  const env = { ...world.env, AGENT_SECRET: 'only for this event', EMPTY: '' };
  await dialProtocol(world).ask(world, claudeShellCall(world.project, 'ls'), { env, umask: '027' });
  const read = (name: string) => readFileSync(join(world.project, name), 'utf8');
  assert.match(read('env.txt'), /^AGENT_SECRET=only for this event$/m);
  assert.match(read('env.txt'), /^EMPTY=$/m);
  assert.equal(read('pwd.txt'), `${world.project}\n`);
  assert.equal(read('umask.txt'), '0027\n');
  await dialProtocol(world).ask(world, claudeShellCall(world.project, 'ls'));
  assert.doesNotMatch(read('env.txt'), /AGENT_SECRET/);
  assert.equal(statSync(join(world.project, 'env.txt')).mode & 0o777, 0o640, 'made by the first event');
});

test('concurrent events of many projects run only their own hooks', async (t) => {
  const world = engineWorld(t, hookMdFolder('guard', denies('outer')));
  for (let n = 0; n < 20; n++) {
    world.write(`p${n}/.git/HEAD`, '');
    for (const [path, text] of Object.entries(hookMdFolder(`guard-${n}`, denies(`inner ${n}.`))))
      world.write(`p${n}/${path}`, text);
  }
  await world.up();
  const line = dialProtocol(world);
  const replies = await Promise.all(
    Array.from({ length: 40 }, (_, n) => {
      const cwd = join(world.project, `p${n % 20}`);
      return line.ask(world, claudeShellCall(cwd, 'ls', `session-${n}`), { cwd });
    }),
  );
  replies.forEach((reply, n) => {
    const inner = [...(reply?.stdout ?? '').matchAll(/inner \d+\./g)].map(String);
    assert.deepEqual(inner, [`inner ${n % 20}.`]);
  });
});

test('hooks are ended when their client disconnects', async (t) => {
  const world = engineWorld(t, hookMdFolder('slow', 'echo $$ > pid.txt; sleep 60'));
  await world.up();
  const line = dialProtocol(world);
  void line.ask(world, claudeShellCall(world.project, 'ls'));
  const file = join(world.project, 'pid.txt');
  await until(() => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n'));
  line.socket.destroy();
  const pid = Number(readFileSync(file, 'utf8'));
  await until(() => !isRunning(pid));
  await until(async () => (await world.status())?.open === 0);
});

test('the deadline of a request applies to its hooks', async (t) => {
  const world = engineWorld(t, hookMdFolder('slow', 'sleep 60'));
  await world.up();
  const line = dialProtocol(world);
  // Loads the hooks first, so that the time is that of the hook: on a busy machine loading alone may take it.
  await line.ask(world, { hook_event_name: 'SessionStart', session_id: 's1', cwd: world.project });
  const reply = await line.ask(world, claudeShellCall(world.project, 'ls'), { deadline: '1000' });
  assert.equal(reply?.exitCode, 0);
  assert.match(reply.stdout, /did not finish within/);
});

test('a burst of calls starts a limited number of programs at once, and status shows the waiting ones', async (t) => {
  const script =
    'n=$(ls running 2>/dev/null | wc -l); echo $n >> most.txt; mkdir -p running/$$; sleep 0.3; rmdir running/$$';
  const world = engineWorld(t, hookMdFolder('busy', script));
  await world.up();
  const line = dialProtocol(world);
  const calls = Array.from({ length: 30 }, (_, n) =>
    line.ask(world, claudeShellCall(world.project, 'ls', `s${n % 3}`)),
  );
  let waited = 0;
  const all = Promise.all(calls);
  await until(async () => {
    waited = Math.max(waited, (await world.status())?.programs.waiting ?? 0);
    return waited > 0;
  });
  await all;
  const most = Math.max(...readFileSync(join(world.project, 'most.txt'), 'utf8').split('\n').map(Number));
  const { programs } = (await world.status()) ?? {};
  assert.ok(most < (programs?.most ?? 0), `${most} others were running`);
  assert.deepEqual([programs?.running, programs?.waiting], [0, 0]);
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
