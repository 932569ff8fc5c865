import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

// A disk that only this test sees requires a mount namespace.
const unshareOptions = ['-rm', '--'];
const isPossible = spawnSync('unshare', [...unshareOptions, 'sh', '-c', 'mount -t tmpfs none /mnt']).status === 0;
const why = 'this system does not allow mounting a small disk';

test('with an audit, a process that cannot record says so in its answer, and the missing record is counted', {
  skip: isPossible ? false : why,
}, () => {
  const inner = fileURLToPath(new URL('full-disk-inner.ts', import.meta.url));
  const { stdout, stderr } = spawnSync('unshare', [...unshareOptions, process.execPath, '--import', 'tsx', inner], {
    encoding: 'utf8',
  });
  const { before, full, audit } = JSON.parse(stdout || assert.fail(stderr));
  const told = /the audit of acme cannot record this action.*whether the disk is full/;
  assert.doesNotMatch(JSON.stringify(before), told);
  for (const { stdout: out, stderr: error, code } of full) {
    assert.match(`${out}${error}`, told);
    assert.doesNotMatch(out, /"permissionDecision"/);
    assert.equal(code, 0);
  }
  assert.deepEqual([audit.lost, audit.records], [2, 1]);
  assert.match(audit.problems.join(), /2 decisions were not recorded for lack of space/);
});
