import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runtimeTimeout } from './limits.js';

test('the variable of a runtime is its name in capitals, with _ for everything else', () => {
  const env = { FLOW_AGENTS_CLAUDE_CODE_HOOK_TIMEOUT_MS: '5000', FLOW_AGENTS_CLAUDE_CODE_TELEMETRY_TIMEOUT_MS: '70' };
  assert.equal(runtimeTimeout(env, 'claude-code', 'HOOK'), 5000);
  assert.equal(runtimeTimeout(env, 'claude-code', 'TELEMETRY'), 70);
  assert.equal(runtimeTimeout(env, 'codex', 'HOOK'), undefined);
});

test('the first word of a runtime will do; the whole name goes first', () => {
  const env = { FLOW_AGENTS_CLAUDE_HOOK_TIMEOUT_MS: '5000' };
  assert.equal(runtimeTimeout(env, 'claude-code', 'HOOK'), 5000);
  assert.equal(runtimeTimeout({ ...env, FLOW_AGENTS_CLAUDE_CODE_HOOK_TIMEOUT_MS: '9' }, 'claude-code', 'HOOK'), 9);
});

for (const given of ['', ' ', '0', '-1', 'soon', 'NaN'])
  test(`a timeout of "${given}" counts as none`, () =>
    assert.equal(runtimeTimeout({ FLOW_AGENTS_PI_HOOK_TIMEOUT_MS: given }, 'pi', 'HOOK'), undefined));

test('nobody waits longer than ten minutes', () =>
  assert.equal(runtimeTimeout({ FLOW_AGENTS_PI_HOOK_TIMEOUT_MS: 'Infinity' }, 'pi', 'HOOK'), 600_000));
