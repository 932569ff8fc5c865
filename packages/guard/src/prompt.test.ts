import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSecrets } from '../../anyhook/src/redact/find-secrets.js';
import { promptEffects } from './prompt.js';

const key = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;

test('a prompt with a credential reveals its kind once, but never the credential', () => {
  const effects = promptEffects(`push with ${key} or with ${key}`, findSecrets);
  assert.equal(effects.length, 1);
  assert.equal(effects[0]?.do, 'reveal');
  assert.ok(!JSON.stringify(effects).includes(key));
});

test('a prompt without a credential has no effect, even if it mentions credentials', () => {
  assert.deepEqual(promptEffects('where do we read GITHUB_TOKEN, and is $API_KEY set?', findSecrets), []);
});

test('a credential at the end of a long prompt is found', () => {
  assert.equal(promptEffects(`${'some words '.repeat(80_000)}${key}`, findSecrets).length, 1);
});
