import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FieldTable, fieldProblem, valueKinds, withoutNulls } from './fields.js';

const table = {
  path: { kind: 'folder', description: 'where', required: true },
  names: { kind: 'texts', description: 'who' },
  strict: { kind: 'boolean', description: 'how' },
  env: { kind: 'variables', description: 'with what' },
} as const satisfies FieldTable<keyof typeof valueKinds>;

const rows: readonly (readonly [string, Readonly<Record<string, unknown>>, string | undefined])[] = [
  ['all fields of the right kind', { path: '/a', names: ['x'], strict: false, env: { A: 'b' } }, undefined],
  ['only the required field', { path: '/a' }, undefined],
  ['a missing required field', {}, '"path" must be an absolute path, got nothing'],
  ['a relative path', { path: 'a' }, '"path" must be an absolute path, got "a"'],
  ['a path with a NUL', { path: '/a\0' }, '"path" must be an absolute path, got "/a\\u0000"'],
  ['a list with a number', { path: '/a', names: [1] }, '"names" must be a list of strings, got [1]'],
  ['a string instead of a boolean', { path: '/a', strict: 'yes' }, '"strict" must be true or false, got "yes"'],
  [
    'a variable with = in its name',
    { path: '/a', env: { 'a=b': '' } },
    '"env" must be an object of strings by name, got {"a=b":""}',
  ],
  ['a misspelt field', { path: '/a', strikt: true }, 'there is no field "strikt"; did you mean "strict"?'],
  ['a field name unlike any known one', { colour: 1 }, 'there is no field "colour"; known: path, names, strict, env'],
  [
    'the field name __proto__',
    JSON.parse('{"path":"/a","__proto__":1}'),
    'there is no field "__proto__"; known: path, names, strict, env',
  ],
];
for (const [title, given, expected] of rows) {
  test(`fields are checked by their table: ${title}`, () =>
    assert.equal(fieldProblem(given, table, valueKinds), expected));
}

test('withoutNulls drops fields that are null', () => {
  assert.deepEqual(withoutNulls({ a: null, b: undefined, c: 0 }), { b: undefined, c: 0 });
});
