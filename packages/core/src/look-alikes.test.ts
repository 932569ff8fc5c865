import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lookAlikes, lookAlikeText } from './hidden-characters.js';

const marked: readonly (readonly [string, string, string])[] = [
  [
    'a Cyrillic letter in a Latin name',
    '.agents/\u0430nyhook.yaml',
    '"\u0430nyhook" has letters from another alphabet: \u0430 is U+0430',
  ],
  [
    'a Greek letter in a Latin name',
    'scripts/n\u03bfde.sh',
    '"n\u03bfde" has letters from another alphabet: \u03bf is U+03BF',
  ],
  [
    'a word of Cyrillic letters that all look Latin',
    'bin/\u0441\u0440',
    '"\u0441\u0440" has letters from another alphabet: \u0441 is U+0441, \u0440 is U+0440',
  ],
  ['a full-width letter', 'r\uff4d -rf x', '"r\uff4d" has letters from another alphabet: \uff4d is U+FF4D'],
  ['a mathematical letter', '\u{1d41b}ash', '"\u{1d41b}ash" has letters from another alphabet: \u{1d41b} is U+1D41B'],
  [
    'a dotless i in an English name',
    'scr\u0131pts/run.sh',
    '"scr\u0131pts" has letters from another alphabet: \u0131 is U+0131',
  ],
];
for (const [title, text, expected] of marked)
  test(`${title} is marked`, () => assert.deepEqual(lookAlikes(text).map(lookAlikeText), [expected]));

for (const text of [
  '.agents/hooks/guard.sh',
  'проверка/скрипт.sh',
  'bin/café.sh',
  '設計API/検査.sh',
  'δοκιμή/run.sh',
  'größe.sh',
])
  test(`${text} is not marked`, () => assert.deepEqual(lookAlikes(text), []));
