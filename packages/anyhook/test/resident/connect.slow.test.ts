import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { UntrustedHooksError } from '../../../core/src/untrusted-hooks.js';
import { openProject } from '../../src/answer/engine.js';
import { connectEngine } from '../../src/api/connect-engine.js';
import { writeLock } from '../../src/trust/trust.js';
import { engineWorld, hookMdFolder } from './engine-world.js';

const guard = hookMdFolder('guard', 'grep -q "rm " || exit 0; echo "not that" >&2; exit 2');

test('a connected engine decides like an in-process one, even if it is killed midway', async (t) => {
  const world = engineWorld(t, guard);
  const resident = await world.up();
  const { project: cwd, env } = world;
  const engine = connectEngine({ cwd, env, trust: 'project' });
  t.after(() => engine.close());
  const ask = async (command: string) =>
    (await engine.fire('tool.before', { tool: 'shell', input: { command } })).verdict;
  const before = (await world.status())?.events ?? 0;
  const denied = await ask('rm all');
  assert.deepEqual([denied.decision, denied.reason], ['deny', '[guard] not that']);
  assert.equal((await ask('ls')).decision, 'pass');
  assert.equal((await world.status())?.events, before + 2);
  resident.kill('SIGKILL');
  await once(resident, 'exit');
  const { decision, reason } = await ask('rm all');
  assert.deepEqual([decision, reason], ['deny', denied.reason]);
});

test('with ANYHOOK_ENGINE=off the resident engine is not asked', async (t) => {
  const world = engineWorld(t, guard);
  await world.up();
  const env = { ...world.env, ANYHOOK_ENGINE: 'off' };
  const engine = connectEngine({ cwd: world.project, env, trust: 'project' });
  t.after(() => engine.close());
  const before = (await world.status())?.events;
  const { verdict } = await engine.fire('tool.before', { tool: 'shell', input: { command: 'rm all' } });
  assert.equal(verdict.decision, 'deny');
  assert.equal((await world.status())?.events, before);
});

test('untrusted hooks are refused without asking the resident engine, which is asked once they are trusted', async (t) => {
  const world = engineWorld(t, guard);
  await world.up();
  const { project: cwd, env } = world;
  const engine = connectEngine({ cwd, env, trust: 'lock' });
  t.after(() => engine.close());
  const ask = () => engine.fire('tool.before', { tool: 'shell', input: { command: 'ls' } });
  const before = (await world.status())?.events ?? 0;
  await assert.rejects(ask(), UntrustedHooksError);
  assert.equal((await world.status())?.events, before);
  writeLock((await openProject({ cwd, env, home: world.home })).snapshot);
  assert.equal((await ask()).verdict.decision, 'pass');
  assert.equal((await world.status())?.events, before + 1);
  for (const [path, text] of Object.entries(hookMdFolder('new', 'exit 0'))) world.write(path, text);
  const { verdict } = await ask();
  assert.equal(verdict.decision, 'deny');
  assert.match(verdict.reason ?? '', /1 hook is not trusted/);
  assert.equal((await world.status())?.events, before + 1);
});
