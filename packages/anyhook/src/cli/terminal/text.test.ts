import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutLine, oneLine, showControls, tableLines, wrap } from './text.js';

test('control and direction characters are escaped', () => {
  assert.equal(showControls('a\u001b[2Jb\r\nc\td\u202ee\u0000'), 'a\\u001b[2Jb\nc  d\\u202ee\\u0000');
});

test('a text with several lines is joined into one line', () => {
  assert.equal(oneLine(' a\n  b\r\nc '), 'a ⏎ b ⏎ c');
});

test('a line is truncated by characters, not by code units', () => {
  assert.equal(cutLine('😀😀😀', 3), '😀😀😀');
  assert.equal(cutLine('😀😀😀😀', 3), '😀😀…');
});

test('columns are aligned, and color codes do not count toward the width', () => {
  const red = (text: string) => `<${text}>`;
  assert.deepEqual(
    tableLines([
      [{ text: 'a', paint: red }, { text: 'bb' }, { text: 'c' }],
      [{ text: 'aaa' }, { text: 'b' }],
    ]),
    ['<a>    bb  c', 'aaa  b'],
  );
});

test('a narrow table shortens the last column first, then the widest of the others', () => {
  const row = [{ text: 'i'.repeat(40) }, { text: 'event' }, { text: 'm'.repeat(50) }];
  assert.deepEqual(tableLines([row], 100), [`${'i'.repeat(40)}  event  ${'m'.repeat(50)}`]);
  assert.deepEqual(tableLines([row], 80), [`${'i'.repeat(40)}  event  ${'m'.repeat(30)}…`]);
  assert.deepEqual(tableLines([row], 60), [`${'i'.repeat(36)}…  event  ${'m'.repeat(13)}…`]);
});

test('lines are wrapped between words and indented; short lines keep their own indent', () => {
  assert.equal(wrap('one two three four five six', 22, 2), 'one two three four\n  five six');
  assert.equal(wrap('a\n    b', 40, 2), 'a\n      b');
  assert.equal(wrap('x'.repeat(50), 20, 0), 'x'.repeat(50));
  assert.equal(wrap('one two', undefined, 3), 'one two');
});
