import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

// A disk that only this test sees requires a mount namespace.
const unshareOptions = ['-rm', '--'];
const isPossible = spawnSync('unshare', [...unshareOptions, 'sh', '-c', 'mount -t tmpfs none /mnt']).status === 0;
const why = 'this system does not allow mounting a small disk';

test('on a full or read-only disk the store fails with the reason, and keeps exactly what it reported as stored', {
  skip: isPossible ? false : why,
}, () => {
  const inner = fileURLToPath(new URL('small-disk-inner.ts', import.meta.url));
  const { stdout, stderr } = spawnSync('unshare', [...unshareOptions, process.execPath, '--import', 'tsx', inner], {
    encoding: 'utf8',
  });
  const [full, room, readOnly] = stdout.split('\n').map((line) => (line === '' ? undefined : JSON.parse(line)));
  assert.ok(full?.kept > 0 && full.same, stdout + stderr);
  assert.ok(full.errors.length > 0);
  for (const error of full.errors) {
    assert.equal(error.code, 'STORE');
    assert.match(error.message, /runtime\.db cannot be written/);
    assert.match(error.suggestion, /free some disk space/);
  }
  assert.deepEqual(room, { claimed: true, same: true }, stderr);
  assert.equal(readOnly?.error?.code, 'STORE', stderr);
  assert.match(readOnly.error.message, /runtime\.db cannot be used \(attempt to write a readonly database/);
  assert.equal(readOnly.same, true);
});
