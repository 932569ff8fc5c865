import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readBytesFrom, readTimerFile, setTimerFile } from './spool.js';

function folder(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), 'anyhook-spool-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

test('a timer file keeps its time and its full mark; a missing one is expired', (t) => {
  const path = join(folder(t), 'deep', 'rest');
  assert.deepEqual(readTimerFile(path), { until: 0, isFull: false });
  setTimerFile(path, 5_000);
  assert.deepEqual(readTimerFile(path), { until: 5_000, isFull: false });
  setTimerFile(path, 6_000, true);
  setTimerFile(path, 7_000);
  assert.deepEqual(readTimerFile(path), { until: 7_000, isFull: true });
  setTimerFile(path, 8_000, false);
  assert.deepEqual(readTimerFile(path), { until: 8_000, isFull: false });
});

test('readBytesFrom reads from a position up to the limit or the end', (t) => {
  const path = join(folder(t), 'x');
  writeFileSync(path, '0123456789');
  assert.equal(readBytesFrom(path, 3, 4).toString(), '3456');
  assert.equal(readBytesFrom(path, 8, 100).toString(), '89');
  assert.equal(readBytesFrom(path, 20, 10).length, 0);
  assert.equal(readBytesFrom(`${path}y`, 0, 10).length, 0);
});
