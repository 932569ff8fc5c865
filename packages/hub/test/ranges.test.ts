import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countOf, hasSequence, holesIn, type Ranges, withRange } from '../src/ranges.js';

test('ranges join, fill and stay sorted, in whatever order they are added', () => {
  const all: Ranges = [
    [5, 6],
    [1, 2],
    [9, 9],
    [3, 3],
    [8, 12],
    [4, 4],
    [20, 30],
    [18, 40],
  ];
  const joined = all.reduce(withRange, [] as Ranges);
  assert.deepEqual(joined, [
    [1, 6],
    [8, 12],
    [18, 40],
  ]);
  assert.deepEqual(holesIn(joined, 50), [
    [7, 7],
    [13, 17],
    [41, 50],
  ]);
  assert.deepEqual(holesIn(joined, 9), [[7, 7]]);
  assert.deepEqual(holesIn([], 0), []);
  assert.equal(countOf(joined), 6 + 5 + 23);
});

test('random ranges contain exactly the added numbers', () => {
  // A fixed seed, so that a failure can be reproduced.
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed % below;
  };
  for (let round = 0; round < 200; round += 1) {
    const put = new Set<number>();
    let ranges: Ranges = [];
    for (let i = 0; i < 30; i += 1) {
      const from = 1 + random(100);
      const to = from + random(8);
      for (let one = from; one <= to; one += 1) put.add(one);
      ranges = withRange(ranges, [from, to]);
    }
    const numbers = Array.from({ length: 120 }, (_, i) => i + 1);
    assert.deepEqual(
      numbers.filter((one) => hasSequence(ranges, one)),
      numbers.filter((one) => put.has(one)),
    );
    assert.equal(countOf(ranges), put.size);
    assert.ok(
      ranges.every(([from], i) => i === 0 || from > (ranges[i - 1]?.[1] ?? 0) + 1),
      'neither overlap nor touch',
    );
  }
});
