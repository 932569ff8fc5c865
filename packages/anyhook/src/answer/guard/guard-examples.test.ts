import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkGuardFile, shippedGuardFiles } from './guard-examples.js';

test('the examples of all shipped packs get the expected decision, alone and combined with built-in rules', () => {
  const files = shippedGuardFiles();
  assert.ok(files.length > 100);
  assert.deepEqual(
    files.flatMap((file) => checkGuardFile(file, 'managed').problems.map(({ message }) => message)),
    [],
  );
});
