import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { guardPlugin, packageWorld, writeTree } from './package-world.js';

const withStart = (word: string) =>
  guardPlugin(word, {
    'hooks/hooks.json': JSON.stringify({
      hooks: { SessionStart: [{ hooks: [{ type: 'command', command: `echo ${word}` }] }] },
    }),
  });

test('add writes agent entries for new events, and remove restores their settings byte for byte', async (t) => {
  const world = packageWorld(t, withStart('one'));
  const read = () =>
    ['hooks.json', 'config.toml'].map((name) => readFileSync(join(world.dir, '../home/.codex', name), 'utf8'));
  await world.run(['init', '--yes', '--agent', 'codex', '--preset', 'shell-guard']);
  const before = read();
  assert.doesNotMatch(before.join(), /SessionStart/);
  assert.match((await world.run(['hooks', 'add', world.source, '--yes'])).stdout, /work on Codex CLI/);
  assert.match(read().join(), /SessionStart/);
  await world.run(['hooks', 'remove', 'guard', '--yes']);
  assert.deepEqual(read(), before);
});

test('entries still needed by another package stay when the first one is removed', async (t) => {
  const world = packageWorld(t, withStart('one'));
  const entries = () => readFileSync(join(world.dir, '../home/.codex/hooks.json'), 'utf8');
  await world.run(['init', '--yes', '--agent', 'codex', '--preset', 'shell-guard']);
  await world.run(['hooks', 'add', world.source, '--yes']);
  writeTree(join(world.dir, '../two'), withStart('two'));
  await world.run(['hooks', 'add', join(world.dir, '../two'), '--yes']);
  await world.run(['hooks', 'remove', 'guard', '--yes']);
  assert.match(entries(), /SessionStart/);
});

test("a file created for an agent's new event is deleted by remove", async (t) => {
  const world = packageWorld(t, withStart('one'));
  const files = () =>
    readdirSync(join(world.dir, '../home'), { recursive: true, encoding: 'utf8' })
      .filter((path) => /cline/i.test(path))
      .sort();
  await world.run(['init', '--yes', '--agent', 'cline', '--preset', 'shell-guard']);
  const before = files();
  await world.run(['hooks', 'add', world.source, '--yes']);
  assert.ok(files().length > before.length, files().join());
  await world.run(['hooks', 'remove', 'guard', '--yes']);
  assert.deepEqual(files(), before);
});
