import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Result, ToolKind } from '@anyhook/core';
import { builtinToolEvent, contextWith } from '../../../test/builtin-world.js';
import { enforceDelegation } from './enforce-delegation.js';

const write = (path: string, args?: unknown, kind: ToolKind = 'write'): Result =>
  enforceDelegation.run(
    builtinToolEvent('tool.before', '/p', { kind, input: { path } }),
    args,
    contextWith(),
  ) as Result;

for (const path of ['.senku/plan.md', '/p/.senku/deep/plan.md', './.senku/x', '.senku\\plan.md']) {
  test(`${path} is written without guidance`, () => assert.deepEqual(write(path), { decision: 'pass' }));
}

for (const path of ['src/a.ts', '.senku/../src/a.ts', '.senku', 'my.senku/a', 'x.senku']) {
  test(`${path} is written with guidance, and is not blocked`, () => {
    const { decision, context } = write(path);
    assert.equal(decision, 'pass');
    assert.match(context?.[0] ?? '', /^Delegation: .* hands code changes to the agent that implements them/);
  });
}

test('a read gets no guidance', () => assert.deepEqual(write('src/a.ts', undefined, 'read'), { decision: 'pass' }));

test('a team can set its own planning folders and its own guidance', () => {
  const args = { folders: ['plans'], message: 'ask Loid' };
  assert.deepEqual(write('plans/a.md', args), { decision: 'pass' });
  assert.deepEqual(write('.senku/a.md', args), { decision: 'pass', context: ['ask Loid'] });
});
