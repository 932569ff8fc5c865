import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runtimeTimeout } from './limits.js';

test("a runtime's variable is its name in capitals with _ for other characters", () => {
  const env = { FLOW_AGENTS_CLAUDE_CODE_HOOK_TIMEOUT_MS: '5000', FLOW_AGENTS_CLAUDE_CODE_TELEMETRY_TIMEOUT_MS: '70' };
  assert.equal(runtimeTimeout(env, 'claude-code', 'HOOK'), 5000);
  assert.equal(runtimeTimeout(env, 'claude-code', 'TELEMETRY'), 70);
  assert.equal(runtimeTimeout(env, 'codex', 'HOOK'), undefined);
});

test('the first word of the runtime name works, but the whole name has priority', () => {
  const env = { FLOW_AGENTS_CLAUDE_HOOK_TIMEOUT_MS: '5000' };
  assert.equal(runtimeTimeout(env, 'claude-code', 'HOOK'), 5000);
  assert.equal(runtimeTimeout({ ...env, FLOW_AGENTS_CLAUDE_CODE_HOOK_TIMEOUT_MS: '9' }, 'claude-code', 'HOOK'), 9);
});

for (const given of ['', ' ', '0', '-1', 'soon', 'NaN'])
  test(`a timeout of "${given}" is ignored`, () =>
    assert.equal(runtimeTimeout({ FLOW_AGENTS_PI_HOOK_TIMEOUT_MS: given }, 'pi', 'HOOK'), undefined));

test('a timeout is at most ten minutes', () =>
  assert.equal(runtimeTimeout({ FLOW_AGENTS_PI_HOOK_TIMEOUT_MS: 'Infinity' }, 'pi', 'HOOK'), 600_000));
