import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Event } from '@anyhook/core';
import { hasGap, watchEvent, withoutPlaceholders } from './gaps.js';

const mark = '[redacted:github-token:0123456789]';
const event = {
  name: 'tool.before',
  host: 'x',
  nativeName: 'x',
  sessionId: 's',
  cwd: '/p',
  timestamp: '',
  caller: 'ai_session',
  call: { kind: 'write', nativeName: 'Write', input: { path: 'a.ts', content: `token = ${mark}`, list: ['a', mark] } },
  raw: { tool_input: { content: `token = ${mark}` } },
} as const satisfies Event;

for (const [value, expected] of [
  ['plain', false],
  [mark, true],
  ['[redacted:too-large]', true],
  [`a ${mark} b`, true],
  ['cut …', true],
  ['… not cut', false],
  [{ a: [{ b: mark }] }, true],
  [{ a: [1, null, true, 'b'] }, false],
  [undefined, false],
] as const)
  test(`${JSON.stringify(value)} has ${expected ? 'a gap' : 'no gap'}`, () => {
    assert.equal(hasGap(value), expected);
  });

test('a value too deep to search counts as a gap', () => {
  let deep: unknown = 'x';
  for (let i = 0; i < 10_000; i++) deep = [deep];
  assert.equal(hasGap(deep), true);
});

test('gap marks are replaced by characters that no pattern matches', () => {
  assert.deepEqual(withoutPlaceholders({ a: `x ${mark} y`, b: [1, mark] }), { a: 'x \uFFFC y', b: [1, '\uFFFC'] });
});

const readers: readonly [string, boolean, (seen: Event) => unknown][] = [
  ['the path', false, (seen) => ('call' in seen ? (seen.call as typeof event.call).input.path : '')],
  ['the field names', false, (seen) => Object.keys((seen as typeof event).call.input)],
  ['the content', true, (seen) => (seen as typeof event).call.input.content],
  ['a list item with a gap', true, (seen) => (seen as typeof event).call.input.list[1]],
  ['another list item', false, (seen) => (seen as typeof event).call.input.list[0]],
  ['the whole event as JSON', true, (seen) => JSON.stringify(seen)],
  ['the payload', true, (seen) => JSON.stringify(seen.raw)],
  ['a copy of the outer fields', false, (seen) => ({ ...seen })],
];
for (const [what, expected, read] of readers)
  test(`reading ${what} ${expected ? 'counts' : 'does not count'} as reading a gap`, () => {
    const { event: seen, hasReadGap } = watchEvent(event);
    read(seen);
    assert.equal(hasReadGap(), expected);
  });

test('a watched event has the same content, with lists as arrays', () => {
  const { event: seen } = watchEvent(event);
  assert.deepEqual(JSON.parse(JSON.stringify(seen)), event);
  assert.ok(Array.isArray((seen as typeof event).call.input.list));
});

test('an event without gaps is not copied', () => {
  const plain = { ...event, call: { ...event.call, input: { path: 'a' } }, raw: {} } as Event;
  assert.equal(watchEvent(plain).event, plain);
});
