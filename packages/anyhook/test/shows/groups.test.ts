import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { liveGroups } from '../../../core/src/platform/process/process-groups.js';
import { createEngine } from '../../src/library.js';
import { markedProcesses, markName, waitUntil } from '../bad-input/marked-processes.js';
import { testProject } from '../cli/harness.js';

const hooksPerEvent = 25;
const events = 40;
const atOnce = 8;

test('1,000 hooks that ignore TERM and time out leave no process behind', async (t) => {
  // Each with its own variable, because identical hooks run once.
  const hook = (_: unknown, i: number) =>
    `{type: command, timeout: 0.05, env: {N: ${i}}, command: 'trap "" TERM; sleep 30 & wait'}`;
  const list = Array.from({ length: hooksPerEvent }, hook).join(', ');
  const { dir, env } = testProject(t, { '.agents/hooks.yaml': `hooks: {permission_request: [{hooks: [${list}]}]}\n` });
  const mark = `groups-${process.pid}`;
  const engine = await createEngine({ cwd: dir, env: { ...env, [markName]: mark }, trust: 'project' });
  assert.equal(engine.hooks.length, hooksPerEvent);
  const payload = { hook_event_name: 'PermissionRequest', cwd: dir, tool_name: 'Bash', tool_input: { command: 'ls' } };
  let left = events;
  const outcomes: string[] = [];
  const worker = async () => {
    while (left-- > 0) {
      const { verdict } = await engine.dispatch('claude-code', payload);
      assert.equal(verdict.decision, 'pass');
      outcomes.push(...verdict.hooks.map(({ outcome }) => outcome));
    }
  };
  const workers = Promise.all(Array.from({ length: atOnce }, worker));
  const seen = !existsSync('/proc/self/environ') || (await waitUntil(() => markedProcesses(mark).length > 0));
  await workers;
  assert.deepEqual([outcomes.length, new Set(outcomes)], [1000, new Set(['timeout'])]);
  assert.deepEqual(liveGroups(), []);
  assert.ok(seen, 'the search finds such processes while they run');
  assert.ok(await waitUntil(() => markedProcesses(mark).length === 0), `alive: ${markedProcesses(mark)}`);
});
