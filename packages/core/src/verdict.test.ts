import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Event } from './event.js';
import { allow, ask, deny, failed, pass, type Rewrite, rewritablePart, withRewrite } from './verdict.js';

const base = {
  host: 'h',
  nativeName: 'n',
  sessionId: 's',
  cwd: '/',
  timestamp: 't',
  caller: 'ai_session',
  raw: 1,
} as const;
const call = { kind: 'shell', nativeName: 'Bash', input: { command: 'ls', timeout: 1 } } as const;
const events = {
  input: { ...base, name: 'tool.before', call },
  output: { ...base, name: 'tool.after', call, result: { ok: true, text: 'old', stdout: 'old', exitCode: 0 } },
  prompt: { ...base, name: 'prompt.submit', prompt: 'old' },
  messages: { ...base, name: 'model.before', messages: [{ role: 'user', content: 'old' }] },
} as const satisfies Record<string, Event>;

test('a rewritten input keeps every field that the hook did not name', () => {
  const after = withRewrite(events.input, { of: 'input', value: { command: 'ls -h', extra: true } });
  assert.deepEqual(rewritablePart(after, 'input'), {
    of: 'input',
    value: { command: 'ls -h', timeout: 1, extra: true },
  });
  assert.deepEqual(events.input.call.input, { command: 'ls', timeout: 1 });
});

test('a rewritten output drops the old streams', () => {
  const after = withRewrite(events.output, { of: 'output', value: 'new' });
  assert.deepEqual((after as typeof events.output).result, { ok: true, text: 'new', rewritten: true });
  assert.deepEqual(rewritablePart(after, 'output'), { of: 'output', value: 'new' });
});

for (const rewrite of [
  { of: 'prompt', value: 'new' },
  { of: 'messages', value: [{ role: 'user', content: 'new' }] },
] as const satisfies Rewrite[])
  test(`a rewrite of ${rewrite.of} replaces the old value`, () =>
    assert.deepEqual(rewritablePart(withRewrite(events[rewrite.of], rewrite), rewrite.of), rewrite));

test('a rewrite of a part that the event lacks changes nothing', () => {
  const rewrites: Rewrite[] = [
    { of: 'input', value: { a: 1 } },
    { of: 'output', value: 'x' },
    { of: 'prompt', value: 'x' },
    { of: 'messages', value: [] },
    { of: 'summary', value: 'x' },
  ];
  for (const [part, event] of Object.entries(events))
    for (const rewrite of rewrites) {
      if (rewrite.of === part) continue;
      assert.equal(withRewrite(event, rewrite), event, `${rewrite.of} at ${event.name}`);
      assert.equal(rewritablePart(event, rewrite.of), undefined);
    }
});

test('the verdict helpers return their decision, reason and options', () => {
  assert.deepEqual(pass(), { decision: 'pass' });
  assert.deepEqual(allow(), { decision: 'allow' });
  assert.deepEqual(allow('fine', { context: ['c'] }), { decision: 'allow', reason: 'fine', context: ['c'] });
  assert.deepEqual(ask('sure?'), { decision: 'ask', reason: 'sure?' });
  assert.deepEqual(deny('no', { stop: 's' }), { decision: 'deny', reason: 'no', stop: 's' });
  assert.deepEqual(failed('exit', 'code 1'), { kind: 'failed', why: 'exit', detail: 'code 1' });
});
