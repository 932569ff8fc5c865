import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type EventOutcome, findMismatches } from './expect.js';
import type { Expectation } from './schema.js';

const seen: EventOutcome = {
  event: 'tool.before',
  decision: 'deny',
  reason: '[guard] no force push',
  context: ['read GUIDELINES.md', 'today is Monday'],
  messages: ['one message'],
  notes: [],
  input: { command: 'ls -h', timeout: 5 },
  stop: 'enough',
  hooks: [
    { id: 'guard', outcome: 'blocked', decision: 'deny' },
    { id: 'quiet', outcome: 'ok', decision: 'pass' },
    { id: 'other', outcome: 'not-matched', decision: 'pass', reason: 'tool Shell is not Write' },
    { id: 'strange', outcome: 'untrusted', decision: 'pass' },
  ],
  wire: { stdout: '{"a":1,"b":[2]}\n', stderr: '', exitCode: 2 },
};
const plain: EventOutcome = { ...seen, decision: 'pass', context: [], messages: [], hooks: [] };
const { reason: _reason, input: _input, stop: _stop, ...calm } = plain;
const files = new Map([['log.txt', 'one line\n']]);

/** The expected and the actual value, and the fields reported on a mismatch. */
const rows: readonly (readonly [Expectation, EventOutcome, readonly string[]])[] = [
  [{ decision: 'deny' }, seen, []],
  [{ decision: 'pass' }, seen, ['decision']],
  [{ reason: 'no force' }, seen, []],
  [{ reason: 'no farce' }, seen, ['reason']],
  [{ reason: { matches: '^\\[guard\\] no \\w+ push$' } }, seen, []],
  [{ reason: { matches: '^no' } }, seen, ['reason']],
  [{ reason: { is: '[guard] no force push' } }, seen, []],
  [{ reason: { is: 'no force push' } }, seen, ['reason']],
  [{ reason: { lacks: 'secret' } }, seen, []],
  [{ reason: { contains: 'no', lacks: 'force' } }, seen, ['reason']],
  [{ reason: false }, calm, []],
  [{ reason: false }, seen, ['reason']],
  [{ reason: 'any' }, calm, ['reason']],
  [{ context: 'GUIDELINES' }, seen, []],
  [{ context: ['Monday', { matches: '^read' }] }, seen, []],
  [{ context: ['Monday', 'Tuesday'] }, seen, ['context']],
  [{ context: { lacks: 'Tuesday' } }, seen, []],
  [{ context: { lacks: 'Monday' } }, seen, ['context']],
  [{ context: [] }, calm, []],
  [{ context: [] }, seen, ['context']],
  [{ context: 'x' }, calm, ['context']],
  [{ messages: { is: 'one message' } }, seen, []],
  [{ messages: 'two' }, seen, ['messages']],
  [{ messages: [] }, seen, ['messages']],
  [{ notes: [] }, seen, []],
  [{ notes: 'x' }, seen, ['notes']],
  [{ rewrite: { input: { command: 'ls -h' } } }, seen, []],
  [{ rewrite: { input: { command: 'ls' } } }, seen, ['rewrite.input.command']],
  [{ rewrite: { input: { toString: 'x' } } }, seen, ['rewrite.input.toString']],
  [{ rewrite: { input: { command: 'ls -h' }, exact: true } }, seen, ['rewrite.input.timeout']],
  [{ rewrite: { input: { command: 'ls -h', timeout: 5 }, exact: true } }, seen, []],
  [{ rewrite: { input: { command: 'ls -h' } } }, calm, ['rewrite.input']],
  [{ rewrite: {} }, calm, ['rewrite']],
  [{ rewrite: {} }, seen, []],
  [{ rewrite: false }, calm, []],
  [{ rewrite: false }, seen, ['rewrite']],
  [{ rewrite: { output: 'x' } }, { ...calm, output: 'x y' }, []],
  [{ rewrite: { output: 'x' } }, { ...calm, prompt: 'x' }, ['rewrite.output']],
  [{ rewrite: { prompt: { is: 'x' } } }, { ...calm, prompt: 'x' }, []],
  [{ rewrite: { prompt: { is: 'x' } } }, { ...calm, prompt: 'y' }, ['rewrite.prompt']],
  [{ rewrite: { summary: 'x' } }, { ...calm, summary: 'x' }, []],
  [{ rewrite: { summary: 'x' } }, calm, ['rewrite.summary']],
  [{ rewrite: { messages: [{ role: 'user' }] } }, { ...calm, modelMessages: [{ role: 'user' }] }, []],
  [{ rewrite: { messages: [] } }, { ...calm, modelMessages: [{ role: 'user' }] }, ['rewrite.messages']],
  [{ stop: true }, seen, []],
  [{ stop: true }, calm, ['stop']],
  [{ stop: false }, calm, []],
  [{ stop: false }, seen, ['stop']],
  [{ stop: 'enough' }, seen, []],
  [{ stop: 'more' }, seen, ['stop']],
  [{ hooks: { guard: 'ran', quiet: 'ran', other: 'idle', strange: 'idle', elsewhere: 'idle' } }, seen, []],
  [
    { hooks: { guard: 'idle', other: 'ran', elsewhere: 'ran' } },
    seen,
    ['hooks.guard', 'hooks.other', 'hooks.elsewhere'],
  ],
  [{ hooks: { guard: 'deny', quiet: 'pass', other: 'not-matched', strange: 'untrusted' } }, seen, []],
  [{ hooks: { guard: 'ask', quiet: 'deny', other: 'pass' } }, seen, ['hooks.guard', 'hooks.quiet', 'hooks.other']],
  [{ exitCode: 2 }, seen, []],
  [{ exitCode: 0 }, seen, ['exitCode']],
  [{ stdout: '"a":1' }, seen, []],
  [{ stdout: { is: '{"a":1,"b":[2]}\n' } }, seen, []],
  [{ stdout: { is: '{"a":1,"b":[2]}' } }, seen, ['stdout']],
  [{ stdout: { json: { b: [2], a: 1 } } }, seen, []],
  [{ stdout: { json: { a: 1 } } }, seen, ['stdout']],
  [{ stdout: { json: null } }, { ...calm, wire: { stdout: 'no JSON', stderr: '', exitCode: 0 } }, ['stdout']],
  [{ stdout: '' }, seen, ['stdout']],
  [{ stderr: '' }, seen, []],
  [{ stderr: 'x' }, seen, ['stderr']],
  [{ files: { 'log.txt': 'one', 'gone.txt': false } }, seen, []],
  [{ files: { 'log.txt': true } }, seen, []],
  [{ files: { 'log.txt': false, 'gone.txt': true } }, seen, ['files.log.txt', 'files.gone.txt']],
  [{ files: { 'log.txt': { is: 'one line' }, 'gone.txt': 'x' } }, seen, ['files.log.txt', 'files.gone.txt']],
];

for (const [expect, came, fields] of rows) {
  const how = fields.length === 0 ? 'is met' : 'is not met';
  test(`${JSON.stringify(expect)} ${how} by ${came === seen ? 'a deny' : 'another verdict'}`, async () => {
    const found = await findMismatches(expect, came, (path) => files.get(path));
    assert.deepEqual(
      found.map(({ field }) => field),
      fields,
    );
    for (const { expected, came: told } of found) assert.ok(expected !== told && told !== undefined);
  });
}

const broken: EventOutcome = {
  ...calm,
  hooks: [{ id: 'guard', outcome: 'timeout', decision: 'pass', reason: 'too slow' }],
};

test('a hook that did not finish is a mismatch although the call passed', async () => {
  assert.deepEqual(await findMismatches({ decision: 'pass' }, broken, () => undefined), [
    { field: 'hooks.guard', expected: 'to finish', came: 'timeout (too slow)' },
  ]);
});

test('a hook that started and did not finish is a mismatch', async () => {
  const found = await findMismatches({ hooks: { guard: 'ran' } }, broken, () => undefined);
  assert.deepEqual(
    found.map(({ expected }) => expected),
    ['to finish'],
  );
});

test('a hook that did not finish is not a mismatch if the test expects it', async () => {
  assert.deepEqual(await findMismatches({ hooks: { guard: 'timeout' } }, broken, () => undefined), []);
  assert.deepEqual(
    (await findMismatches({ hooks: { guard: 'failed' } }, broken, () => undefined)).map(({ expected }) => expected),
    ['failed'],
  );
});

test('a long actual text is truncated, with its length', async () => {
  const [wrong] = await findMismatches({ reason: 'x' }, { ...calm, reason: 'y'.repeat(5_000) }, () => undefined);
  assert.match(wrong?.came ?? '', /^"y{1999}… \(5002 characters\)$/);
});
