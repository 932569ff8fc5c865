import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFixture } from './fixture.js';
import { loadFixtures } from './load.js';

const whole = {
  description: 'd',
  policy_class: 'quality-gate',
  canonical_event: 'postToolUse',
  conformance_level: 'L2',
  payload: { a: 1 },
  expected: { exit_code: 0, stdout_echoes_input: true },
};
const parse = (more: object) => parseFixture(JSON.stringify({ ...whole, ...more }), 'some-file');

test('a published fixture is read, with defaults for missing fields', () => {
  assert.deepEqual(parse({ hook_id: 'h', hook_script: 'h.js' }), {
    name: 'some-file',
    description: 'd',
    policyClass: 'quality-gate',
    canonicalEvent: 'postToolUse',
    level: 'L2',
    required: true,
    hookId: 'h',
    hookScript: 'h.js',
    payload: { a: 1 },
    workspaceSetup: {},
    toolsSetup: {},
    env: {},
    expected: { exitCode: 0, stdoutEchoesInput: true },
  });
});

const mistakes: readonly [string, object, RegExp][] = [
  ['an unknown key', { expect: {} }, /some-file: expected a conformance fixture: expect/],
  ['a misspelt expectation', { expected: { exitcode: 0 } }, /expected\.exitcode/],
  ['a level that does not exist', { conformance_level: 'L3' }, /conformance_level: .*L0/],
  ['a payload that is not an object', { payload: 'x' }, /payload/],
  ['a file outside the workspace', { workspace_setup: { '../x': '' } }, /workspace_setup.*a path inside the folder/],
  ['an absolute file path', { workspace_setup: { '/etc/x': '' } }, /a path inside the folder/],
  ['a tool outside its folder', { tools_setup: { 'a/../../x': '' } }, /tools_setup.*a path inside the folder/],
  ['a huge payload', { pad_to_bytes: 1e12 }, /pad_to_bytes/],
];
for (const [what, more, expected] of mistakes) {
  test(`${what} is refused with the field name`, () => assert.throws(() => parse(more), expected));
}

test('text that is not JSON is refused with the file name', () => {
  assert.throws(() => parseFixture('{', 'broken'), /^.*broken: expected a conformance fixture: /);
});

test('a folder that is missing or has no fixtures is refused', () => {
  assert.throws(() => loadFixtures('/dev/null/x'), /expected a folder with conformance fixtures, got \/dev\/null\/x/);
  assert.throws(() => loadFixtures('packages/flow/src/testing'), /expected conformance fixtures \(\*\.json\)/);
});

const policies = ['config-protection', 'quality-gate', 'stop-goal-fit', 'workflow-steering'];
const events = 'agentSpawn userPromptSubmit preToolUse permissionRequest postToolUse stop subagentStart subagentStop';
const fixtures = loadFixtures();

test('our own fixtures cover every event, and every answer of each policy', () => {
  assert.ok(fixtures.length >= 40);
  const has = (what: string, test: (fixture: (typeof fixtures)[number]) => boolean) =>
    assert.ok(fixtures.some(test), `no fixture for ${what}`);
  for (const event of events.split(' ')) {
    has(`pass-through of ${event}`, (one) => one.policyClass === 'pass-through' && one.canonicalEvent === event);
    has(`a record of ${event}`, (one) => one.expected.telemetryContains?.includes(event) ?? false);
  }
  for (const policy of policies) {
    const own = (test: (fixture: (typeof fixtures)[number]) => boolean) => (one: (typeof fixtures)[number]) =>
      one.policyClass === policy && test(one);
    has(
      `an allow of ${policy}`,
      own(({ name }) => name.includes('--allow-')),
    );
    has(
      `an answer of ${policy}`,
      own(({ name }) => /--(?:block|warn|inject)-/.test(name)),
    );
    has(
      `${policy} disabled`,
      own(({ env }) => env['SA_DISABLED_HOOKS']?.includes(policy) ?? false),
    );
    if (policy !== 'workflow-steering')
      has(
        `${policy} truncated`,
        own(({ padToBytes }) => (padToBytes ?? 0) > 2 ** 20),
      );
  }
  for (const profile of ['minimal', 'strict'])
    has(`profile ${profile}`, ({ env }) => env['SA_HOOK_PROFILE'] === profile);
  has('a missing event name', ({ payload }) => !('hook_event_name' in payload) && 'tool_name' in payload);
  for (const level of ['L0', 'L1', 'L2']) has(level, (one) => one.level === level);
});

test('every fixture is named after its policy and expects an exit code', () => {
  for (const { name, policyClass, expected, hookScript } of fixtures) {
    assert.ok(name.startsWith(`${policyClass}--`), name);
    assert.ok(expected.exitCode === 0 || expected.exitCode === 2, name);
    assert.equal(hookScript, policies.includes(policyClass) ? `${policyClass}.js` : undefined, name);
  }
});
