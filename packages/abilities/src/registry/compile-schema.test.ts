import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonSchema } from './ability.js';
import { type CompiledSchema, compileSchema, maxViolations } from './compile-schema.js';

const draft07 = 'http://json-schema.org/draft-07/schema#';

async function violations(schema: JsonSchema, value: unknown): Promise<readonly string[]> {
  const compiled = await compileSchema(schema);
  assert.ok(compiled.ok, JSON.stringify(compiled));
  return compiled.check(value).map(({ path, message }) => `${path}: ${message}`);
}

const why = (compiled: CompiledSchema): string => (compiled.ok ? '' : compiled.why);

const cases: readonly (readonly [what: string, schema: JsonSchema, value: unknown, told: readonly string[]])[] = [
  ['a matching value', { type: 'object', required: ['a'] }, { a: 1 }, []],
  ['a wrong type', on('count', { type: 'integer' }), { count: 'three' }, ['/count: expected an integer, got "three"']],
  ['two types', { type: ['string', 'null'] }, 1, [': expected a string or null, got 1']],
  [
    'a choice of types',
    { anyOf: [{ type: 'string' }, { type: 'integer' }] },
    true,
    [': expected a string or an integer, got true'],
  ],
  ['a missing field', { required: ['name'] }, {}, [': the field "name" is missing']],
  ['a missing field that every object inherits', { required: ['toString'] }, {}, [': the field "toString" is missing']],
  [
    'a misspelt field',
    { properties: { name: {} }, additionalProperties: false },
    { nmae: 1 },
    ['/nmae: unknown field; did you mean "name"?'],
  ],
  [
    'an unknown field',
    { properties: { name: {} }, additionalProperties: false },
    { 'a/b': 1 },
    ['/a~1b: unknown field; known fields: "name"'],
  ],
  ['an unevaluated field', { unevaluatedProperties: false }, { x: 1 }, ['/x: unknown field; known fields: "none"']],
  [
    'a misspelt enum value',
    { enum: ['red', 'green'] },
    'gren',
    [': expected one of "red", "green", got "gren"; did you mean "green"?'],
  ],
  ['a constant', { const: 1 }, 2, [': expected 1, got 2']],
  ['a bound', { minimum: 1 }, 0, [': expected at least 1, got 0']],
  ['a length', { maxLength: 2 }, 'abc', [': expected at most 2 characters, got 3']],
  ['a list that is too short', { minItems: 1 }, [], [': expected at least 1 items, got 0']],
  ['equal items', { uniqueItems: true }, [1, 2, 1], [': items 0 and 2 are equal, expected each once']],
  ['a pattern', { pattern: '^a+$' }, 'b', [': expected a string that matches "^a+$", got "b"']],
  ['a format', { format: 'email' }, 'x', [': expected the format "email", got "x"']],
  ['an excluded value', { not: { const: 1 } }, 1, [': 1 is excluded by the schema']],
  [
    'two matching alternatives',
    { oneOf: [{ minimum: 0 }, { maximum: 9 }] },
    5,
    [': expected exactly one alternative of the schema, but more than one matches 5'],
  ],
  ['a conditional schema', { if: { required: ['a'] }, else: { required: ['b'] } }, {}, [': the field "b" is missing']],
  [
    'a local reference',
    { $defs: { n: { type: 'number' } }, items: { $ref: '#/$defs/n' } },
    ['x'],
    ['/0: expected a number, got "x"'],
  ],
  [
    'a reference to the whole schema',
    on('child', { $ref: '#' }),
    { child: { child: 1 } },
    ['/child/child: expected an object, got 1'],
  ],
  ['a tuple of the newest draft', { prefixItems: [{ type: 'null' }] }, [1], ['/0: expected null, got 1']],
  ['a tuple of draft 07', { $schema: draft07, items: [{ type: 'null' }] }, [1], ['/0: expected null, got 1']],
  ['unknown keywords', { 'x-mine': 1, format: 'mine' }, 'x', []],
  [
    'a field named __proto__',
    on('a', { type: 'object', additionalProperties: false }),
    JSON.parse('{"a":{"__proto__":1}}'),
    ['/a/__proto__: unknown field; known fields: "none"'],
  ],
];

for (const [what, schema, value, told] of cases) {
  test(`${what}: ${told[0] ?? 'valid'}`, async () => {
    assert.deepEqual(await violations(schema, value), told);
  });
}

test('violations are listed up to a limit, followed by the number of further errors', async () => {
  const wrong = Array.from({ length: 1_000 }, () => 'x');
  const told = await violations({ items: { type: 'integer' } }, wrong);
  assert.equal(told.length, maxViolations);
  assert.equal(told[1], '/1: expected an integer, got "x"');
  assert.equal(told.at(-1), `: ${1_000 - maxViolations + 1} more errors`);
});

const unusable: readonly (readonly [what: string, schema: JsonSchema, why: RegExp])[] = [
  ['an unknown type', { type: 'strin' }, /not a JSON Schema \(draft 2020-12\): schema\/type/],
  [
    'an unknown draft',
    { $schema: 'http://json-schema.org/draft-04/schema#' },
    /"\$schema": expected .*2020-12.* or .*draft-07/,
  ],
  [
    'a reference to a URL',
    { $ref: 'https://example.com/a.json' },
    /"https:\/\/example\.com\/a\.json" is not in the schema/,
  ],
  ['a reference to a missing definition', { $ref: '#/$defs/none' }, /"\$ref": .*none.* is not in the schema/],
  ['an invalid pattern', { pattern: '(' }, /"\(" is not a regular expression|not a JSON Schema/],
  ['a pattern over the length limit', { pattern: 'a'.repeat(20_000) }, /20000 characters long/],
  ['an asynchronous check', { $async: true }, /"\$async" is not supported/],
];

for (const [what, schema, said] of unusable) {
  test(`${what} makes a schema unusable, with the reason`, async () => {
    assert.match(why(await compileSchema(schema)), said);
  });
}

test('a pattern that makes backtracking engines hang is checked at once', async () => {
  assert.equal((await violations({ pattern: '^(a+)+$' }, `${'a'.repeat(50_000)}!`)).length, 1);
});

test('a pattern with look-around works, and is given up where it would hang', async () => {
  assert.deepEqual(await violations({ pattern: '^(?=.*\\d).{3,}$' }, 'ab1'), []);
  const told = await violations({ pattern: '^(?=(a+)+$)' }, `${'a'.repeat(100)}!`);
  assert.deepEqual(told, [': could not be checked: it takes longer than 2000 ms']);
});

test('a schema whose definitions double at each step is given up', async () => {
  const $defs: Record<string, unknown> = { d0: { type: 'string' } };
  for (let i = 1; i <= 60; i++)
    $defs[`d${i}`] = { allOf: [{ $ref: `#/$defs/d${i - 1}` }, { $ref: `#/$defs/d${i - 1}` }] };
  assert.match((await violations({ $defs, $ref: '#/$defs/d60' }, 'x')).join(), /could not be checked/);
});

test('a schema that only refers to itself is given up', async () => {
  const loop = { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' };
  for (const schema of [{ $ref: '#' }, { allOf: [{ $ref: '#' }] }, loop]) {
    const compiled = await compileSchema(schema);
    const told = compiled.ok ? (compiled.check(1)[0]?.message ?? '') : compiled.why;
    assert.match(told, /it refers to itself without end|is not in the schema/);
  }
});

test('a schema is compiled once, and two schemas may share an id', async () => {
  const schema = { $id: 'same', type: 'string' };
  assert.equal(await compileSchema(schema), await compileSchema(schema));
  assert.deepEqual(await violations({ $id: 'same', type: 'null' }, null), []);
});

function on(field: string, schema: JsonSchema): JsonSchema {
  return { type: 'object', properties: { [field]: schema } };
}
