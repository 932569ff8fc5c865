import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkCount, checkFields, countParam, flagParam, listParam, type Params } from './args.js';

const counting: Params = { count: { kind: 'count', description: '' } };
const limiting: Params = { limit: { kind: 'count', description: '' } };

const listRows: readonly (readonly [string, unknown, readonly string[]])[] = [
  ['nothing', undefined, []],
  ['a list', ['a', 2], ['a', '2']],
  ['a single string', 'a', ['a']],
  ['a map', { files: ['a'] }, ['a']],
  ['a map without the field', { other: ['a'] }, []],
  ['items that are not strings', [null, {}, 'a'], ['a']],
];
for (const [what, args, expected] of listRows) {
  test(`strings are read from ${what}`, () => assert.deepEqual(listParam(args, 'files'), expected));
}

const countRows: readonly (readonly [unknown, number | undefined])[] = [
  [['5'], 5],
  [[5], 5],
  [7, 7],
  [{ count: 9 }, 9],
  [{ count: '9' }, 9],
  [undefined, undefined],
  [['0'], undefined],
  [['-1'], undefined],
  [['1.5'], undefined],
  [['abc'], undefined],
  [['9'.repeat(30)], undefined],
];
for (const [args, expected] of countRows) {
  test(`the count in ${JSON.stringify(args)} is ${expected}`, () => {
    assert.equal(countParam(args, 'count'), expected);
    const wrong = checkCount(args, counting, 'optional');
    assert.equal(wrong === undefined, expected !== undefined || args === undefined);
  });
}

test('a missing count is an error only if one is required', () => {
  assert.equal(checkCount([], limiting, 'optional'), undefined);
  assert.match(checkCount([], limiting, 'required') ?? '', /\["10"\] or \{limit: 10\}, got none/);
  assert.equal(checkCount({}, limiting, 'required'), '"limit" is missing');
  assert.match(checkCount(['1', '2'], limiting, 'required') ?? '', /expected one positive whole number/);
});

test('a wrong field is an error with the expected type, the value and the nearest name', () => {
  const fields: Params = {
    strict: { kind: 'boolean', description: '' },
    allow: { kind: 'texts', description: '' },
  };
  assert.equal(checkFields({ strict: true, allow: ['a'] }, fields), undefined);
  assert.equal(checkFields({ strict: 'yes' }, fields), '"strict" must be true or false, got "yes"');
  assert.equal(checkFields({ alow: [] }, fields), 'there is no field "alow"; did you mean "allow"?');
  assert.equal(checkFields({ colour: 1 }, fields), 'there is no field "colour"; known: strict, allow');
  assert.equal(checkFields({ colour: 1 }, {}), 'expected no arguments, got {"colour":1}');
  assert.equal(checkFields(['x'], fields), 'expected a map with strict, allow, got ["x"]');
  assert.equal(checkFields(['x'], {}), 'expected no arguments, got ["x"]');
});

test('a parameter wins over the variable', () => {
  assert.equal(flagParam({ fix: false }, 'fix', 'true'), false);
  assert.equal(flagParam(undefined, 'fix', 'TRUE'), true);
  assert.equal(flagParam(undefined, 'fix', 'yes'), false);
});
