import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import type { Run } from '../../../flow/src/contract.js';

const require = createRequire(import.meta.url);
const names = ['config-protection', 'quality-gate', 'stop-goal-fit', 'workflow-steering'];

for (const name of names) {
  test(`require('anyhook/policies/${name}.js') exports run and nothing else`, async () => {
    const exported = require(`anyhook/policies/${name}.js`) as { run: Run };
    assert.deepEqual(Object.keys(exported), ['run']);
    assert.equal(require(`anyhook/policies/${name}`), exported);
    assert.equal(exported.run('{}', { truncated: false, maxStdin: 1024 * 1024 }), '{}');
    const imported = (await import(`anyhook/policies/${name}.js`)) as { run: Run };
    assert.equal(imported.run, exported.run);
  });
}

test('a block by config-protection is returned as exit code and reason', () => {
  const { run } = require('anyhook/policies/config-protection.js') as { run: Run };
  const output = run(JSON.stringify({ tool_name: 'write', tool_input: { path: '/repo/.eslintrc.json' } }));
  assert.ok(typeof output === 'object');
  assert.deepEqual([output.exitCode, output.stdout], [2, undefined]);
  assert.match(output.stderr ?? '', /^BLOCKED: \/repo\/\.eslintrc\.json/);
});

test('the package and its exports pass publint', () => {
  const { status, stdout, stderr } = spawnSync('npx', ['--no-install', 'publint', '--strict', 'packages/anyhook'], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, stdout + stderr);
});
