import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createRuntime } from '../../../anyhook/src/library.js';
import { testProject } from '../../../anyhook/test/cli/harness.js';
import { shopFiles } from './shop-project.js';

test('a run that needs a human waits, and goes on when a person approves', async (t) => {
  const here = testProject(t, shopFiles);
  const runtime = createRuntime({
    cwd: here.dir,
    env: here.env,
    trust: 'project',
    planner({ round, results }) {
      if (round === 1) return [{ action: 'CREATE_TASK', ability: 'text.echo', input: { text: 'needs approval' } }];
      const [created] = results;
      if (round !== 2 || !created?.ok) return undefined;
      return [{ action: 'RUN_TASK', task_key: String(created.result['task_key']), wait_ms: 60_000 }];
    },
  });
  t.after(() => runtime.close());
  const turn = (await runtime.session()).prompt('go');
  const open = async () => here.json<{ id: string; state: string }[]>(['approve', '--list', '--json']);
  let asked = await open();
  while (asked.length === 0) {
    await wait(20);
    asked = await open();
  }
  const person = { columns: 100, stdin: 'y\n' };
  const { code, stdout, stderr } = await here.run(['approve', String(asked[0]?.id)], person);
  assert.equal(code, 0, stdout + stderr);
  const { status, results } = await turn;
  const ran = results.at(-1);
  assert.equal(status, 'done');
  assert.ok(ran?.ok, JSON.stringify(ran));
  assert.deepEqual([ran.action, ran.result['output']], ['RUN_TASK', { text: 'needs approval' }]);
});
