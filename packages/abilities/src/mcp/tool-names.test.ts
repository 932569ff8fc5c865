import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ability, LoadedAbility } from '../registry/ability.js';
import { toolNames } from './tools.js';

const named = (...names: readonly string[]): readonly LoadedAbility[] =>
  names.map((name) => ({ ability: { name } as Ability, state: { kind: 'active' } }));

const mapping = (names: readonly string[], taken: readonly string[] = []) =>
  [...toolNames(named(...names), taken)].map(([tool, { ability }]) => [ability.name, tool]);

test('a name that clients accept is kept as the tool name', () => {
  assert.deepEqual(mapping(['deploy-it', 'run_2']), [
    ['deploy-it', 'deploy-it'],
    ['run_2', 'run_2'],
  ]);
});

test('dots and spaces in a name become underscores', () => {
  assert.deepEqual(mapping(['db.write.user row']), [['db.write.user row', 'db_write_user_row']]);
});

test('if several names map to one tool name, the valid one keeps it, in any order', () => {
  for (const names of [
    ['a.b', 'a_b', 'a b'],
    ['a b', 'a.b', 'a_b'],
  ]) {
    const tools = new Map(mapping(names) as [string, string][]);
    assert.equal(tools.get('a_b'), 'a_b');
    assert.match(tools.get('a b') ?? '', /^a_b_[0-9a-f]{6}$/);
    assert.equal(new Set(tools.values()).size, 3);
  }
});

test('an ability named like a fixed tool gets another tool name', () => {
  assert.match(mapping(['run_task'], ['run_task'])[0]?.[1] ?? '', /^run_task_[0-9a-f]{6}$/);
});

test('hostile names become valid, distinct tool names', () => {
  const names = [
    'x'.repeat(500),
    `${'x'.repeat(500)}y`,
    '日本語',
    '中文中',
    '',
    '__proto__',
    'constructor',
    '../../etc',
  ];
  const tools = mapping(names).map(([, tool]) => tool ?? '');
  assert.equal(new Set(tools).size, names.length);
  for (const tool of tools) assert.match(tool, /^[A-Za-z0-9_-]{1,48}$/);
});
