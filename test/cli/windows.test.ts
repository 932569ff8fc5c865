import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { hookMdWithScript, testProject } from './harness.js';

const guard = hookMdWithScript('no-rm', 'before_tool', 'exit 2');
const windows = { system: 'win32', columns: 80 };

for (const args of [
  ['init', '--host', 'claude-code', '--yes'],
  ['init', '--dry-run'],
  ['trust', '--yes'],
  ['trust', '--lock'],
]) {
  test(`on Windows "anyhook ${args.join(' ')}" writes nothing, and says what does not work and what to do`, async (t) => {
    const here = testProject(t, guard);
    const { code, stderr, stdout } = await here.run(args, windows);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(
      stderr,
      new RegExp(`"anyhook ${args[0]}" does not work on Windows yet: agents cannot start the entries`),
    );
    assert.match(stderr, /Nothing was written\. Use WSL, and run both anyhook and your agent inside it/);
    assert.equal(existsSync(join(here.env['HOME'] ?? '', '.claude')), false);
    assert.equal(existsSync(join(here.dir, '.agents/anyhook.lock.json')), false);
    assert.equal((await here.run(['list', '--json'])).stdout.includes('"untrusted"'), true);
  });
}

test('on Windows what is trusted can still be shown and withdrawn', async (t) => {
  const here = testProject(t, guard);
  for (const flag of ['--list', '--revoke']) assert.equal((await here.run(['trust', flag], windows)).code, 0);
});

test('on other systems nothing is refused', async (t) => {
  const here = testProject(t, guard);
  for (const system of ['linux', 'darwin'])
    assert.equal((await here.run(['trust', '--yes'], { ...windows, system })).code, 0);
});
