import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createDecisionNumbers,
  decisionId,
  decisionNumber,
  decisionNumberAt,
  decisionRange,
  decisionTime,
  oneShotDecisionNumber,
} from './decision-id.js';

const now = Date.UTC(2026, 10, 15, 12, 30, 0, 7);

test('an id is ten characters that sort by time, for many years', () => {
  const years = [2026, 2027, 2030, 2035, 2042].map((year) => decisionId(decisionNumberAt(Date.UTC(year, 5, 1))));
  assert.deepEqual([...years].sort(), years);
  assert.deepEqual([...new Set(years.map((id) => id.length))], [10]);
});

test('an id contains the number and the time that it was made from', () => {
  for (const number of [
    decisionNumberAt(now),
    oneShotDecisionNumber(now, 0.999),
    decisionNumberAt(Date.UTC(2060, 1, 1)),
  ]) {
    assert.equal(decisionNumber(decisionId(number)), number);
  }
  assert.equal(decisionTime(oneShotDecisionNumber(now, 0.5)), now);
});

test('an invalid id has no number', () => {
  for (const text of ['', 'abc', '0000000000000', 'oooooooooo', 'ABCDEFGHJK', '000000000!']) {
    assert.equal(decisionNumber(text), undefined, text);
  }
});

test('an id prefix stands for the range of ids that start with it', () => {
  const number = decisionNumberAt(now, 5);
  const [first, last] = decisionRange(decisionId(number).slice(0, 6)) ?? [0, 0];
  assert.ok(first <= number && number <= last);
  assert.deepEqual(decisionRange(decisionId(number)), [number, number]);
  assert.equal(decisionRange(''), undefined);
  assert.equal(decisionRange('who?'), undefined);
});

test('a process never repeats a number, even with many per millisecond or a clock set back', () => {
  const next = createDecisionNumbers();
  const numbers = [...Array(5_000).keys()].map((i) => next(i === 4_000 ? now - 60_000 : now));
  assert.deepEqual(
    [...new Set(numbers)].sort((a, b) => a - b),
    numbers,
  );
});

test('numbers of the engine and of other processes differ in the same millisecond', () => {
  const next = createDecisionNumbers();
  const engine = [...Array(1_000).keys()].map(() => next(now));
  assert.ok(Math.max(...engine) < oneShotDecisionNumber(now, 0));
});
