import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TaskRunResult } from '../../src/tasks/task.js';
import { type Files, hookFiles, printSignal, scriptAbilityFiles, taskProject } from './task-project.js';

const no = printSignal('ability_guard', 'ABILITY_DENIED', { reason: 'not today' });
const work = scriptAbilityFiles('work', 'cat');

/** The same hook, but not allowed to block. */
const notBlocking = (files: Files): Files =>
  Object.fromEntries(
    Object.entries(files).map(([path, text]) => [path, text.replace('blocking: true', 'blocking: false')]),
  );

const overrides = (id: string, onFailure: string): Files => ({
  '.agents/anyhook.yaml': `overrides:\n  ${id}:\n    onFailure: ${onFailure}\n`,
});

const rows: readonly {
  readonly title: string;
  readonly files: readonly Files[];
  readonly status: TaskRunResult['status'];
  readonly says?: string;
}[] = [
  {
    title: 'a denial of a non-blocking guard is only a message to the caller',
    files: [notBlocking(hookFiles('guard', 'PreAbilityCall', no))],
    status: 'success',
    says: '[guard] said deny, but it is not a blocking hook',
  },
  {
    title: 'a failed guard lets the call pass, and the caller gets a message',
    files: [hookFiles('guard', 'PreAbilityCall', 'exit 1')],
    status: 'success',
    says: '[guard] did not finish (exit): exit code 1; continuing without it',
  },
  {
    title: 'a failed guard denies with onFailure closed',
    files: [hookFiles('guard', 'PreAbilityCall', 'exit 1'), overrides('guard', 'closed')],
    status: 'denied',
  },
  {
    title: 'a failed guard asks a person with onFailure ask',
    files: [hookFiles('guard', 'PreAbilityCall', 'exit 1'), overrides('guard', 'ask')],
    status: 'needs_human',
  },
  {
    title: 'a failed non-blocking guard does not block, even with onFailure closed',
    files: [notBlocking(hookFiles('guard', 'PreAbilityCall', 'exit 1')), overrides('guard', 'closed')],
    status: 'success',
  },
];

for (const { title, files, status, says } of rows)
  test(`rules of hooks: ${title}`, async (t) => {
    const here = taskProject(t, work, ...files);
    const { result } = await here.task<TaskRunResult>(['direct-run', 'work']);
    assert.equal(result.status, status, JSON.stringify(result));
    assert.equal(here.runs().length, status === 'success' ? 1 : 0);
    if (says) assert.deepEqual('guard' in result && result.guard.messages, [says]);
  });

test('rules of hooks: a signal after the call is dropped, and the journal records that', async (t) => {
  const here = taskProject(t, work, hookFiles('usage', 'PostAbilityCall', no));
  assert.equal((await here.task(['direct-run', 'work'])).result.status, 'success');
  const { stdout } = await here.run(['why']);
  assert.match(stdout, /PostAbilityCall takes no signals: 1 dropped/);
});
