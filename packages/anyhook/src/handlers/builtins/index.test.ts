import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Event } from '@anyhook/core';
import { type EventName, eventNames } from '@anyhook/core';
import { builtinToolEvent, contextWith, eventAt, tempFolder } from '../../../test/builtin-world.js';
import { builtinNames, checkBuiltin, loadBuiltins } from './check.js';
import { builtinByName, builtinRows } from './index.js';

const all = await loadBuiltins();

const expected = [
  'add_context',
  'add_date',
  'add_directory_listing',
  'add_environment_info',
  'add_git_diff',
  'add_git_status',
  'add_prompt_files',
  'add_recent_commits',
  'add_user_info',
  'config-protection',
  'enforce-delegation',
  'load-project-context',
  'max_iterations',
  'project-brief',
  'quality-gate',
  'redact_secrets',
  'route-abilities',
  'secrets',
  'shell-guard',
  'snapshot',
  'stop-goal-fit',
  'undo',
  'validate-changes',
  'verify-completion',
  'workflow-steering',
];

test('the table lists every builtin under its own name', async () => {
  assert.deepEqual([...builtinNames()].sort(), expected);
  for (const name of Object.keys(builtinRows())) assert.equal((await builtinByName(name))?.name, name);
});

test('a builtin that was imported before is returned synchronously', async () => {
  for (const name of Object.keys(builtinRows())) {
    const builtin = await builtinByName(name);
    assert.equal(builtinByName(name), builtin);
  }
});

test('inherited object properties are not builtins', () => {
  for (const name of ['toString', '__proto__', 'constructor', 'missing']) assert.equal(builtinByName(name), undefined);
});

test("hook files cannot use anyhook's internal builtins", async () => {
  const own = Object.keys(builtinRows()).filter((name) => !expected.includes(name));
  assert.deepEqual(own.sort(), [
    'anyhook:changed',
    'anyhook:cut',
    'anyhook:fleet-age',
    'anyhook:self-protection',
    'anyhook:unloadable',
    'anyhook:untrusted',
  ]);
  for (const name of own) assert.match((await checkBuiltin(name, undefined)) ?? '', /^there is no builtin "anyhook:/);
});

test('a misspelled builtin is reported with the nearest known name', async () => {
  assert.match((await checkBuiltin('add_dat', undefined)) ?? '', /no builtin "add_dat", did you mean "add_date"\?/);
  assert.match(
    (await checkBuiltin('add_recent_commits', ['abc'])) ?? '',
    /^add_recent_commits: .*positive whole number/,
  );
  assert.equal(await checkBuiltin('add_recent_commits', ['3']), undefined);
});

const eventFor = (name: EventName, cwd: string): Event => {
  const call = { kind: 'write' as const, input: { path: '/etc/biome.json' } };
  if (name === 'tool.before' || name === 'tool.after' || name === 'tool.failure')
    return builtinToolEvent(name, cwd, call);
  return eventAt(name, cwd, name === 'tool.permission' ? { call: { ...call, nativeName: 'write' } } : {});
};

for (const builtin of all) {
  test(`${builtin.name} has no opinion on events that it does not support`, async () => {
    using folder = tempFolder();
    const others = eventNames.filter((name) => !builtin.events.includes(name));
    assert.notEqual(others.length, 0);
    for (const name of others) {
      const context = contextWith({ HOME: '/nonexistent', SA_HOOK_INPUT_TRUNCATED: '1' });
      assert.deepEqual(await builtin.run(eventFor(name, folder.path), ['1'], context), { decision: 'pass' }, name);
    }
  });

  test(`${builtin.name} rejects an unknown parameter`, async () => {
    assert.match(
      (await checkBuiltin(builtin.name, { colour: 'red' })) ?? '',
      /there is no field "colour"|expected no arguments/,
    );
    assert.match(
      (await checkBuiltin(builtin.name, JSON.parse('{"__proto__": 1}'))) ?? '',
      /there is no field "__proto__"|expected no arguments/,
    );
  });
}
