import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import {
  checkSchema,
  maxFileBytes,
  type ParsedFile,
  type ParseResult,
  parseJson,
  parseYaml,
  refuseList,
  strict,
} from './parse.js';

const docOf = (parsed: ParseResult): ParsedFile => {
  assert.ok('doc' in parsed, JSON.stringify(parsed.problems));
  return parsed.doc;
};
const yaml = (text: string, firstLine?: number) => parseYaml(text, 'f.yaml', firstLine);
const json = (text: string) => parseJson(text, 'f.json');

const schema = strict({
  name: v.string(),
  mode: v.optional(v.picklist(['enforce', 'shadow'])),
  timeout: v.optional(v.pipe(v.number(), v.maxValue(9, 'expected at most 9'))),
  globs: v.optional(v.union([v.string(), v.array(v.string())])),
  deep: v.optional(v.array(strict({ key: v.union([v.string(), strict({ inner: v.number() })]) }))),
  shape: v.optional(v.variant('type', [strict({ type: v.literal('one') }), strict({ type: v.literal('two') })])),
});

/** The only problem of a text that parses but does not match the schema. */
const complaint = (text: string) => {
  const { output, problems } = checkSchema(schema, docOf(yaml(text)));
  assert.equal(output, undefined);
  assert.equal(problems.length, 1, JSON.stringify(problems));
  return problems[0];
};

test('a YAML path is found on the line of its key or item', () => {
  const doc = docOf(yaml('a: 1\n\n# note\nb:\n  - x\n  - c: 2\n    d: [3, 4]\n'));
  assert.deepEqual(doc.value, { a: 1, b: ['x', { c: 2, d: [3, 4] }] });
  const lineAt = (...path: (string | number)[]) => doc.lineOf(path);
  assert.deepEqual(
    [lineAt('a'), lineAt('b'), lineAt('b', 0), lineAt('b', 1), lineAt('b', 1, 'd'), lineAt('b', 1, 'd', 1)],
    [1, 4, 5, 6, 7, 7],
  );
  assert.deepEqual(
    [lineAt(), lineAt('zz'), lineAt('b', 1, 'zz'), lineAt('b', 99), lineAt('a', 'zz', 'zz'), lineAt('b', 'length')],
    [1, 1, 6, 4, 1, 4],
  );
});

test("YAML inside another file keeps that file's line numbers", () => {
  assert.equal(docOf(yaml('a: 1\r\nb: 2\r\n', 2)).lineOf(['b']), 3);
  assert.deepEqual(
    yaml('a: [', 2).problems.map(({ line }) => line),
    [2],
  );
});

test('a JSON path is found on the line of its key or item, even with comments and trailing commas', () => {
  const doc = docOf(json('\uFEFF{\n  // one\n  "a": 1, /* two\n */ "b": [\n    {"c": 2},\n  ],\n}\n'));
  assert.deepEqual(doc.value, { a: 1, b: [{ c: 2 }] });
  const lineAt = (...path: (string | number)[]) => doc.lineOf(path);
  assert.deepEqual([lineAt('a'), lineAt('b'), lineAt('b', 0, 'c'), lineAt('b', 7), lineAt('zz')], [3, 4, 5, 4, 1]);
});

for (const [title, text, line, message] of [
  ['a comment alone', '// x\n', 2, 'value expected'],
  ['truncated JSON', '{\n  "a": 1,\n  "b": ', 3, 'value expected'],
  ['a missing comma', '{"a": 1\n "b": 2}', 2, 'comma expected'],
  ['text after the value', '{}\n{}', 2, 'end of file expected'],
  ['single quotes', "{'a': 1}", 1, 'invalid symbol'],
] as const) {
  test(`JSON with ${title} is a problem on its line`, () => {
    assert.deepEqual(json(text).problems, [
      { source: 'f.json', line, severity: 'error', message: `not valid JSON: ${message}` },
    ]);
  });
}

for (const [title, text, line, message] of [
  ['a tab as indent', 'a:\n\t- b', 2, /not valid YAML/],
  ['a repeated key', 'a: 1\nb: 2\na: 3', 3, /the key "a" is repeated/],
  ['a repeated key deep inside', 'a:\n  - b: 1\n    b: 2', 3, /the key "b" is repeated/],
  ['a second document', 'a: 1\n---\nb: 1', 2, /expected one document/],
  ['an alias without an anchor', 'a: 1\nb: *c', 2, /not valid YAML|not usable YAML/],
  ['a value that contains itself', 'a: &a [*a]', 1, /an alias is inside the value that it names/],
] as const) {
  test(`YAML with ${title} is a problem on its line`, () => {
    const [first, ...others] = yaml(text).problems;
    assert.deepEqual(others, []);
    assert.equal(first?.severity, 'error');
    assert.match(first?.message ?? '', message);
    if (!title.startsWith('an alias')) assert.equal(first?.line, line);
  });
}

test('an unknown YAML escape is kept in double quotes, with a warning', () => {
  const parsed = yaml('a: 1\npattern: "\\.(py|js)$"');
  assert.deepEqual(docOf(parsed).value, { a: 1, pattern: '\\.(py|js)$' });
  assert.deepEqual(
    parsed.problems.map(({ line, severity }) => ({ line, severity })),
    [{ line: 2, severity: 'warning' }],
  );
});

test('a YAML bomb is a problem', () => {
  let text = 'a0: &a0 [x, x, x, x, x, x, x, x, x]\n';
  for (let i = 1; i < 30; i++)
    text += `a${i}: &a${i} [${Array(9)
      .fill(`*a${i - 1}`)
      .join(', ')}]\n`;
  assert.deepEqual(yaml(text).problems, [
    { source: 'f.yaml', line: 1, severity: 'error', message: 'not usable YAML: its aliases unfold to too many values' },
  ]);
});

for (const [title, parsed] of [
  ['flow YAML', () => yaml(`a: ${'['.repeat(200_000)}`)],
  ['closed flow YAML', () => yaml(`a: ${'['.repeat(100_000)}${']'.repeat(100_000)}`)],
  ['block YAML', () => yaml('- '.repeat(100_000))],
  ['YAML of complex keys', () => yaml('? '.repeat(100_000))],
  ['JSON', () => json('['.repeat(1_000_000))],
  ['closed JSON', () => json(`${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}`)],
] as const) {
  test(`${title} nested a hundred thousand levels deep is a problem, not a crash`, () => {
    assert.match(parsed().problems[0]?.message ?? '', /nested more than 100 levels deep/);
  });
}

test('ordinary nesting is accepted, and brackets in strings and comments are ignored', () => {
  assert.ok('doc' in yaml(`a: ${'['.repeat(90)}${']'.repeat(90)}`));
  assert.ok(
    'doc' in json(`{"a": ${'['.repeat(90)}${']'.repeat(90)}, "b": "${'['.repeat(500)}" /* ${'{'.repeat(500)} */}`),
  );
});

test('a file that is too large is a problem', () => {
  assert.match(yaml('#'.repeat(300_000)).problems[0]?.message ?? '', /expected at most 262144 characters/);
  assert.match(json(' '.repeat(maxFileBytes + 1)).problems[0]?.message ?? '', /expected at most 1048576 characters/);
});

test('many keys are parsed in linear time, and many errors are counted instead of listed', () => {
  const keys = Array.from({ length: 20_000 }, (_, i) => `k${i}: 1`).join('\n');
  assert.equal(Object.keys(docOf(yaml(keys)).value as object).length, 20_000);
  const { problems } = yaml('}\n'.repeat(5000));
  assert.equal(problems.length, 21);
  assert.match(problems.at(-1)?.message ?? '', /^and \d+ more problems/);
});

test('many invalid items are counted instead of listed', () => {
  const doc = docOf(json(`[${Array(100_000).fill('1').join(',\n')}]`));
  const { problems } = checkSchema(v.array(v.string()), doc);
  assert.equal(problems.length, 21);
  assert.deepEqual(problems.at(-1)?.message, 'and 99980 more problems like these');
});

test('values are plain data, and a __proto__ key sets no prototype', () => {
  for (const doc of [docOf(yaml('__proto__: {x: 1}\ny: 2')), docOf(json('{"__proto__": {"x": 1}, "y": 2}'))]) {
    assert.deepEqual(Object.keys(doc.value as object), ['__proto__', 'y']);
    assert.equal((doc.value as { x?: number }).x, undefined);
    assert.equal(Object.getPrototypeOf(doc.value), Object.prototype);
    assert.equal(checkSchema(schema, doc).output, undefined);
  }
  assert.deepEqual(docOf(yaml('a: .nan\nb: 2001-01-01\n1: x')).value, { 1: 'x', a: null, b: '2001-01-01' });
});

for (const [title, text, line, field, message] of [
  [
    'an unknown key similar to a known one',
    'name: a\nmodes: shadow',
    2,
    'modes',
    'unknown key "modes"; did you mean "mode"?',
  ],
  [
    'an unknown key similar to none',
    'name: a\nxylophone: 1',
    2,
    'xylophone',
    'unknown key "xylophone"; known keys: name, mode, timeout, globs, deep, shape',
  ],
  ['a missing key', 'mode: shadow', 1, 'name', '"name" is required and missing'],
  ['a wrong type', 'name: 5', 1, 'name', '"name": expected string, got 5'],
  ['an empty value', 'name:', 1, 'name', '"name": expected string, got null'],
  [
    'a misspelled word',
    'name: a\nmode: shadwo',
    2,
    'mode',
    '"mode": expected one of enforce, shadow, got "shadwo"; did you mean "shadow"?',
  ],
  ['a custom message', 'name: a\ntimeout: 10', 2, 'timeout', '"timeout": expected at most 9, got 10'],
  ['a union that fails at once', 'name: a\nglobs: 5', 2, 'globs', '"globs": expected string or a list, got 5'],
  ['a union that fails inside', 'name: a\nglobs:\n  - x\n  - 5', 4, 'globs.1', '"globs.1": expected string, got 5'],
  [
    'an unknown key inside a union inside a list',
    'name: a\ndeep:\n  - key:\n      inner: 1\n      iner: 2',
    5,
    'deep.0.key.iner',
    'unknown key "iner"; did you mean "inner"?',
  ],
  [
    'an unknown variant',
    'name: a\nshape:\n  type: twoo',
    3,
    'shape.type',
    '"shape.type": expected one of one, two, got "twoo"; did you mean "two"?',
  ],
] as const) {
  test(`${title} is explained with line and field`, () => {
    assert.deepEqual(complaint(text), { source: 'f.yaml', line, field, severity: 'error', message });
  });
}

test('a part of a file is checked with its full path', () => {
  const doc = docOf(json('{"hooks": {\n"x": {\n"nme": "a"}}}'));
  const part = (doc.value as { hooks: { x: unknown } }).hooks.x;
  const { problems } = checkSchema(strict({ name: v.optional(v.string()) }), doc, part, ['hooks', 'x']);
  assert.deepEqual(
    problems.map(({ line, field, message }) => ({ line, field, message })),
    [{ line: 3, field: 'hooks.x.nme', message: 'unknown key "nme"; did you mean "name"?' }],
  );
});

test('a file that is not a map is a problem that names the expected type', () => {
  assert.equal(complaint('null')?.message, 'expected a map of keys, got null');
  assert.equal(complaint('- a')?.message, 'expected a map of keys, got ["a"]');
  const { problems } = checkSchema(refuseList(v.record(v.string(), v.unknown())), docOf(yaml('[]')));
  assert.equal(problems[0]?.message, 'expected a map of keys, got []');
  assert.deepEqual(checkSchema(schema, docOf(yaml('name: a'))), { output: { name: 'a' }, problems: [] });
});

test('an empty file is a problem that names the required keys', () => {
  assert.equal(json(' \n').problems[0]?.message, 'the file is empty: expected JSON, at least {}');
  const both = v.variant('kind', [
    strict({ kind: v.literal('a'), name: v.string(), one: v.string(), more: v.optional(v.string()) }),
    strict({ kind: v.literal('b'), name: v.string(), two: v.string() }),
  ]);
  for (const [form, text, line, message] of [
    [schema, '', 1, 'the file is empty: expected at least "name"'],
    [both, '# later\n', 1, 'the file is empty: expected at least "kind", "name", "one" or "two"'],
    [both, '', 2, 'the frontmatter is empty: expected at least "kind", "name", "one" or "two"'],
    [v.pipe(strict({ a: v.optional(v.string()) })), '', 1, 'the file is empty: expected a map of keys'],
  ] as const) {
    const { problems } = checkSchema<v.GenericSchema>(form, docOf(parseYaml(text, 'x.yaml', line)));
    assert.deepEqual(
      problems.map((one) => [one.line, one.message]),
      [[line, message]],
    );
  }
});
