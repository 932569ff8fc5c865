import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { canarySession, canaryVariable } from '../../../core/src/canary.js';
import { hookMdWithScript } from './harness.js';
import {
  callEntry,
  entryCommand,
  entryRows,
  type InitMachine,
  initMachine,
  shellPayload,
  terminal,
} from './init-world.js';

const files = hookMdWithScript('refuse', 'before_tool', 'touch "$HOME/ran"; echo "never that" >&2; exit 2');
const row = entryRows.find(({ agent, scope }) => agent === 'codex' && scope === 'user');

async function connected(here: InitMachine) {
  assert.ok(row);
  await here.run(['trust', '--yes'], terminal);
  await here.run(['init', '--agent', row.agent, '--yes']);
  const payload = JSON.parse(shellPayload(row, 'ls', here.dir)) as Record<string, unknown>;
  const call = (session: string | undefined, env: Readonly<Record<string, string>>) =>
    callEntry(
      here,
      entryCommand(here, row),
      JSON.stringify(session === undefined ? payload : { ...payload, session_id: session }),
      env,
    );
  return { call, ran: () => existsSync(here.at('~/ran')), state: here.env['XDG_STATE_HOME'] ?? '' };
}

const forged: readonly (readonly [what: string, session: string | undefined, nonce: string])[] = [
  ['the variable alone', undefined, 'n'],
  ['the session alone', canarySession('n'), ''],
  ['the session of another nonce', canarySession('n'), 'm'],
];

for (const [what, session, nonce] of forged) {
  test(`${what} is not a canary: hooks run and their refusal stands`, async (t) => {
    const { call, ran } = await connected(initMachine(t, files));
    const { stdout, stderr } = call(session, { [canaryVariable]: nonce });
    assert.match(stdout + stderr, /never that/);
    assert.equal(ran(), true);
  });
}

test('a complete canary is refused without running a hook or storing a session', async (t) => {
  const { call, ran, state } = await connected(initMachine(t, files));
  const { stdout, stderr } = call(canarySession('n'), { [canaryVariable]: 'n' });
  const { hookSpecificOutput } = JSON.parse(stdout) as { hookSpecificOutput: Record<string, string> };
  assert.equal(hookSpecificOutput['permissionDecision'], 'deny');
  assert.match(hookSpecificOutput['permissionDecisionReason'] ?? '', /^anyhook canary n: version \S+, hooks \d+$/);
  assert.match(stderr, /^anyhook canary n: /);
  assert.equal(ran(), false);
  assert.equal(existsSync(join(state, 'anyhook', 'sessions')), false);
});
