import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLimiter } from '../../../core/src/platform/limiter.js';
import { openToolRunner } from '../../src/tasks/tool-runner.js';
import { hookFiles, scriptAbilityFiles, taskProject } from './task-project.js';

test('with a limit of one, a burst of tasks starts its hook programs one after the other', async (t) => {
  const alone = 'mkdir inside || echo x >> crowded; echo x >> asked; rmdir inside';
  const here = taskProject(t, scriptAbilityFiles('echo', 'cat'), hookFiles('guard', 'PreAbilityCreate', alone));
  const limiter = createLimiter({ maxRunning: 1, slowMs: 600_000 });
  const { runner } = await openToolRunner({
    world: { cwd: here.dir, env: here.env, home: here.env['HOME'] ?? '' },
    trust: 'project',
    inTurn: limiter.run,
  });
  t.after(() => runner.close());
  const burst = Array.from({ length: 12 }, () => runner.create({ ability: 'echo' }));
  const created = await Promise.all(burst);
  assert.deepEqual([...new Set(created.map(({ status }) => status))], ['available']);
  assert.deepEqual([here.lines('asked').length, here.lines('crowded').length], [12, 0]);
  assert.deepEqual(limiter.load(), { running: 0, waiting: 0 });
});
