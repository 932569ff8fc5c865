import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeSamples, sampleForms } from '../../../anyhook/test/support/secret-samples.js';
import { createSummarizer } from './task-events.js';

const summarize = createSummarizer(() => 'a key of this test');

const rows: readonly (readonly [unknown, string])[] = [
  [{ path: 'a.ts', n: 1, list: [1, 2], deep: { a: 'x', b: 'y' } }, 'path=a.ts n=1 list=[2 items] deep={a, b}'],
  ['two\n  lines', 'two lines'],
  [[1, 'two'], '[1,"two"]'],
  [[{ a: 1 }, 'x'], '["…","x"]'],
  [null, 'null'],
  [7, '7'],
  [{}, ''],
];

for (const [value, expected] of rows)
  test(`the summary of ${JSON.stringify(value)} is ${expected}`, () => assert.equal(summarize(value), expected));

test('the summary of a huge value is short', () => {
  const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`key-${i}`, 'v']));
  for (const value of ['x'.repeat(50_000_000), { text: 'y'.repeat(50_000_000) }, many, { many }])
    assert.ok(summarize(value).length <= 501);
});

test('no planted secret is in a summary, whether in a key, string, field or list', () => {
  for (const { before, secret, after } of makeSamples(sampleForms, 5)) {
    const text = before + secret + after;
    for (const value of [text, { text }, { [text]: 1 }, [text]]) assert.ok(!summarize(value).includes(secret), secret);
  }
});

test('a secret is recognised by the name of its field', () => {
  assert.match(summarize({ user: 'ada', password: 'hunter2-and-more' }), /^user=ada password=\[redacted:/);
});
