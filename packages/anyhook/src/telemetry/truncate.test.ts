import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boundRecord } from './create-telemetry.js';

test('small values are unchanged', () => {
  const value = { a: [1, 'x', true, null, { b: '' }], c: {} };
  assert.deepEqual(boundRecord(value), value);
});

test('a long string is truncated with a mark, whatever precedes it', () => {
  const { a, b, after } = boundRecord({ a: 'x'.repeat(200_000), b: 'y'.repeat(200_000), after: 'z' }) as Record<
    string,
    string
  >;
  assert.equal(a?.length, 200_000);
  assert.ok(b !== undefined && b.length < 70_000 && b.endsWith('…'));
  assert.equal(after, undefined);
});

test('a cycle, a bigint, a function and a million items end up as valid JSON', () => {
  const cycle: Record<string, unknown> = { big: 10n, call: () => 1, none: undefined };
  cycle['self'] = cycle;
  assert.ok(JSON.stringify(boundRecord(cycle)).length < 300 * 1024);
  assert.ok(JSON.stringify(boundRecord(Array.from({ length: 1_000_000 }, () => 1))).length < 600 * 1024);
});

test('a key named __proto__ stays a key', () => {
  const copy = boundRecord(JSON.parse('{"__proto__":{"x":1}}')) as object;
  assert.equal(Object.getPrototypeOf(copy), Object.prototype);
  assert.equal(JSON.stringify(copy), '{"__proto__":{"x":1}}');
});
