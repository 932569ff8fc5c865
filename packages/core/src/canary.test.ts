import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canaryLine, canaryNonce, canarySession, canaryVariable, readCanary } from './canary.js';

const canaryResult = { version: '1.2.3+abc', hooks: 7 };

test('a canary is recognised only where the variable and the session ID agree', () => {
  const event = { sessionId: canarySession('n1') };
  assert.equal(canaryNonce(event, { [canaryVariable]: 'n1' }), 'n1');
  assert.equal(canaryNonce(event, { [canaryVariable]: 'n2' }), undefined);
  assert.equal(canaryNonce(event, {}), undefined);
  assert.equal(canaryNonce({ sessionId: 'real' }, { [canaryVariable]: 'n1' }), undefined);
  assert.equal(canaryNonce({ sessionId: canarySession('') }, { [canaryVariable]: '' }), undefined);
});

test('a canary result is read from any answer text, but only with the matching nonce', () => {
  const answer = JSON.stringify({ reason: canaryLine('n1', canaryResult) });
  assert.deepEqual(readCanary(answer, 'n1'), canaryResult);
  assert.equal(readCanary(answer, 'n2'), undefined);
  assert.equal(readCanary('', 'n1'), undefined);
});
