import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, test } from 'node:test';
import { findAgent } from '../src/agents/index.js';
import { answerEvent } from '../src/answer/answer-event.js';
import { incomingAgentEvent } from '../src/answer/native-event.js';
import { type TestProject, testProject } from './cli/harness.js';

const bin = resolve('packages/anyhook/bin/anyhook.cjs');

/** The answer to an agent from a separate process. */
function runIn(project: TestProject, args: readonly string[], payload: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, 'run', '--trust-project', ...args], {
    cwd: project.dir,
    env: project.env,
    input: payload,
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { status, stdout, stderr };
}

const claudePayload = (event: string, input: string, tool = 'Bash'): string =>
  `{"session_id":"s1","hook_event_name":"${event}","tool_name":"${tool}","prompt":"x","tool_input":${input}}`;
const list = '{"command":"ls"}';
const nested = (levels: number): string => `{"command":"ls","x":${'['.repeat(levels)}${']'.repeat(levels)}}`;

const guard = {
  '.agents/anyhook.yaml': 'hooks:\n  - {id: guard, on: tool.before, run: "cat >/dev/null; echo no >&2; exit 2"}\n',
};

describe('a project that does not load in time', () => {
  const never = () => new Promise<never>(() => {});
  const ask = async (agent: string, payload: string, event?: string) => {
    const options = { agent: findAgent(agent), timeoutMs: 20, ...(event !== undefined && { event }) };
    const world = { cwd: '/', env: { HOME: '/nowhere' }, home: '/nowhere' };
    const input = { bytes: Buffer.from(payload), truncated: false };
    return answerEvent(incomingAgentEvent({ options, input, world }), { project: never });
  };

  test('asks before a tool runs, and says why', async () => {
    const { verdict } = await ask('claude-code', claudePayload('PreToolUse', list));
    assert.equal(verdict.decision, 'ask');
    assert.match(verdict.reason ?? '', /could not be loaded within 20 ms.*no hook has checked this/);
  });

  test('denies where the agent cannot ask', async () => {
    assert.equal((await ask('codex', claudePayload('PreToolUse', list))).verdict.decision, 'deny');
    assert.equal((await ask('claude-code', claudePayload('UserPromptSubmit', list))).verdict.decision, 'deny');
  });

  test('lets the agent continue with a note if nothing can be prevented', async () => {
    for (const event of ['PostToolUse', 'Stop', 'SessionEnd', 'PermissionRequest']) {
      const { verdict } = await ask('claude-code', claudePayload(event, list));
      assert.equal(verdict.decision, 'pass', event);
      assert.match(verdict.notes.join(), /could not be loaded within 20 ms/, event);
    }
  });

  test('lets Flow Agents continue with a note, as their contract requires', async () => {
    const { verdict } = await ask('flow', '{"hook_event_name":"preToolUse","tool_name":"Bash","tool_input":{}}');
    assert.equal(verdict.decision, 'pass');
    assert.match(verdict.notes.join(), /could not be loaded within 20 ms/);
  });
});

test('a process that times out before its hooks are loaded asks', (t) => {
  const { status, stdout } = runIn(
    testProject(t, guard),
    ['--host', 'claude-code', '--timeout', '1'],
    claudePayload('PreToolUse', list),
  );
  assert.equal(status, 0);
  assert.equal(JSON.parse(stdout).hookSpecificOutput.permissionDecision, 'ask');
});

describe('a payload', () => {
  const decisionOf = (stdout: string): string => JSON.parse(stdout).hookSpecificOutput.permissionDecision;

  test('of 400 levels reaches the hooks', (t) => {
    const { stdout } = runIn(
      testProject(t, guard),
      ['--host', 'claude-code'],
      claudePayload('PreToolUse', nested(400)),
    );
    assert.equal(decisionOf(stdout), 'deny');
  });

  for (const levels of [501, 5_000, 200_000]) {
    test(`of ${levels} levels asks before a tool runs`, (t) => {
      const project = testProject(t, guard);
      const asked = runIn(project, ['--host', 'claude-code'], claudePayload('PreToolUse', nested(levels)));
      assert.equal(decisionOf(asked.stdout), 'ask');
      assert.match(asked.stdout, /nested more than 500 levels deep/);
      const denied = runIn(project, ['--host', 'codex'], claudePayload('PreToolUse', nested(levels)));
      assert.equal(decisionOf(denied.stdout), 'deny');
      const after = runIn(project, ['--host', 'claude-code'], claudePayload('PostToolUse', nested(levels)));
      assert.equal(after.status, 0);
      assert.doesNotMatch(after.stdout, /"decision":"block"/);
    });
  }

  const large: readonly [string, string][] = [
    ['with a million keys', `{"command":"ls",${Array.from({ length: 1_000_000 }, (_, i) => `"k${i}":1`).join()}}`],
    ['with a string of 20 MB', `{"command":"${'x'.repeat(20_000_000)}"}`],
    ['with lone surrogates', '{"command":"\\ud800 ls \\udc00","\\udfff":"\\ud83d"}'],
  ];
  for (const [what, input] of large) {
    test(`${what} reaches the hooks`, (t) => {
      const { stdout } = runIn(testProject(t, guard), ['--host', 'claude-code'], claudePayload('PreToolUse', input));
      assert.equal(decisionOf(stdout), 'deny');
    });
  }

  test('that is too deep is let through for Flow Agents, with a note', (t) => {
    const payload = `{"hook_event_name":"preToolUse","tool_name":"Bash","tool_input":${nested(600)}}`;
    const { status, stderr } = runIn(testProject(t, guard), ['--host', 'flow'], payload);
    assert.equal(status, 0);
    assert.match(stderr, /nested more than 500 levels deep/);
  });
});
