import assert from 'node:assert/strict';
import { mkdtempSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { removeFolderAtLast } from '../../../anyhook/test/support/remove-folder.js';
import type { AbilityState, LoadedAbility } from '../registry/ability.js';
import { createProjectToolsSource, type ProjectTools } from './project-tools.js';

function world(t: TestContext, state: AbilityState = { kind: 'active' }) {
  const folder = mkdtempSync(join(tmpdir(), 'anyhook-tools-'));
  t.after(() => removeFolderAtLast(folder));
  const file = join(folder, 'a.yaml');
  writeFileSync(file, '');
  let opened = 0;
  let time = Date.now() + 10_000;
  const open = async () => {
    opened++;
    const run = { kind: 'script', command: './late.sh', args: [] };
    const ability = { name: 'a', type: 'agent', run, root: folder, files: [file] };
    const loaded = { ability, state } as unknown as LoadedAbility;
    return { byName: new Map([['a', loaded]]) } as unknown as ProjectTools;
  };
  return {
    file,
    tools: createProjectToolsSource(open, () => time),
    opened: () => opened,
    pass: (ms: number) => {
      time += ms;
    },
    now: () => time,
  };
}

test('loaded tools are reused for one second', async (t) => {
  const { tools, opened, pass } = world(t);
  await Promise.all([tools.current(), tools.current('a'), tools.current('a')]);
  assert.equal(opened(), 1);
  pass(999);
  await tools.current('a');
  assert.equal(opened(), 1);
  pass(1);
  await tools.current('a');
  assert.equal(opened(), 2);
});

test('an ability whose files changed is read again at once', async (t) => {
  const { tools, opened, file, now } = world(t);
  await tools.current('a');
  utimesSync(file, now() / 1_000, now() / 1_000);
  await tools.current();
  assert.equal(opened(), 1, 'only a request for that ability reads again');
  await tools.current('a');
  assert.equal(opened(), 2);
});

test('an ability whose missing script now exists is read again at once', async (t) => {
  const { tools, opened, file } = world(t);
  await tools.current('a');
  writeFileSync(join(dirname(file), 'late.sh'), '');
  await tools.current('a');
  assert.equal(opened(), 2);
});

test('an unknown or untrusted ability is read again each time, since a person may just have trusted it', async (t) => {
  const { tools, opened } = world(t, { kind: 'untrusted' });
  await tools.current('a');
  await tools.current('a');
  await tools.current('b');
  assert.equal(opened(), 3);
});

test('loading is tried again after it failed', async () => {
  let tries = 0;
  const tools = createProjectToolsSource(async () => {
    if (++tries === 1) throw new Error('no');
    return { byName: new Map() } as unknown as ProjectTools;
  });
  await assert.rejects(tools.current(), /no/);
  await tools.current();
  assert.equal(tries, 2);
});
