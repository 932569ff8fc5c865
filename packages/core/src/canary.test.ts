import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canaryLine, canaryNonce, canarySession, canaryVariable, readCanary } from './canary.js';

const news = { version: '1.2.3+abc', hooks: 7 };

test('a canary is one only where variable and session agree', () => {
  const event = { sessionId: canarySession('n1') };
  assert.equal(canaryNonce(event, { [canaryVariable]: 'n1' }), 'n1');
  assert.equal(canaryNonce(event, { [canaryVariable]: 'n2' }), undefined);
  assert.equal(canaryNonce(event, {}), undefined);
  assert.equal(canaryNonce({ sessionId: 'real' }, { [canaryVariable]: 'n1' }), undefined);
  assert.equal(canaryNonce({ sessionId: canarySession('') }, { [canaryVariable]: '' }), undefined);
});

test('what a canary brings back is read out of any answer, and only by its own nonce', () => {
  const answer = JSON.stringify({ reason: canaryLine('n1', news) });
  assert.deepEqual(readCanary(answer, 'n1'), news);
  assert.equal(readCanary(answer, 'n2'), undefined);
  assert.equal(readCanary('', 'n1'), undefined);
});
