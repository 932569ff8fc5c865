import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

// A private disk for this test needs a namespace.
const apart = ['-rm', '--'];
const isPossible = spawnSync('unshare', [...apart, 'sh', '-c', 'mount -t tmpfs none /mnt']).status === 0;
const why = 'this system does not allow mounting a small disk';

test('on a full disk decisions are kept in memory and reported, and written once there is space', {
  skip: isPossible ? false : why,
}, () => {
  const inner = fileURLToPath(new URL('disk-full-inner.ts', import.meta.url));
  const { stdout, stderr } = spawnSync('unshare', [...apart, process.execPath, '--import', 'tsx', inner], {
    encoding: 'utf8',
  });
  const [full, room] = stdout.split('\n').map((line) => (line === '' ? undefined : JSON.parse(line)));
  assert.match(full?.trouble ?? '', /cannot write to .* \(ENOSPC.*wait in memory/, stderr);
  assert.equal(full?.waiting, 3);
  assert.deepEqual(room, { decisions: 3, waiting: 0 }, stderr);
});
