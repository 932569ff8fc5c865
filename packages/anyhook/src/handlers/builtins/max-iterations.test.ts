import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Hook } from '@anyhook/core';
import { contextWith, eventAt } from '../../../test/builtin-world.js';
import type { BuiltinContext } from './builtin.js';
import { maxIterations } from './max-iterations.js';

const withHook = (id: string, more: Partial<BuiltinContext> = {}) => contextWith({}, { hook: { id } as Hook, ...more });
const call = (context: BuiltinContext, fields: Record<string, unknown>, args: unknown = ['2']) =>
  maxIterations.run(eventAt('model.before', '/', fields), args, context);
const stopped = {
  decision: 'deny',
  reason: 'max_iterations: the limit of 2 model calls for this session is reached',
  stop: 'max_iterations: the limit of 2 model calls for this session is reached',
};

test('the first call over the limit is denied and the agent is stopped', () => {
  const context = withHook('a');
  assert.deepEqual(call(context, { sessionId: 's1' }), { decision: 'pass' });
  assert.deepEqual(call(context, { sessionId: 's1' }), { decision: 'pass' });
  assert.deepEqual(call(context, { sessionId: 's1' }), stopped);
  assert.deepEqual(call(context, { sessionId: 's1' }), stopped);
});

test('sessions and hooks are counted separately', () => {
  for (const [id, sessionId] of [
    ['b', 's1'],
    ['b', 's2'],
    ['c', 's1'],
  ] as const) {
    assert.deepEqual(call(withHook(id), { sessionId }, { limit: 1 }), { decision: 'pass' });
  }
});

test("the agent's own count wins if it is higher", () => {
  assert.deepEqual(call(withHook('d'), { iteration: 2 }), { decision: 'pass' });
  assert.deepEqual(call(withHook('d'), { iteration: 3 }), stopped);
});

test('a recheck of the same call does not change the count', () => {
  const context = withHook('e');
  for (const recheck of [false, true, false, true]) assert.deepEqual(call(context, { recheck }), { decision: 'pass' });
  assert.deepEqual(call(context, {}), stopped);
  assert.deepEqual(call(context, { recheck: true }), stopped);
});

test('a persistent counter is used if there is one', () => {
  const keys: string[] = [];
  const counter = (key: string) => keys.push(key) + 2;
  assert.deepEqual(call(withHook('f', { counter }), { sessionId: 's9' }), stopped);
  assert.deepEqual(keys, ['max_iterations:f:s9']);
});

test('the limit is required, and must be a positive whole number', () => {
  for (const args of [undefined, [], ['0'], ['many'], {}, { limit: -1 }]) {
    assert.notEqual(maxIterations.checkArgs?.(args), undefined, JSON.stringify(args));
  }
  assert.equal(maxIterations.checkArgs?.(['50']), undefined);
});
