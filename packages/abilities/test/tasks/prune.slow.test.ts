import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { createToolRunner } from '../../../anyhook/src/library.js';
import { openSqlite } from '../../../core/src/platform/sqlite.js';
import { scriptAbilityFiles, type TaskProject, taskProject } from './task-project.js';

/** Makes everything that has ended this many days older. */
async function age(here: TaskProject, days: number): Promise<void> {
  const sql = await openSqlite(join(here.env['XDG_STATE_HOME'] ?? '', 'anyhook', 'runtime.db'), 1_000);
  sql.write('UPDATE tasks SET ended_at = ended_at - ?')(days * 24 * 3_600_000);
  sql.close();
}

const ended = async (here: TaskProject) => {
  await here.task(['direct-run', 'echo']);
  await here.task(['create', 'echo']);
};
const statuses = async (here: TaskProject) => (await here.tasks()).map(({ status }) => status);

test('task prune says how many finished tasks there are, then deletes them', async (t) => {
  const here = taskProject(t, scriptAbilityFiles('echo', 'cat'));
  await ended(here);
  assert.equal((await here.run(['task', 'prune'])).stdout, '0 tasks deleted: finished more than 90 days ago\n');
  await age(here, 91);
  assert.equal(
    (await here.run(['task', 'prune', '--days', '100'])).stdout,
    '0 tasks deleted: finished more than 100 days ago\n',
  );
  const dry = await here.run(['task', 'prune', '--dry-run']);
  assert.deepEqual([dry.code, dry.stdout], [0, '1 task would be deleted: finished more than 90 days ago\n']);
  assert.deepEqual(await statuses(here), ['ready', 'success']);
  assert.deepEqual(await here.json(['task', 'prune', '--json']), { dry_run: false, days: 90, tasks: 1, sessions: 0 });
  assert.deepEqual(await statuses(here), ['ready']);
});

test('--days 0 deletes all ended tasks, and an invalid number is named', async (t) => {
  const here = taskProject(t, scriptAbilityFiles('echo', 'cat'));
  await ended(here);
  const { code, stderr } = await here.run(['task', 'prune', '--days', '7d']);
  assert.equal(code, 1);
  assert.match(stderr, /--days: expected a whole number from 0 to 3650, got "7d"/);
  assert.equal((await here.run(['task', 'prune', '--days', '0'])).stdout, '1 task deleted\n');
});

test('an agent can count old tasks, but not delete them', async (t) => {
  const here = taskProject(t, scriptAbilityFiles('echo', 'cat'));
  await ended(here);
  const env = { CLAUDECODE: '1' };
  const { code, stderr } = await here.run(['task', 'prune', '--days', '0'], { env });
  assert.equal(code, 1);
  assert.match(stderr, /deleting recorded tasks needs a person/);
  assert.equal(
    (await here.run(['task', 'prune', '--days', '0', '--dry-run'], { env })).stdout,
    '1 task would be deleted\n',
  );
  assert.deepEqual(await statuses(here), ['ready', 'success']);
});

test('creating a task deletes old ones, as the user’s config says', async (t) => {
  const here = taskProject(t, scriptAbilityFiles('echo', 'cat'), {
    '.agents/anyhook.yaml': 'taskDays: 1\n',
    '../home/.config/anyhook/config.yaml': 'taskDays: 3\n',
  });
  await ended(here);
  await age(here, 2);
  await here.task(['create', 'echo']);
  assert.deepEqual(await statuses(here), ['ready', 'ready', 'success']);
  await age(here, 2);
  await here.task(['create', 'echo']);
  assert.deepEqual(await statuses(here), ['ready', 'ready', 'ready']);
});

test('prune works from the library, and invalid days are named', async (t) => {
  const here = taskProject(t, scriptAbilityFiles('echo', 'cat'));
  await ended(here);
  const tools = await createToolRunner({ cwd: here.dir, env: here.env, trust: 'project' });
  t.after(() => tools.close());
  for (const days of [-1, Number.NaN, Number.POSITIVE_INFINITY])
    await assert.rejects(tools.prune({ days }), /"days" must be 0 or more/);
  assert.deepEqual(await tools.prune({ days: 0, dryRun: true }), { days: 0, tasks: 1, sessions: 0 });
  assert.deepEqual(await tools.prune(), { days: 90, tasks: 0, sessions: 0 });
});
