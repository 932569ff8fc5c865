import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boundDetail, shortenTexts } from './truncate.js';

test('small values are unchanged, whatever their keys are named', () => {
  const value = JSON.parse('{"a":[1,null,true,"x"],"__proto__":{"b":"y"},"constructor":1}');
  assert.deepEqual(shortenTexts(boundDetail(value)), { value, cut: false });
  assert.equal(Object.getPrototypeOf(boundDetail(value)), Object.prototype);
});

test('a secret across the cut is redacted before the text is truncated, and no part of it remains', () => {
  const secret = 'S'.repeat(3_000);
  for (const at of [31_000, 32_000, 32_768, 33_000, 36_000]) {
    const text = `${'a'.repeat(at)}${secret}${'b'.repeat(100_000)}`;
    const seen = boundDetail({ text }) as { text: string };
    // The redaction recognizes this secret only if it is complete.
    const { value, cut } = shortenTexts({ text: seen.text.replace(secret, '[redacted]') });
    assert.ok(cut);
    assert.ok(!(value as { text: string }).text.includes('S'), `at ${at}`);
  }
});

test('many strings, deep and wide values are truncated in bounded time', () => {
  const wide = Array.from({ length: 100_000 }, (_, i) => ({ [`key ${i}`]: 'x'.repeat(1_000) }));
  let deep: unknown = 'end';
  for (let i = 0; i < 10_000; i++) deep = [deep];
  assert.ok(JSON.stringify(boundDetail({ wide, deep })).length < 400_000);
  assert.ok(JSON.stringify(boundDetail(deep)).length < 200);
});
