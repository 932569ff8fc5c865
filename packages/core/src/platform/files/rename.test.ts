import assert from 'node:assert/strict';
import test from 'node:test';
import { retryWhileBusy } from './rename.js';

const errorWith = (code: string) => Object.assign(new Error(code), { code });

test('a step that fails because a file is busy is retried', () => {
  let calls = 0;
  const step = () => {
    calls++;
    if (calls < 4) throw errorWith(['EPERM', 'EACCES', 'EBUSY'][calls - 1] ?? '');
    return 'done';
  };
  assert.deepEqual([retryWhileBusy(step), calls], ['done', 4]);
});

test('a step that stays busy throws its error when time is up', () => {
  assert.throws(
    () =>
      retryWhileBusy(() => {
        throw errorWith('EBUSY');
      }, 30),
    { code: 'EBUSY' },
  );
});

test('any other error is thrown at once', () => {
  let calls = 0;
  assert.throws(
    () =>
      retryWhileBusy(() => {
        calls++;
        throw errorWith('ENOENT');
      }),
    { code: 'ENOENT' },
  );
  assert.equal(calls, 1);
});
