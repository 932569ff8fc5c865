import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { hookMdWithScript, testProject } from './harness.js';

const guard = hookMdWithScript('no-rm', 'before_tool', 'exit 2');
const windows = { system: 'win32', columns: 80 };

test('on Windows a project can be trusted, and its lock file written', async (t) => {
  const here = testProject(t, guard);
  for (const option of ['--lock', '--yes', '--list', '--revoke'])
    assert.equal((await here.run(['trust', option], windows)).code, 0, option);
  assert.equal(existsSync(join(here.dir, '.agents/anyhook.lock.json')), true);
});
