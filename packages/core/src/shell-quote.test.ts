import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { showHidden } from './hidden-characters.js';
import { inSingleQuotes, shellWord, visibleShellWord } from './shell-quote.js';

const words: readonly (readonly [string, string])[] = [
  ['a/b-c.txt', 'a/b-c.txt'],
  ['', "''"],
  ['two words', "'two words'"],
  ["it's", String.raw`'it'\''s'`],
  ['$HOME', "'$HOME'"],
  ['a\nb', "'a\nb'"],
];
for (const [word, expected] of words) {
  test(`a shell reads ${expected} as the one word ${JSON.stringify(word)}`, () =>
    assert.equal(shellWord(word), expected));
}

test('inSingleQuotes quotes even a word that needs no quotes', () => assert.equal(inSingleQuotes('a'), "'a'"));

const paths = [
  '/home/me/shop',
  "/tmp/it's here",
  '/tmp/$(touch x)`y`',
  'a\nb\tc',
  "\u202egnp.exe '\\ \u001b[31mred\u001b[201~\r",
  '\u{e0041}tag \u{1f600} é',
];

test('a visible shell word shows every character, and a shell reads it as the original word', () => {
  for (const path of paths) {
    const word = visibleShellWord(path);
    assert.equal(showHidden(word), word);
    assert.ok(!/[\n\t]/.test(word), word);
    const read = execFileSync('bash', ['-c', `printf %s ${word}`], { env: { LC_ALL: 'C.UTF-8' }, encoding: 'utf8' });
    assert.equal(read, path);
  }
});

test('a word without hidden characters is quoted as usual', () => {
  assert.deepEqual(paths.slice(0, 2).map(visibleShellWord), ['/home/me/shop', String.raw`'/tmp/it'\''s here'`]);
});
