import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Action } from '../../src/runtime/actions.js';
import { ShopProject } from './shop-project.js';

const built = (shop: ShopProject): readonly Record<string, unknown>[] =>
  existsSync(shop.path('build.log'))
    ? readFileSync(shop.path('build.log'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : [];

test('a session that changed no matching paths runs no hook at its end', async (t) => {
  const shop = new ShopProject(t, { 'services/pay.ts': 'one' });
  shop.write({ 'services/pay.ts': 'changed before the session' });
  const session = await shop.runtime(t).session();
  shop.write({ 'docs/a.md': 'new' });
  const summary = await session.stop();
  assert.deepEqual([summary.changed_files, summary.hooks, built(shop)], [['docs/a.md'], [], []]);
});

test('a session that changed matching paths runs its hooks once, and a second stop gets the same answer', async (t) => {
  const shop = new ShopProject(t, { 'services/pay.ts': 'one' });
  const session = await shop.runtime(t).session();
  shop.write({ 'services/pay.ts': 'two', 'services/new.ts': 'x' });
  shop.commit();
  const summary = await session.stop();
  assert.deepEqual(summary.changed_files, ['services/new.ts', 'services/pay.ts']);
  assert.deepEqual(
    summary.hooks.map(({ outcome }) => outcome),
    ['ok'],
  );
  assert.deepEqual(await session.stop(), summary);
  const seen = built(shop);
  assert.equal(seen.length, 1);
  assert.deepEqual(seen[0]?.['changed_files'], summary.changed_files);
  assert.ok(!('hook_signals' in summary), 'signals for the AI must not be in the summary');
  await assert.rejects(session.prompt('more'), { code: 'SESSION_ENDED' });
});

test('the end of a session reports what was done to hooks and caller', async (t) => {
  const shop = new ShopProject(t);
  const create = (ability: string): Action => ({
    action: 'CREATE_TASK',
    ability,
    input: ability === 'text.echo' ? { text: 'x' } : {},
  });
  const keys: string[] = [];
  const runtime = shop.runtime(t, {
    planner({ round, results }) {
      for (const answer of results)
        if (answer.ok && answer.action === 'CREATE_TASK') keys.push(String(answer.result['task_key']));
      if (round === 1) return [create('text.echo'), create('shop.fail'), create('shop.count')];
      if (round === 2) return [keys[0], keys[1]].map((key) => ({ action: 'RUN_TASK', task_key: String(key) }));
      return undefined;
    },
  });
  const session = await runtime.session();
  await session.prompt('go');
  shop.write({ 'services/a.ts': 'x' });
  const summary = await session.stop();
  const [echo = '', fail = '', count = ''] = keys;
  const tasks = [
    { task_key: echo, ability_id: 'text.echo', status: 'success' },
    { task_key: fail, ability_id: 'shop.fail', status: 'failure' },
  ] as const;
  assert.deepEqual(summary.tasks_summary, tasks);
  assert.deepEqual(summary.abilities_used, ['text.echo', 'shop.fail']);
  assert.deepEqual([summary.tasks_left, summary.turns], [[count], 1]);
  const [context] = built(shop);
  assert.deepEqual(context, {
    event_type: 'SessionStop',
    session_id: session.id,
    changed_files: ['services/a.ts'],
    abilities_used: ['text.echo', 'shop.fail'],
    tasks_summary: tasks,
    started_at: summary.started_at,
    ended_at: summary.ended_at,
  });
  assert.ok(summary.started_at < summary.ended_at);
});

test('outside a repository the end of a session has no changed files', async (t) => {
  const shop = new ShopProject(t);
  shop.remove('.git');
  shop.env = { ...shop.env, GIT_CEILING_DIRECTORIES: shop.top };
  const session = await shop.runtime(t).session();
  shop.write({ 'services/a.ts': 'x' });
  assert.deepEqual((await session.stop()).changed_files, []);
});
