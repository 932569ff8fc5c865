import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runtimeOf, runtimeTimeout } from './runtime.js';

test('the variable of a runtime is its name in capitals, with _ for everything else', () => {
  const env = { FLOW_AGENTS_CLAUDE_CODE_HOOK_TIMEOUT_MS: '5000', FLOW_AGENTS_CLAUDE_CODE_TELEMETRY_TIMEOUT_MS: '70' };
  assert.equal(runtimeTimeout(env, 'claude-code', 'HOOK'), 5000);
  assert.equal(runtimeTimeout(env, 'claude-code', 'TELEMETRY'), 70);
  assert.equal(runtimeTimeout(env, 'codex', 'HOOK'), undefined);
});

for (const given of ['', ' ', '0', '-1', 'soon', 'NaN'])
  test(`a timeout of "${given}" counts as none`, () =>
    assert.equal(runtimeTimeout({ FLOW_AGENTS_PI_HOOK_TIMEOUT_MS: given }, 'pi', 'HOOK'), undefined));

test('nobody waits longer than ten minutes', () =>
  assert.equal(runtimeTimeout({ FLOW_AGENTS_PI_HOOK_TIMEOUT_MS: 'Infinity' }, 'pi', 'HOOK'), 600_000));

test('whoever calls the flow contract may say who it is; others are who they are', () => {
  const env = { FLOW_AGENTS_HOOK_RUNTIME: 'kiro', FLOW_AGENTS_TELEMETRY_RUNTIME: ' ' };
  assert.equal(runtimeOf('flow', env, 'FLOW_AGENTS_HOOK_RUNTIME'), 'kiro');
  assert.equal(runtimeOf('flow', env, 'FLOW_AGENTS_TELEMETRY_RUNTIME'), 'flow');
  assert.equal(runtimeOf('codex', env, 'FLOW_AGENTS_HOOK_RUNTIME'), 'codex');
});
