import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scrubResult, scrubSecrets } from './auth.js';

const secret = 'a"b/c=d\\e';

test('a secret is hidden as is, and as encoded in JSON, URLs and base64', () => {
  const forms = [secret, JSON.stringify({ secret }), `?t=${encodeURIComponent(secret)}`, btoa(secret)];
  for (const form of forms) {
    const clean = scrubSecrets(`before ${form} after`, [secret]);
    assert.match(clean, /\[hidden\]/, form);
    assert.doesNotMatch(clean, /b[/%]|c[=%]|d\\|YSJi/, form);
  }
});

test('a secret that equals a status or code does not hide these fields', () => {
  const ended = { status: 'failure', error: { code: 'EXIT', message: 'EXIT failure' } } as const;
  const clean = scrubResult(ended, ['failure', 'EXIT']);
  assert.deepEqual(clean, { status: 'failure', error: { code: 'EXIT', message: '[hidden] [hidden]' } });
});
