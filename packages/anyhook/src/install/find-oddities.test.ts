import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findOddities, unreadReason } from './find-oddities.js';

const events = { PreToolUse: 'tool.before', Stop: 'agent.stop' } as const;
const target = { keyPath: ['hooks'] };
const oddityLines = (text: string, more: Partial<Parameters<typeof findOddities>[0]> = {}) =>
  findOddities({ text, hasBom: false, target, ...more }, events).map(({ oddity, line, what }) => [oddity, line, what]);

const rows: readonly [string, string, readonly unknown[]][] = [
  ['plain JSON', '{\n  "hooks": { "Stop": [1, 2] }, "url": "http://x/*y*/,]"\n}\n', []],
  ['an empty file', ' \n', []],
  ['a line comment', '{\n  // mine\n  "a": 1\n}', [['comment', 2, 'a comment (// mine)']]],
  ['a comment at the end', '{\r\n  "a": 1\r\n}\r\n// end', [['comment', 4, 'a comment (// end)']]],
  ['a multi-line comment', '{ "a": 1,\n/* one\n two */\n"b": 2 }', [['comment', 2, 'a comment (/* one…)']]],
  ['a long comment', `{}\n//${'x'.repeat(60)}`, [['comment', 2, `a comment (//${'x'.repeat(38)}…)`]]],
  ['a comma before }', '{\n  "a": 1,\n\n}\n', [['trailing comma', 2, 'a comma before "}"']]],
  ['a comma before ]', '{\n  "a": [\n1 ,]\n}\n', [['trailing comma', 3, 'a comma before "]"']]],
  [
    'a comma followed by a comment',
    '{\n"a": 1, // why\n}',
    [
      ['trailing comma', 2, 'a comma before "}"'],
      ['comment', 2, 'a comment (// why)'],
    ],
  ],
  ['a duplicate key', '{\n"a": 1,\n"b": { "a": 2 },\n"a": 3 }', [['duplicate key', 4, 'the key "a" once more']]],
  ['a duplicate key, deep in a list', '{"x":[{"a":1,\n"\\u0061":2}]}', [['duplicate key', 2, 'the key "a" once more']]],
  [
    'an unknown event',
    '{ "Other": 1, "hooks": {\n "Stop": [],\n "Stopp": [] } }',
    [['unknown event', 3, 'the event "Stopp"']],
  ],
  ['an event map of another type', '{ "hooks": ["Stopp"] }', []],
  ['a syntax error, which is reported elsewhere', '{ // mine\n "a": }', []],
];
for (const [what, text, expected] of rows)
  test(`${what}: every oddity is found, with its line`, () => assert.deepEqual(oddityLines(text), expected));

test('a byte order mark is reported before other oddities', () => {
  assert.deepEqual(oddityLines('{}', { hasBom: true }), [
    ['byte order mark', 1, 'a byte order mark before the first character'],
  ]);
});

test('events at the top level or in a list are checked if the agent has them there', () => {
  assert.deepEqual(oddityLines('{ "Stop": [],\n"Stopp": [] }', { target: { keyPath: [] } }), [
    ['unknown event', 2, 'the event "Stopp"'],
  ]);
  const list = '{ "hooks": [{ "trigger": "Stop" },\n{ "trigger": "Stopp" }, {}, 1] }';
  assert.deepEqual(oddityLines(list, { target: { keyPath: ['hooks'], eventKey: 'trigger' } }), [
    ['unknown event', 2, 'the event "Stopp"'],
  ]);
});

test('TOML comments are recognized', () => {
  assert.deepEqual(oddityLines('a = 1 # mine', { target: { keyPath: [], format: 'toml' } }), []);
});

test('very many and very deep oddities are found in bounded time', () => {
  const began = performance.now();
  assert.equal(oddityLines(`{\n${'// x\n'.repeat(200_000)}}`).length, 200_000);
  assert.equal(oddityLines(`{"a":${'['.repeat(1000)}{"b":1,"b":2}${']'.repeat(1000)}}`).length, 1);
  assert.ok(performance.now() - began < 5_000);
});

const agent = { title: 'The agent', events };
const warningsFor = (oddities: Parameters<typeof unreadReason>[1]['oddities'], text: string) =>
  unreadReason(agent, oddities ? { oddities } : {}, { text, hasBom: false, target });

test('syntax that the agent accepts is not reported, and otherwise the effect is stated', () => {
  const text = '{\n// mine\n"a": 1 }';
  assert.equal(warningsFor({ comment: 'read' }, text), undefined);
  assert.equal(
    warningsFor({ comment: 'dropped' }, text),
    'line 2: a comment (// mine); The agent ignores all of such a file, so no hook in it runs',
  );
  assert.equal(
    warningsFor({ comment: 'refused' }, text),
    'line 2: a comment (// mine); The agent does not start with such a file',
  );
  assert.equal(
    warningsFor(undefined, text),
    'line 2: a comment (// mine); it is not known that The agent reads such a file',
  );
});

test('three oddities are listed, and the others are counted', () => {
  assert.match(
    warningsFor({}, '{ // a\n// b\n// c\n// d\n// e\n}') ?? '',
    /^line 1: .*; line 2: .*; line 3: .*; 2 more; it is not known/,
  );
});

test('an unknown event is reported only if the agent is known to drop it', () => {
  const text = '{ "hooks": { "New": [] } }';
  assert.equal(warningsFor({}, text), undefined);
  assert.match(warningsFor({ 'unknown event': 'dropped' }, text) ?? '', /^line 1: the event "New"; The agent ignores/);
});
