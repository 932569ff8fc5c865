import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { anyhookProgram, until } from '../../../anyhook/test/resident/engine-world.js';
import { openSqlite } from '../../../core/src/platform/sqlite.js';
import { openTaskStore, taskDatabasePath } from '../../src/tasks/store/open-task-store.js';
import { runtimeShop } from './runtime-shop.js';
import { ShopProject } from './shop-project.js';

/** Makes all sessions of a state folder this many days older. */
async function age(state: string, days: number): Promise<void> {
  const sql = await openSqlite(taskDatabasePath(state), 1_000);
  sql.write('UPDATE sessions SET updated_at = updated_at - ?')(days * 24 * 3_600_000);
  sql.close();
}

const builds = (folder: string): number => {
  const log = join(folder, 'build.log');
  return existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').length : 0;
};

test('a session unused for a week is closed with its hooks, and a later request gets the reason', async (t) => {
  const shop = new ShopProject(t);
  const session = await shop.runtime(t).session();
  await session.prompt('hello');
  shop.write({ 'services/a.ts': 'x' });
  await age(shop.user.state, 8);
  const closed = {
    code: 'SESSION_ENDED',
    message: /was closed after 7 days without use; POST \/sessions starts another/,
  };
  await assert.rejects(session.prompt('are you there?'), closed);
  await assert.rejects(session.prompt('really?'), closed);
  const summary = await session.stop();
  assert.deepEqual([summary.ended_by, summary.turns, summary.changed_files], ['idle', 1, ['services/a.ts']]);
  assert.equal(builds(shop.dir), 1);
});

test('a session used within the week stays open, and one unused for longer can still be stopped', async (t) => {
  const shop = new ShopProject(t);
  const session = await shop.runtime(t).session();
  for (const turns of [1, 2]) {
    await age(shop.user.state, 6);
    assert.equal((await session.prompt('hello')).turnContext.turn, turns);
  }
  await age(shop.user.state, 8);
  assert.equal((await session.stop()).ended_by, 'stop');
});

test('a refused prompt counts as use of the session', async (t) => {
  const shop = new ShopProject(t);
  const session = await shop.runtime(t).session();
  for (let time = 0; time < 2; time++) {
    await age(shop.user.state, 6);
    assert.equal((await session.prompt('forbidden')).status, 'denied');
  }
});

test('a runtime closes idle sessions of its own project only', async (t) => {
  const shop = new ShopProject(t);
  const first = shop.runtime(t);
  const { id } = await first.session();
  await first.close();
  const store = await openTaskStore(shop.user.state);
  t.after(() => store.close());
  await store.insertSession({ id: 'other', root: '/other', cwd: '/other', caller: { source: 'ai_session' } });
  await age(shop.user.state, 8);
  const next = shop.runtime(t);
  await next.session();
  await next.close();
  assert.deepEqual(
    [id, 'other'].map((one) => store.getSession(one)?.endedAt !== undefined),
    [true, false],
  );
});

test('actions outside a turn count as use of the session', async (t) => {
  const engine = runtimeShop(t);
  await engine.up();
  const id = await engine.session();
  for (let time = 0; time < 2; time++) {
    await age(engine.state, 6);
    assert.equal((await engine.act(id, { action: 'LIST_ABILITIES' })).ok, true);
  }
});

test('over HTTP a session is shown as idle until it is closed, then with who closed it', async (t) => {
  const engine = runtimeShop(t);
  await engine.up();
  const id = await engine.session();
  const at = `/sessions/${id}`;
  await age(engine.state, 8);
  assert.equal((await engine.get(at)).body.status, 'idle');
  const late = await engine.post(`${at}/prompts`, { prompt: 'hello' });
  assert.deepEqual([late.status, late.body.error.code], [409, 'SESSION_ENDED']);
  assert.match(late.body.error.message, /was closed after 7 days without use/);
  const { status, ended_by: by, summary } = (await engine.get(at)).body;
  assert.deepEqual([status, by, summary.ended_by], ['ended', 'idle', 'idle']);
});

test('`anyhook engine status` lists idle sessions, and an engine closes them at its first request', async (t) => {
  const engine = runtimeShop(t);
  const up = await engine.up();
  const id = await engine.session();
  await age(engine.state, 8);
  await engine.session();
  const status = (...args: string[]) => {
    try {
      return execFileSync(process.execPath, [anyhookProgram, 'engine', 'status', ...args], {
        env: engine.env,
        encoding: 'utf8',
      });
    } catch (error) {
      return String((error as { stdout: string }).stdout);
    }
  };
  assert.match(
    status(),
    /^sessions +2 open in the agent runtime, 1 of them unused for 7 days, will be closed, 0 at work$/m,
  );
  const { sessions, idleSessions } = JSON.parse(status('--json'));
  assert.deepEqual([sessions, idleSessions], [2, 1]);
  up.kill('SIGTERM');
  await until(() => up.exitCode !== null);
  assert.match(status(), /^1 session of the agent runtime is open: .*\n1 session .* was unused for 7 days/m);
  await engine.up();
  await engine.get('/sessions');
  await until(async () => (await engine.get(`/sessions/${id}`)).body.status === 'ended');
  assert.match(status(), /^sessions +1 open in the agent runtime, 0 at work$/m);
});
