import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentMarks, callerNamesOf, detectAgentSession, surroundingAgent } from './environment.js';

test('every variable of the table identifies its agent, and a prefix matches any variable that starts with it', () => {
  for (const { name, title } of agentMarks) {
    const variable = name.replace('*', 'ANYTHING');
    assert.deepEqual(surroundingAgent({ PATH: '/bin', [variable]: '1' }), { agent: title, variable });
  }
});

test('an environment without agent variables, or with empty ones, identifies no agent', () => {
  assert.equal(surroundingAgent({ PATH: '/bin', CLAUDECODE: '', KIRO_X: '' }), undefined);
});

test('the session id is read from the variable of the agent that sets it', () => {
  assert.equal(detectAgentSession({ CODEX_THREAD_ID: 't-1' }), 't-1');
  assert.equal(detectAgentSession({ CODEX_SANDBOX: 'x', CLAUDE_CODE_SESSION_ID: '' }), undefined);
});

test("a protocol's caller may name itself; other agents keep their own name", () => {
  const env = { FLOW_AGENTS_HOOK_RUNTIME: 'kiro', FLOW_AGENTS_TELEMETRY_RUNTIME: ' ' };
  assert.deepEqual(callerNamesOf('flow', env), { hook: 'kiro', telemetry: 'flow' });
  assert.deepEqual(callerNamesOf('codex', env), { hook: 'codex', telemetry: 'codex' });
  assert.deepEqual(callerNamesOf('unheard-of', env), { hook: 'unheard-of', telemetry: 'unheard-of' });
});
