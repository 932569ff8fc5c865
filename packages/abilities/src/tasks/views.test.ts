import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Task } from './task.js';
import { resultView, taskBrief, taskView } from './views.js';

const allowedByHooks = { decision: 'allowed', hook_signals: [], context: [] } as const;

const ready: Task = {
  key: 't_1',
  root: '/p',
  ability: { kind: 'operation_key', value: 'db.read' },
  version: '1.0.0',
  status: 'ready',
  input: { id: 7 },
  settings: { dsn: 'of the operator' },
  caller: { source: 'ai_session', session_id: 's-1' },
  idempotent: false,
  createdAt: 0,
  updatedAt: 0,
  attempts: 0,
  preflight: allowedByHooks,
};

const brief = {
  task_key: 't_1',
  ability: 'db.read',
  status: 'ready',
  caller: { source: 'ai_session', session_id: 's-1' },
  created_at: '1970-01-01T00:00:00.000Z',
};

const whole = { ...brief, version: '1.0.0', input: { id: 7 }, attempts: 0, preflight: allowedByHooks };

test('a task in a list has neither input nor output', () => {
  assert.deepEqual(taskBrief({ ...ready, output: 'long', outputSummary: 'lo…', durationMs: 5 }), {
    ...brief,
    output_summary: 'lo…',
    duration_ms: 5,
  });
});

test('the full view of a task leaves out its settings', () => {
  assert.deepEqual(taskView(ready), whole);
  assert.deepEqual(taskView({ ...ready, output: null, startedAt: 1_000, endedAt: 2_000, guard: allowedByHooks }), {
    ...whole,
    output: null,
    started_at: '1970-01-01T00:00:01.000Z',
    ended_at: '1970-01-01T00:00:02.000Z',
    guard: allowedByHooks,
  });
});

test('the result of a request keeps its status and error, even without a task', () => {
  assert.deepEqual(resultView({ status: 'available', task: ready, preflight: allowedByHooks }), {
    status: 'available',
    task: whole,
    preflight: allowedByHooks,
  });
  const refused = { status: 'refused', error: { code: 'STORE', message: 'no' } } as const;
  assert.deepEqual(resultView(refused), refused);
});
