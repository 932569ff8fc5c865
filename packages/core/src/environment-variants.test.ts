import assert from 'node:assert/strict';
import { test } from 'node:test';
import { environmentWith, perEnvironment } from './environment-variants.js';

test('a frozen environment reuses one variant for equal added variables', () => {
  const env = Object.freeze({ A: '1', B: '2' });
  const variant = environmentWith(env, { B: '3' });
  assert.deepEqual(variant, { A: '1', B: '3' });
  assert.equal(environmentWith(env, { B: '3' }), variant);
  assert.deepEqual(environmentWith(env, { B: '4' }), { A: '1', B: '4' });
  assert.deepEqual(environmentWith(env, { B: undefined }), { A: '1', B: undefined });
  assert.deepEqual(environmentWith(env, {}), env);
  assert.deepEqual(environmentWith(Object.freeze({ A: '5' }), { B: '3' }), { A: '5', B: '3' });
});

test('an environment that is not frozen is read again each time', () => {
  const env: Record<string, string> = { A: '1' };
  const count = perEnvironment((one: Readonly<Record<string, string>>) => Object.keys(one).length);
  assert.deepEqual([environmentWith(env, { B: '2' }), count(env)], [{ A: '1', B: '2' }, 1]);
  env['C'] = '3';
  assert.deepEqual([environmentWith(env, { B: '2' }), count(env)], [{ A: '1', C: '3', B: '2' }, 2]);
});

test('a frozen environment keeps a limited number of variants', () => {
  const env = Object.freeze({ A: '1' });
  const first = environmentWith(env, { N: '0' });
  for (let n = 1; n < 100; n++) assert.deepEqual(environmentWith(env, { N: String(n) }), { A: '1', N: String(n) });
  assert.notEqual(environmentWith(env, { N: '0' }), first);
});
