import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readFrom, readTimer, setTimer, takeLock } from './spool.js';

function folder(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), 'anyhook-spool-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

test('a timer keeps its time and its mark, and is over where there is none', (t) => {
  const path = join(folder(t), 'deep', 'rest');
  assert.deepEqual(readTimer(path), { until: 0, marked: false });
  setTimer(path, 5_000);
  assert.deepEqual(readTimer(path), { until: 5_000, marked: false });
  setTimer(path, 6_000, true);
  setTimer(path, 7_000);
  assert.deepEqual(readTimer(path), { until: 7_000, marked: true });
  setTimer(path, 8_000, false);
  assert.deepEqual(readTimer(path), { until: 8_000, marked: false });
});

test('one of two gets the lock; the other when it is released', (t) => {
  const path = join(folder(t), 'lock');
  const first = takeLock(path, 60_000);
  assert.ok(first);
  assert.equal(takeLock(path, 60_000), undefined);
  assert.equal(first.beat(), true);
  first.release();
  assert.ok(takeLock(path, 60_000));
});

test('there is no lock where there is no folder', (t) => {
  const dir = join(folder(t), 'gone');
  assert.equal(takeLock(join(dir, 'lock'), 60_000), undefined);
  assert.equal(existsSync(dir), false);
});

test('a lock that nobody touched for long is taken over, and its old owner notices', (t) => {
  const path = join(folder(t), 'lock');
  const dead = takeLock(path, 60_000);
  utimesSync(path, 1, 1);
  const next = takeLock(path, 60_000);
  assert.ok(dead && next);
  assert.equal(dead.beat(), false);
  dead.release();
  assert.equal(next.beat(), true);
});

test('reads from a position, up to the limit or the end', (t) => {
  const path = join(folder(t), 'x');
  writeFileSync(path, '0123456789');
  assert.equal(readFrom(path, 3, 4).toString(), '3456');
  assert.equal(readFrom(path, 8, 100).toString(), '89');
  assert.equal(readFrom(path, 20, 10).length, 0);
  assert.equal(readFrom(`${path}y`, 0, 10).length, 0);
});
