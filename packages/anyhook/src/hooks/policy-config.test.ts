import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { addConfigParts, policyHooks, policyNamesOf, removeConfigParts } from './policy-config.js';

const policies = policyNamesOf(policyHooks());
const whole = { policies, telemetry: true };
const added = [...policies, 'telemetry'];

test('the policies are the four of Flow Agents', () => {
  assert.deepEqual(policies, ['config-protection', 'quality-gate', 'stop-goal-fit', 'workflow-steering']);
});

const texts: readonly [string, string, unknown][] = [
  ['no content', '', {}],
  ['an empty map', '{}\n', {}],
  ['other keys', 'profile: strict\n', { profile: 'strict' }],
  ['no hooks', 'hooks: []\nstopLimit: 3\n', { stopLimit: 3 }],
  ['a key without a value', 'hooks:\nstopLimit: 3\n', { stopLimit: 3 }],
  ['a hook on one line', 'hooks: [{ on: tool.after, run: "true" }]\n', { hooks: [{ on: 'tool.after', run: 'true' }] }],
];
for (const [what, text, left] of texts) {
  test(`a config with ${what} gets all parts once, and removing them restores it`, () => {
    const edit = addConfigParts('c.yaml', text, whole);
    assert.deepEqual([edit.added, edit.kept], [added, []]);
    const value = parse(edit.text) as { hooks: { use?: string }[]; telemetry: unknown };
    assert.deepEqual(
      value.hooks.flatMap(({ use }) => use ?? []),
      policies,
    );
    assert.deepEqual(value.telemetry, {});
    const again = addConfigParts('c.yaml', edit.text, whole);
    assert.deepEqual([again.text, again.added, again.kept], [edit.text, [], added]);
    const removed = removeConfigParts(edit.text, edit.added);
    assert.deepEqual(removed === '' ? {} : parse(removed), left);
  });
}

describe('removeConfigParts', () => {
  const { text } = addConfigParts('c.yaml', '', whole);

  test('keeps parts that were not added, and parts that the user changed', () => {
    const mine = text
      .replace('use: quality-gate\n', 'use: quality-gate\n    timeoutMs: 5\n')
      .replace('{}', '{ dir: /a }');
    assert.deepEqual(parse(removeConfigParts(mine, added)), {
      hooks: [{ use: 'quality-gate', timeoutMs: 5, on: 'tool.after' }],
      telemetry: { dir: '/a' },
    });
    assert.deepEqual(parse(removeConfigParts(text, ['telemetry'])).hooks.length, 4);
  });

  test('does not change a file that is no longer a config', () => {
    for (const broken of ['hooks: [', '- a\n', 'text']) assert.equal(removeConfigParts(broken, added), broken);
  });

  test('keeps comments', () => {
    const left = removeConfigParts(`# of the file\n${text}# about the limit\nstopLimit: 3\n`, added);
    assert.match(left, /# of the file[\s\S]*# about the limit\nstopLimit: 3\n/);
  });
});

for (const [what, text] of [
  ['is not YAML', 'hooks: ['],
  ['is a list', '- a\n'],
  ['has hooks that are not a list', 'hooks: 3\n'],
] as const) {
  test(`a file that ${what} is rejected by name`, () => {
    assert.throws(() => addConfigParts('c.yaml', text, whole), /^.*c\.yaml: .*so no hook can be added/);
  });
}

test('telemetry cannot be added to a file that is not a map', () => {
  for (const [text, what] of [
    ['a: [', 'it is not valid YAML'],
    ['- a\n', 'expected a map at its top'],
  ] as const)
    assert.throws(
      () => addConfigParts('c.yaml', text, { policies: [], telemetry: true }),
      new RegExp(`c\\.yaml: ${what}, so "telemetry" cannot be added`),
    );
});
