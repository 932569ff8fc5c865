import assert from 'node:assert/strict';
import { test } from 'node:test';
import { harmlessTexts } from '../../test/support/harmless-texts.js';
import { makeSamples, sampleForms, seededRandom } from '../../test/support/secret-samples.js';
import { redactDeep } from './redact-deep.js';
import { redactSecrets } from './redact-secrets.js';

const key = 'a key of this test';
/** Too short for our rule of the same vendor. */
const onlyTheirs = `xoxb-${seededRandom(12).of('0123456789', 4)}-${seededRandom(13).of('abcdefgh', 6)}`;

test('secrets that only secretlint finds are redacted in strings and keys, and comments do not disable it', async () => {
  const text = `/* secretlint-disable */ say ${onlyTheirs}, please`;
  const value = { a: [text], [`key ${onlyTheirs}`]: 1, same: text };
  assert.equal(redactSecrets(value, { key }).found, 0);
  const result = await redactDeep(value, { key });
  assert.equal(result.found, 3);
  assert.deepEqual(result.kinds, ['secretlint']);
  assert.equal(JSON.stringify(result.value).includes(onlyTheirs), false);
  assert.match(JSON.stringify(result.value), /say \[redacted:secretlint:[0-9a-f]{10}\], please/);
});

test('both passes together leave none of the planted secrets', async () => {
  const samples = makeSamples(sampleForms, 77);
  const texts = samples.map(({ before, secret, after }) => before + secret + after);
  const { value, linted, found } = await redactDeep(texts, { key });
  assert.ok(linted);
  assert.ok(found >= samples.length);
  const text = JSON.stringify(value);
  const left = samples.filter(({ secret }) => text.includes(JSON.stringify(secret).slice(1, -1)));
  assert.deepEqual(
    left.map(({ kind }) => kind),
    [],
  );
});

test('values without a secret are unchanged', async () => {
  const value = { texts: harmlessTexts, deep: [{ a: 'prose of some length' }] };
  const result = await redactDeep(value, { key });
  assert.equal(result.value, value);
  assert.deepEqual(result, { value, found: 0, kinds: [], linted: true });
});

test('redacting a second time changes nothing', async () => {
  const texts = makeSamples(sampleForms, 78).map(({ before, secret, after }) => before + secret + after);
  const once = await redactDeep(texts, { key });
  assert.deepEqual((await redactDeep(once.value, { key })).value, once.value);
});

test('many calls leave no performance marks', async () => {
  performance.clearMarks();
  await Promise.all(
    Array.from({ length: 50 }, (_, i) => redactDeep(`a text that is long enough, number ${i}`, { key })),
  );
  assert.deepEqual(performance.getEntriesByType('mark'), []);
});
