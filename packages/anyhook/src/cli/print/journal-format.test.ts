import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvField } from '../commands/log-export.js';
import { parseSince } from '../terminal/journal-filter.js';
import { msText, timeText } from './journal-rows.js';
import { bar } from './stats.js';
import { rewriteChanges } from './why.js';

const now = new Date(2026, 10, 15, 12, 30).getTime();

test('--since accepts a duration such as 2h, or a local date', () => {
  const hour = 3_600_000;
  for (const [text, ago] of [
    ['90s', 90_000],
    ['30m', hour / 2],
    ['2h', 2 * hour],
    ['7d', 7 * 24 * hour],
    ['1w', 7 * 24 * hour],
  ] as const)
    assert.equal(parseSince(text, now), now - ago, text);
  assert.equal(parseSince('2026-11-15', now), new Date(2026, 10, 15).getTime());
  assert.equal(parseSince('2026-11-15T12:00', now), now - hour / 2);
  for (const text of ['', '2', 'h', '2 h', '-2h', 'now', '2026-13-45', '1e3s'])
    assert.throws(() => parseSince(text, now), /--since: expected/, text);
});

test('CSV values are quoted where needed, and formulas are escaped', () => {
  assert.deepEqual(['plain', 'a,b', 'say "hi"', 'two\nlines', '=cmd()', '+1', '@x', 5].map(csvField), [
    'plain',
    '"a,b"',
    '"say ""hi"""',
    '"two\nlines"',
    "'=cmd()",
    "'+1",
    "'@x",
    '5',
  ]);
});

test('a bar is proportional to its value, and never empty for a value above zero', () => {
  assert.deepEqual(
    [bar(0, 10, 4), bar(10, 10, 4), bar(5, 10, 4), bar(1, 1_000_000, 4), bar(0, 0, 4)],
    ['', '████', '██', '▏', ''],
  );
});

test('times of today are shown without a date, durations with their unit', () => {
  assert.equal(timeText(now, now), '12:30:00');
  assert.match(timeText(now - 24 * 3_600_000, now), /^Nov 14 12:30$/);
  assert.deepEqual([0.04, 9.96, 12.6, 1_500].map(msText), ['0.0 ms', '10.0 ms', '13 ms', '1.5 s']);
});

test('a rewrite is shown field by field, and a multi-line text line by line', () => {
  const input = (value: Record<string, unknown>) => ({ of: 'input', value }) as const;
  const changeLines = (...args: Parameters<typeof rewriteChanges>) =>
    rewriteChanges(...args).map(({ sign, text }) => `${sign}${text.trimEnd()}`);
  assert.deepEqual(changeLines(input({ a: 'x', b: 1, same: true }), input({ b: 2, c: ['y'], same: true })), [
    '-a: x',
    '-b: 1',
    '+b: 2',
    '+c: ["y"]',
  ]);
  assert.deepEqual(
    changeLines({ of: 'prompt', value: 'one\ntwo\n' }, { of: 'prompt', value: 'one\n2\n' }).filter((line) =>
      /^[-+]/.test(line),
    ),
    ['-two', '+2'],
  );
  assert.deepEqual(changeLines(undefined, { of: 'summary', value: 'new' }), ['+summary: new']);
});
