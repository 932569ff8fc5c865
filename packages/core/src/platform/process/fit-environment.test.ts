import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWindows } from '../../../../anyhook/test/support/systems.js';
import { fitEnvironment, maxValueBytes } from './fit-environment.js';

/** Windows must not look for programs in the working folder. */
const added = isWindows ? { NoDefaultCurrentDirectoryInExePath: '1' } : {};

test('an environment that fits is passed on unchanged', () => {
  assert.deepEqual(fitEnvironment({ A: '1', B: '', C: undefined }), { A: '1', B: '', ...added });
});

test('a value over 100 KiB is left out and marked', () => {
  const exact = 'x'.repeat(maxValueBytes);
  assert.deepEqual(fitEnvironment({ A: exact, B: `${exact}x`, C: 'é'.repeat(maxValueBytes / 2 + 1) }), {
    A: exact,
    B_OMITTED: '1',
    C_OMITTED: '1',
    ...added,
  });
});

test('a value or name that no process accepts is left out', () => {
  assert.deepEqual(fitEnvironment({ A: 'a\0b', 'B=C': 'x', '': 'y', 'D\0': 'z' }), { A_OMITTED: '1', ...added });
  const hostile = JSON.parse('{"__proto__": "x", "A": "1"}') as Record<string, string>;
  assert.deepEqual(fitEnvironment(hostile), { A: '1', ...added });
});

test('arguments count towards the total size', () => {
  const env = Object.fromEntries(Array.from({ length: 7 }, (_, i) => [`V${i}`, 'x'.repeat(10_000)]));
  assert.deepEqual(fitEnvironment(env, ['short']), { ...env, ...added });
  assert.equal(fitEnvironment(env, ['x'.repeat(760_000)])['V0_OMITTED'], '1');
});

test('a total that is too large loses its longest values first', () => {
  const env: Record<string, string> = {
    SHORT: 'kept',
    ...Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`V${i}`, 'x'.repeat(100_000 + i)])),
  };
  const fitted = fitEnvironment(env);
  assert.equal(fitted['SHORT'], 'kept');
  assert.equal(fitted['V8_OMITTED'], '1');
  assert.equal(fitted['V0'], env['V0']);
  assert.ok(Object.entries(fitted).flat().join('').length < 800_000);
});
