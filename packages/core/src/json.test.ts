import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isObject, parseJson, parseObject, stableJson } from './json.js';

test('isObject is false for lists, null, strings and functions', () => {
  const values = [{}, Object.create(null), [], null, undefined, 'x', 1, () => {}];
  assert.deepEqual(values.map(isObject), [true, true, false, false, false, false, false, false]);
});

test('parseJson returns undefined for text that is not JSON', () => {
  assert.deepEqual(
    [parseJson('[1]'), parseJson('null'), parseJson('{'), parseJson('')],
    [[1], null, undefined, undefined],
  );
});

test('parseObject returns undefined for anything but a JSON object', () => {
  assert.deepEqual(['{"a":1}', '[1]', 'null', '{', undefined].map(parseObject), [
    { a: 1 },
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('stable JSON ignores the order of keys but keeps the order of items', () => {
  assert.equal(stableJson({ b: [{ d: 1, c: 2 }], a: 1 }), stableJson({ a: 1, b: [{ c: 2, d: 1 }] }));
  assert.notEqual(stableJson([1, 2]), stableJson([2, 1]));
});

test('stable JSON keeps a key named __proto__', () => {
  assert.equal(stableJson(JSON.parse('{"b":1,"__proto__":{"x":1}}')), '{"__proto__":{"x":1},"b":1}');
});
