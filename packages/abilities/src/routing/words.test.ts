import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFillerWord, termKey, textWords } from './words.js';

const key = (text: string) => termKey(textWords(text));

/** The texts of a row must have the same key. */
const alike: readonly (readonly string[])[] = [
  ['test', 'tests', 'testing', 'tested', 'TEST', "test's", 'test’s'],
  ['run', 'runs', 'running'],
  ['plan', 'planned', 'planning', 'plans'],
  ['migrate', 'migrates', 'migrated', 'migrating'],
  ['policy', 'policies'],
  ['copy', 'copied', 'copies'],
  ['box', 'boxes'],
  ['class', 'classes'],
  ['add', 'adds', 'adding', 'added'],
  ['pass', 'passes', 'passing', 'passed'],
  ['bill', 'bills', 'billing', 'billed'],
  ['signup test', 'signup_test', 'signup.test', 'signupTest', 'Signup-Tests'],
  ['straße', 'STRASSE'],
  ['οδός', 'ΟΔΌΣ'],
  ['ﬁle', 'file', 'ｆｉｌｅ'],
  ['café', 'cafe\u0301', 'CAFÉ'],
];
for (const texts of alike) {
  test(`${texts.join(', ')} have the same key`, () => {
    assert.deepEqual([...new Set(texts.map(key))], [key(texts[0] ?? '')]);
  });
}

const apart: readonly (readonly [string, string])[] = [
  ['need', 'ne'],
  ['string', 'str'],
  ['status', 'statu'],
  ['analysis', 'analysi'],
  ['tree', 'tre'],
  ['e2e', 'e'],
];
for (const [one, other] of apart) {
  test(`"${one}" is not cut to "${other}"`, () => assert.notEqual(key(one), other));
}

test('text in a script without spaces is split into characters, so that a word is found in a sentence', () => {
  assert.equal(key('数据库'), '数 据 库');
  assert.ok(key('请备份数据库吧').includes(key('数据库')));
});

test('words keep their order and spelling except for case, up to the requested number', () => {
  assert.deepEqual(
    textWords('Deploys to EU-west').map(({ text }) => text),
    ['deploys', 'to', 'eu', 'west'],
  );
  assert.equal(textWords('a '.repeat(5_000)).length, 2_000);
  assert.deepEqual(textWords(' — !? '), []);
});

test('stop words are recognised; letters of other scripts are not stop words', () => {
  const fillers = (text: string) => textWords(text).filter(isFillerWord).length;
  assert.equal(fillers('please do it for me with a'), 7);
  assert.equal(fillers('deploy 库 ж'), 0);
});
