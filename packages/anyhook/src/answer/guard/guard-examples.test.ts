import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkGuardFile, shippedGuardFiles } from './guard-examples.js';

test('the examples of all shipped packs are right, also where a pack counts beside the code of its program', () => {
  const files = shippedGuardFiles();
  assert.ok(files.length > 100);
  assert.deepEqual(
    files.flatMap((file) => checkGuardFile(file, 'managed').problems.map(({ message }) => message)),
    [],
  );
});
