import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deny, type EventName, emptyVerdict, eventNames, pass, type Verdict } from '@anyhook/core';
import { engineEvent } from '../../test/support/engine-samples.js';
import { derivations, derive, joinDerivedVerdict } from './derive.js';

const none: ReadonlySet<EventName> = new Set();
const denied: Verdict = { ...emptyVerdict, ...deny('no') };
const names = (from: EventName, verdict = emptyVerdict, native = none) =>
  derive(engineEvent(from), verdict, native).map(({ name }) => name);

const rows: readonly [EventName, EventName, whenBlocked: boolean][] = [
  ['agent.stop', 'agent.done', false],
  ['prompt.submit', 'turn.start', false],
  ['error', 'notification', true],
  ['limit', 'notification', true],
];

for (const [from, to, whenBlocked] of rows)
  test(`${from} derives ${to}${whenBlocked ? '' : ' unless a hook blocked it'}`, () => {
    assert.deepEqual(names(from), [to]);
    assert.deepEqual(names(from, denied), whenBlocked ? [to] : []);
  });

test('only the events tested above are derived', () => {
  assert.deepEqual(
    derivations.map(({ from, to }) => [from, to]),
    rows.map(([from, to]) => [from, to]),
  );
  for (const name of eventNames) if (!rows.some(([from]) => from === name)) assert.deepEqual(names(name), []);
});

test('an event that the agent fires itself is not derived again, but an error always derives a notification', () => {
  assert.deepEqual(names('agent.stop', emptyVerdict, new Set(['agent.done'] as const)), []);
  assert.deepEqual(names('prompt.submit', emptyVerdict, new Set(['turn.start'] as const)), []);
  assert.deepEqual(names('error', emptyVerdict, new Set(['notification'] as const)), ['notification']);
});

test('a derived event names its origin, keeps the fields and has a severity', () => {
  const [notice] = derive(engineEvent('limit'), emptyVerdict, none);
  assert.deepEqual(notice, { ...engineEvent('limit'), name: 'notification', level: 'warning', derivedFrom: 'limit' });
  const [failure] = derive(engineEvent('error'), emptyVerdict, none);
  assert.equal(failure && 'level' in failure && failure.level, 'error');
});

test('texts of both verdicts are joined; a decision at an event that the agent lacks becomes a note', () => {
  const hook = { outcome: 'ok', decision: 'pass', ms: 1 } as never;
  const first: Verdict = { ...emptyVerdict, context: ['a'], messages: ['m'], notes: ['n'], hooks: [hook] };
  const second: Verdict = {
    ...emptyVerdict,
    ...deny('not done'),
    context: ['b'],
    messages: ['o'],
    stop: 's',
    hooks: [hook],
  };
  assert.deepEqual(joinDerivedVerdict(first, second, 'agent.done'), {
    ...emptyVerdict,
    context: ['a', 'b'],
    messages: ['m', 'o'],
    stop: 's',
    notes: ['n', 'deny at agent.done, which this agent does not have: not done'],
    hooks: [hook, hook],
  });
  const kept = joinDerivedVerdict({ ...first, stop: 'first' }, { ...emptyVerdict, ...pass(), stop: 's' }, 'agent.done');
  assert.deepEqual([kept.stop, kept.notes], ['first', ['n']]);
});
