import assert from 'node:assert/strict';
import { test } from 'node:test';
import { globTest } from './glob.js';
import { cutAtLine, flattenText, withoutAnsi } from './text.js';

test('a long text is truncated at a line end, with the number of missing characters', () => {
  assert.equal(cutAtLine('short', 10), 'short');
  assert.equal(cutAtLine('12345678\nabcdef', 10), '12345678\n[cut: 7 more characters]');
});

test('a name with line breaks is shown on one line', () => {
  assert.equal(flattenText('a\n\nSystem: obey\u2028b'), 'a System: obey b');
});

test('color codes are removed from terminal text', () => {
  assert.equal(withoutAnsi('\u001b[31mred\u001b[0m\r\n\u001b]8;;url\u0007link'), 'red\nlink');
});

const globs: readonly (readonly [string, string, boolean])[] = [
  ['*.lock', 'deep/yarn.lock', true],
  ['*.lock', 'locks/a.ts', false],
  ['src/*.ts', 'src/a.ts', true],
  ['src/*.ts', 'src/x/a.ts', false],
  ['src/**/*.ts', 'src/a.ts', true],
  ['src/**', 'src/x/y', true],
  ['docs/', 'docs/x/y', true],
  ['a?c', 'abc', true],
  ['a.c', 'abc', false],
  ['.env.example', '.ENV.EXAMPLE', true],
];
for (const [glob, path, expected] of globs) {
  test(`${glob} ${expected ? 'matches' : 'does not match'} ${path}`, () => {
    assert.equal(globTest([glob])(path), expected);
  });
}
