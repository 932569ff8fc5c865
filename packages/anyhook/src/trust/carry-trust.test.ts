import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { userPaths } from '@anyhook/core';
import { tempFolder } from '../../test/builtin-world.js';
import { loadSnapshotTaker } from '../answer/engine.js';
import { carryTrust } from './carry-trust.js';
import { hookStates, recordTrust } from './trust.js';

const guard = 'hooks:\n  - id: mine\n    on: tool.before\n    run: ./guard.sh\n';
const now = '2026-01-01T00:00:00Z';

/** The states of hooks after their file, and perhaps more, was rewritten. */
async function statesAfter(files: Readonly<Record<string, string>>) {
  using folder = tempFolder({ '.git/HEAD': '', '.agents/anyhook.yaml': guard, 'guard.sh': 'exit 0\n' });
  const home = join(folder.path, 'home');
  mkdirSync(home);
  const user = userPaths({ HOME: home }, home);
  const take = await loadSnapshotTaker();
  const before = await take(folder.path, user);
  recordTrust(before, user, now);
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder.path, path), text);
  const after = await take(folder.path, user);
  carryTrust(before, after, {
    file: join(folder.path, '.agents/anyhook.yaml'),
    user,
    now,
    keepEmpty: true,
  });
  return hookStates(after, user, 'ask').map(({ hook, state }) => `${hook.id} ${state.kind}`);
}

test('a trusted hook stays trusted at any position in its file', async () => {
  const [first, ...rest] = guard.split(/(?<=hooks:\n)/);
  const moved = `${first}  - { on: tool.after, use: quality-gate }\n${rest.join('')}`;
  assert.deepEqual((await statesAfter({ '.agents/anyhook.yaml': moved })).sort(), [
    'mine active',
    'quality-gate untrusted',
  ]);
});

test('a hook with a changed action asks', async () => {
  const states = await statesAfter({ '.agents/anyhook.yaml': guard.replace('./guard.sh', 'true') });
  assert.deepEqual(states, ['mine changed']);
});

test('a hook whose program changed at the same time asks', async () => {
  const states = await statesAfter({ '.agents/anyhook.yaml': `${guard}stopLimit: 3\n`, 'guard.sh': 'exit 1\n' });
  assert.deepEqual(states, ['mine changed']);
});
