import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

// A private disk for this test needs a namespace.
const apart = ['-rm', '--'];
const isPossible = spawnSync('unshare', [...apart, 'sh', '-c', 'mount -t tmpfs none /mnt']).status === 0;
const why = 'this system does not allow mounting a small disk';

test('on a full disk hooks still decide, with and without the engine', { skip: isPossible ? false : why }, () => {
  const inner = fileURLToPath(new URL('disk-full-inner.ts', import.meta.url));
  const { stdout, stderr } = spawnSync('unshare', [...apart, process.execPath, '--import', 'tsx', inner], {
    encoding: 'utf8',
  });
  const [warm, cold] = stdout.split('\n');
  assert.match(warm ?? '', /"permissionDecision":"deny".*not that/, stderr);
  assert.match(cold ?? '', /"permissionDecision":"deny".*not that/, stderr);
});
