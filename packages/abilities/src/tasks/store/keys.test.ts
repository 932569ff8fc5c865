import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstTaskNumberAt, taskKeyOf, taskNumberOf } from './rows.js';

const now = Date.UTC(2026, 10, 15, 12);

test('a key is short, has no look-alike characters, and can be parsed', () => {
  const key = taskKeyOf(firstTaskNumberAt(now) + 5);
  assert.match(key, /^t_[0-9a-hjkmnp-tv-z]{10}$/);
  assert.equal(taskNumberOf(key), firstTaskNumberAt(now) + 5);
});

test('keys sort by their times, for decades', () => {
  const times = Array.from({ length: 300 }, (_, i) => now + i ** 4 * 250);
  const keys = times.map((at) => taskKeyOf(firstTaskNumberAt(at)));
  assert.deepEqual([...keys].sort(), keys);
  assert.equal(new Set(keys).size, keys.length);
});

test('a wrong clock still gives exact numbers', () => {
  for (const at of [Number.NaN, -1, 0, 1e300, Number.POSITIVE_INFINITY]) {
    const number = firstTaskNumberAt(at);
    assert.ok(number > 0 && Number.isSafeInteger(number + 1_000_000), `${at}`);
    assert.equal(taskNumberOf(taskKeyOf(number)), number);
  }
});

test('a string that is not a key has no number', () => {
  for (const key of [
    '',
    't_',
    't_123',
    'x_1k8xhx0j00',
    't_1k8xhx0jil',
    't_1k8xhx0j00000',
    "t_1' OR 1=1",
    'T_1K8XHX0J00',
  ])
    assert.equal(taskNumberOf(key), undefined, key);
});
