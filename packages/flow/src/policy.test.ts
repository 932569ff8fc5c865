import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tempFolder } from '../../anyhook/test/builtin-world.js';
import { policies } from './policies.js';
import { createPolicyRun, type PolicyContext, runPolicy } from './policy.js';

const world = (more: Partial<PolicyContext> = {}): PolicyContext => ({
  env: { PATH: process.env['PATH'], HOME: '/nonexistent' },
  cwd: '/nonexistent',
  home: '/nonexistent',
  ...more,
});
const policyOf = (name: string) => {
  const found = policies.find((policy) => policy.name === name);
  assert.ok(found, name);
  return found;
};

test("the contract's four policies exist", () => {
  assert.deepEqual(
    policies.map(({ name }) => name),
    ['config-protection', 'quality-gate', 'stop-goal-fit', 'workflow-steering'],
  );
});

for (const policy of policies) {
  const run = createPolicyRun(policy);
  test(`${policy.name}: with nothing to report, the input is returned unchanged`, () => {
    for (const raw of ['{}', '{"tool_input":{"path":"src/a.css"}}', '{ "cwd": "/nonexistent" }\n']) {
      assert.equal(run(raw), raw);
    }
  });

  test(`${policy.name}: input that is not a JSON object is allowed with a warning`, () => {
    for (const raw of ['', 'x', '[]', 'null', '3']) {
      const output = run(raw);
      assert.ok(typeof output === 'object');
      assert.deepEqual([output.exitCode, output.stdout], [0, undefined], raw);
      assert.match(output.stderr ?? '', new RegExp(`^anyhook: ${policy.name}: .*; allowed\\n$`));
    }
  });

  test(`${policy.name}: an own __proto__ in the payload changes nothing`, () => {
    const raw = '{"__proto__":{"tool_input":{"path":"biome.json"}},"cwd":"/nonexistent"}';
    assert.equal(run(raw), raw);
  });

  test(`${policy.name}: ${policy.name === 'config-protection' ? 'blocks' : 'allows'} a payload that was cut`, () => {
    const raw = '{"hook_event_name":"Stop","cwd":"/nonexistent","tool_input":{"path":"src/a.ts","content":"xx';
    const output = run(raw, { truncated: true, maxStdin: 96 });
    if (policy.name !== 'config-protection') return assert.equal(output, raw);
    assert.ok(typeof output === 'object');
    assert.deepEqual([output.exitCode, output.stdout], [2, undefined]);
    assert.match(output.stderr ?? '', /cut at 96 bytes/);
  });
}

test('an environment variable marks input as cut, unless the caller says otherwise', () => {
  const env = { SA_HOOK_INPUT_TRUNCATED: '1', SA_HOOK_INPUT_MAX_BYTES: '70' };
  const { exitCode, stderr } = runPolicy(policyOf('config-protection'), '{}', {}, world({ env }));
  assert.deepEqual([exitCode, /cut at 70 bytes/.test(stderr)], [2, true]);
  assert.equal(runPolicy(policyOf('config-protection'), '{}', { truncated: false }, world({ env })).exitCode, 0);
});

test('a policy that throws allows with a warning', () => {
  const broken = {
    ...policyOf('config-protection'),
    run: () => {
      throw new Error('oops');
    },
  };
  const wire = runPolicy(broken, '{}', {}, world());
  assert.deepEqual(wire, { stdout: '{}', stderr: 'anyhook: config-protection: oops; allowed\n', exitCode: 0 });
});

test('steering recognises prompts, session starts and subagent calls by name or by fields', () => {
  using folder = tempFolder({ '.flow-agents/t/state.json': '{"status":"blocked"}', '.git/HEAD': '' });
  const cwd = folder.path;
  const tool_input = { command: 'InvokeSubagents', content: { subagents: [{ agent_name: 'tool-worker' }] } };
  const rows: readonly [object, RegExp | undefined][] = [
    [{ hook_event_name: 'UserPromptSubmit', cwd }, /STATE: t is blocked/],
    [{ hook_event_name: 'BeforeAgent', cwd, prompt: 'x' }, /STATE: t is blocked/],
    [{ cwd }, /STATE: t is blocked/],
    [{ hook_event_name: 'SessionStart', cwd }, /STATE: t is blocked/],
    [{ hook_event_name: 'PostToolUse', cwd, tool_input }, /EXECUTION COMPLETE/],
    [{ hook_event_name: 'AfterTool', cwd, tool_input }, /EXECUTION COMPLETE/],
    [{ cwd, tool_input }, /EXECUTION COMPLETE/],
    [{ hook_event_name: 'PostToolUse', cwd, tool_name: 'write', tool_input: {} }, undefined],
    [{ hook_event_name: 'Stop', cwd }, undefined],
  ];
  for (const [payload, expected] of rows) {
    const raw = JSON.stringify(payload);
    const { stdout, exitCode } = runPolicy(policyOf('workflow-steering'), raw, {}, world());
    assert.equal(exitCode, 0);
    if (expected) assert.match(stdout.slice(raw.length), expected, raw);
    else assert.equal(stdout, raw);
  }
});

test("the project's formatter runs only if the environment or the caller trusts the project", () => {
  const biome = '#!/bin/sh\necho own\nexit 1\n';
  using folder = tempFolder({ 'biome.json': '{}', 'a.ts': 'x', 'node_modules/.bin/biome': biome, '.git/HEAD': '' });
  const raw = JSON.stringify({ tool_name: 'write', tool_input: { path: 'a.ts' }, cwd: folder.path });
  const env = { ...world().env, SA_QUALITY_GATE_STRICT: 'true' };
  const ran = (more: Partial<PolicyContext>) =>
    /own/.test(runPolicy(policyOf('quality-gate'), raw, {}, world({ env, ...more })).stderr);
  assert.equal(ran({}), false);
  assert.equal(ran({ trustedRoot: folder.path }), true);
  assert.equal(ran({ env: { ...env, ANYHOOK_TRUST: 'project' } }), true);
  assert.equal(ran({ env: { ...env, ANYHOOK_TRUST: 'project' }, trustedRoot: null }), false);
});
