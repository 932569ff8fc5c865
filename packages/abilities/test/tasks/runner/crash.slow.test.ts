import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createToolRunner, type Task, type ToolRunner } from '../../../../anyhook/src/library.js';
import { isAlive } from '../../../../anyhook/test/support/is-alive.js';
import { openSqlite, type SqlConnection } from '../../../../core/src/platform/sqlite.js';
import { taskDatabasePath } from '../../../src/tasks/store/open-task-store.js';
import { type Files, scriptAbilityFiles, type TaskProject, taskProject } from '../task-project.js';

/** Every tenth fails; each takes a moment, so that some are always running. */
const work = scriptAbilityFiles(
  'work',
  `n=$(sed 's/.*"n":\\([0-9]*\\).*/\\1/'); sleep 0.01; [ $((n % 10)) -ne 0 ] || exit 1; echo "$n"`,
);

function runnerIn({ dir, env }: TaskProject, t: TestContext): { child: ChildProcess; ended: Promise<string> } {
  const child = spawn(process.execPath, [resolve('packages/abilities/test/tasks/runner/run-all.mjs')], {
    cwd: dir,
    env,
  });
  t.after(() => child.kill('SIGKILL'));
  const texts = [child.stdout, child.stderr].map((stream) => stream.setEncoding('utf8').toArray());
  const ended = once(child, 'exit').then(async ([code, signal]) => {
    const [out = '', err = ''] = (await Promise.all(texts)).map((chunks) => chunks.join(''));
    return signal ? String(signal) : `${code} ${out.trim()}${err}`;
  });
  return { child, ended };
}

async function open(here: TaskProject, t: TestContext): Promise<ToolRunner> {
  const tools = await createToolRunner({ cwd: here.dir, env: here.env, trust: 'project' });
  t.after(() => tools.close());
  return tools;
}

async function fill(tools: ToolRunner, ability: string, count: number): Promise<readonly string[]> {
  const keys = await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const created = await tools.create({ ability, input: { n } });
      assert.ok(created.status === 'available');
      return created.task.key;
    }),
  );
  assert.equal(new Set(keys).size, count);
  return keys;
}

const until = async (isTrue: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await isTrue())) await new Promise((done) => setTimeout(done, 5));
};

test('runners that are killed in the middle of 1,000 tasks lose none and run none twice', async (t) => {
  const here = taskProject(t, work);
  const keys = await fill(await open(here, t), 'work', 1_000);
  let kills = 0;
  for (;;) {
    const before = here.runs().length;
    const { child, ended } = runnerIn(here, t);
    // Each a little later than the last, so that they die in different places.
    const more = 20 + 7 * kills;
    let isOver = false;
    void ended.then(() => {
      isOver = true;
    });
    await until(() => isOver || here.runs().length >= before + more);
    if (kills < 15 && child.exitCode === null) {
      child.kill('SIGKILL');
      assert.equal(await ended, 'SIGKILL');
      kills++;
      continue;
    }
    assert.match(await ended, /^0 \d+$/);
    break;
  }
  assert.ok(kills >= 5, `only ${kills} kills`);
  const tasks = await (await open(here, t)).list({ limit: 10_000 });
  assert.deepEqual(tasks.map(({ key }) => key).sort(), [...keys].sort(), 'no task may be lost');
  const runs = here.runs();
  assert.equal(new Set(runs).size, runs.length, 'no task may run twice');
  const started = new Set(runs);
  const of = (status: Task['status']) => tasks.filter((task) => task.status === status);
  assert.equal(of('success').length + of('failure').length + of('interrupted').length, 1_000);
  for (const task of tasks) {
    assert.equal(task.attempts, 1, task.key);
    const failed = (task.input['n'] as number) % 10 === 0;
    if (task.status === 'interrupted') continue;
    assert.ok(started.has(task.key));
    assert.equal(task.status, failed ? 'failure' : 'success');
  }
  // A runner runs eight at once, and was in the middle of some when it died.
  const interrupted = of('interrupted').length;
  assert.ok(interrupted > 0 && interrupted <= 8 * kills, `${interrupted} interrupted in ${kills} kills`);
});

test('four runners on one store never run a task twice', async (t) => {
  const here = taskProject(t, work);
  const keys = await fill(await open(here, t), 'work', 200);
  const ends = await Promise.all(Array.from({ length: 4 }, () => runnerIn(here, t).ended));
  const own = ends.map((text) => Number(/^0 (\d+)$/.exec(text)?.[1] ?? assert.fail(text)));
  assert.equal(
    own.reduce((sum, n) => sum + n, 0),
    200,
  );
  assert.deepEqual([...here.runs()].sort(), [...keys].sort());
});

const lasting = (key: string, idempotent: boolean): Files =>
  scriptAbilityFiles(
    key,
    `cat >/dev/null; echo $$ > ${key}.pid; [ -e go ] && echo 1 || exec sleep 600`,
    `idempotent: ${idempotent}`,
  );

/** Waits until the store knows which processes work for the only task. */
async function untilKept({ env }: TaskProject, t: TestContext): Promise<SqlConnection> {
  const sql = await openSqlite(taskDatabasePath(join(env['XDG_STATE_HOME'] ?? '', 'anyhook')), 1_000);
  t.after(() => sql.close());
  const children = sql.read('SELECT child FROM tasks WHERE child IS NOT NULL');
  await until(() => children().length > 0);
  return sql;
}

test('a program is ended even if its runner was killed before recording it', async (t) => {
  const here = taskProject(t, lasting('long', false));
  const tools = await open(here, t);
  const [key = ''] = await fill(tools, 'long', 1);
  const { child, ended } = runnerIn(here, t);
  const sql = await untilKept(here, t);
  await until(() => (here.lines('long.pid')[0] ?? '') !== '');
  sql.exec('UPDATE tasks SET child = NULL');
  child.kill('SIGKILL');
  await ended;
  assert.equal((await tools.get(key))?.status, 'interrupted');
  const pid = Number(here.lines('long.pid')[0]);
  // Other systems cannot tell which task the program belongs to.
  if (process.platform === 'linux') await until(() => !isAlive(pid));
  else process.kill(-pid, 'SIGKILL');
});

for (const idempotent of [true, false])
  test(`programs of a killed runner are ended; ${idempotent ? 'an idempotent task runs again' : 'any other task is refused'}`, async (t) => {
    const here = taskProject(t, lasting('long', idempotent));
    const tools = await open(here, t);
    const [key = ''] = await fill(tools, 'long', 1);
    const { child, ended } = runnerIn(here, t);
    const isThere = until(() => (here.lines('long.pid')[0] ?? '') !== '');
    await Promise.race([isThere, ended.then((text) => assert.fail(text))]);
    await untilKept(here, t);
    child.kill('SIGKILL');
    await ended;
    const pid = Number(here.lines('long.pid')[0]);
    assert.equal((await tools.get(key))?.status, 'interrupted');
    await until(() => !isAlive(pid));
    here.write({ go: '' });
    const again = await tools.run({ key });
    if (idempotent) {
      assert.ok(again.status === 'success');
      assert.equal(again.task.attempts, 2);
    } else assert.ok(again.status === 'refused' && again.error.code === 'INTERRUPTED');
    assert.equal(here.runs().length, idempotent ? 2 : 1);
  });
