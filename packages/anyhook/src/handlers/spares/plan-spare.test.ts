import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SparePlanner } from './plan-spare.js';

const env = { PATH: '/usr/bin:/bin', ROOT: '/project' };
const reasonFor = (file: string, ...args: readonly string[]) =>
  new SparePlanner().prepare({ file, args, cwd: '/', env, stdin: '', timeoutMs: 1_000 });

// No program is started to get these facts.
for (const text of [
  'bash "$ROOT/a.sh"',
  '"$ROOT/hooks/a.sh" x',
  'node -e 1',
  'node --no-warnings a.js',
  'node',
  'jq .',
  'npx tsx a.ts',
  'uv run a.py',
  'bun a.ts',
  'node a.js && true',
])
  test(`${text} needs no spare, by its text alone`, async () => {
    assert.equal(await reasonFor('/bin/sh', '-c', text), 'it is not one simple command of node or python');
  });

test('a program that starts without a shell needs no spare', async () => {
  assert.match(String(await reasonFor('/project/run.sh')), /not one simple command/);
  assert.match(String(await reasonFor('ruby', '/project/run.rb')), /not one simple command/);
});
