import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diffLines } from './diff.js';

const diffTexts = (before: string, after: string) =>
  diffLines(before, after).map(({ sign, text }) => (sign === '@' ? text : `${sign}${text}`));

test('equal texts have an empty diff', () => {
  assert.deepEqual(diffLines('a\nb\n', 'a\nb\n'), []);
});

test('a new file is shown as added lines', () => {
  assert.deepEqual(diffTexts('', 'a\nb\n'), ['@@ -0,0 +1,2 @@', '+a', '+b']);
});

test('a removed file is shown as removed lines', () => {
  assert.deepEqual(diffTexts('a\n', ''), ['@@ -1 +0,0 @@', '-a']);
});

test('three lines around a change are shown, and distant changes are separate hunks', () => {
  const lines = Array.from({ length: 20 }, (_, i) => `${i}\n`);
  const after = lines.with?.(2, 'x\n') ?? lines.map((line, i) => (i === 2 ? 'x\n' : line));
  assert.deepEqual(diffTexts(lines.join(''), [...after.slice(0, 17), 'new\n', ...after.slice(17)].join('')), [
    '@@ -1,6 +1,6 @@',
    ' 0',
    ' 1',
    '-2',
    '+x',
    ' 3',
    ' 4',
    ' 5',
    '@@ -15,6 +15,7 @@',
    ' 14',
    ' 15',
    ' 16',
    '+new',
    ' 17',
    ' 18',
    ' 19',
  ]);
});

test('a line break added or removed at the end of the file is shown', () => {
  assert.deepEqual(diffTexts('a', 'a\n'), ['@@ -1 +1 @@', '-a', '\\ No newline at end of file', '+a']);
});

test('a changed middle that is too large to compare is replaced as a whole', () => {
  const many = (word: string) => Array.from({ length: 2_500 }, (_, i) => `${word}${i}\n`).join('');
  assert.equal(diffTexts(many('a'), many('b')).length, 5_001);
});
