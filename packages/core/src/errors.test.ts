import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnyhookError, nearestWord, quoteValue } from './errors.js';

const known = ['tool.before', 'tool.after', 'stop', 'PreToolUse', 'on'];

for (const [word, found] of [
  ['tool.befor', 'tool.before'],
  ['TOOL.AFTER', 'tool.after'],
  ['pretooluse', 'PreToolUse'],
  ['stpo', 'stop'],
  ['no', undefined],
  ['onn', 'on'],
  ['completely different', undefined],
  ['', undefined],
] as const)
  test(`the known word nearest to "${word}" is ${found}`, () => assert.equal(nearestWord(word, known), found));

test('nearestWord prefers the closer word, and the first one in a tie', () => {
  assert.equal(nearestWord('commnd', ['comment', 'command']), 'command');
  assert.equal(nearestWord('tool_x', ['tool_a', 'tool_b']), 'tool_a');
});

test('nearestWord returns undefined at once for a word of a million characters', () => {
  assert.equal(nearestWord('x'.repeat(1_000_000), known), undefined);
});

test('quoteValue shortens long values and accepts any value', () => {
  const cycle: Record<string, unknown> = {};
  cycle['self'] = cycle;
  let deep: unknown = 1;
  for (let i = 0; i < 100_000; i++) deep = [deep];
  assert.deepEqual(
    [
      quoteValue(undefined),
      quoteValue('x'),
      quoteValue({ a: 1 }),
      quoteValue('y'.repeat(100), 5),
      quoteValue(() => 1).length > 0,
    ],
    ['nothing', '"x"', '{"a":1}', '"yyyy…', true],
  );
  assert.equal(quoteValue(cycle), 'an object');
  assert.equal(quoteValue(10n), '10');
  assert.equal(quoteValue(deep), 'an object');
});

test('an error carries its code and its cause', () => {
  const cause = new Error('why');
  const error = new AnyhookError('BAD_PATTERN', 'text', { cause });
  assert.ok(error instanceof Error);
  assert.deepEqual(
    [error.name, error.code, error.message, error.cause],
    ['AnyhookError', 'BAD_PATTERN', 'text', cause],
  );
});
