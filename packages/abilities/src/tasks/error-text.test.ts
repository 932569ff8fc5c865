import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violationsNotInMessage, violationText } from './task.js';

test('a violation names its path, if it has one', () => {
  assert.deepEqual(
    [
      { path: '/n', message: 'expected a number' },
      { path: '', message: 'expected an object' },
    ].map(violationText),
    ['/n: expected a number', 'expected an object'],
  );
});

test('only violations that the message does not contain are listed', () => {
  const violations = ['a', 'b', 'c'].map((name) => ({ path: `/${name}`, message: 'expected a string' }));
  const error = {
    code: 'BAD_INPUT',
    message: 'no fit: /a: expected a string; /c: expected a string',
    violations,
  } as const;
  assert.deepEqual(violationsNotInMessage(error), ['/b: expected a string']);
  assert.deepEqual(violationsNotInMessage({ code: 'EXIT', message: 'exit 1' }), []);
});
