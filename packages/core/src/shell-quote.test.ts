import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inSingleQuotes, shellWord } from './shell-quote.js';

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

test('a word that needs no quotes gets them where they are asked for', () => assert.equal(inSingleQuotes('a'), "'a'"));
