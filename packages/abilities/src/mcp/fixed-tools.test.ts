import assert from 'node:assert/strict';
import { test } from 'node:test';
import { taskStatuses } from '../tasks/task.js';
import { fixedTools } from './fixed-tools.js';

test('every tool in the table has a run function', () => {
  for (const [name, { run }] of fixedTools) assert.equal(typeof run, 'function', name);
});

test('list_tasks accepts every task status', () => {
  const { properties } = fixedTools.get('list_tasks')?.tool.inputSchema ?? {};
  const { status } = properties as { readonly status: { readonly enum: readonly string[] } };
  assert.deepEqual(status.enum, Object.keys(taskStatuses));
});
