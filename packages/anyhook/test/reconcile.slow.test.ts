import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { env, freshMachine } from './cli/init-fresh.js';
import { type InitMachine, terminal } from './cli/init-world.js';
import {
  type AgentSession,
  agentSession,
  alertsIn,
  type EntryAnswer,
  messageOf,
  stateOf,
} from './support/agent-session.js';
import { guarded, transcript } from './support/guarded-machine.js';

const kinds = (here: InitMachine) => alertsIn(here).map(({ kind }) => kind);

test('a call that ran without a question raises an alert in the answer, the log, doctor and the record', async (t) => {
  const here = await guarded(t);
  const session = agentSession(here, 's');
  await session.start();
  const answer = await session.after('call-1', 'rm -rf build');
  const text = /ALERT: Claude Code ran Bash \(call-1\) and never asked anyhook, so no guard saw it/;
  assert.match(messageOf(answer), text);
  assert.match(messageOf(answer), /The cause is not known: run "anyhook doctor" in a terminal\./);
  const log = await here.run(['log', '--all']);
  assert.match(log.stdout, text);
  assert.match(log.stdout, /ALERT pass/);
  const records = (await here.run(['log', '--all', '--json'])).stdout.trim().split('\n');
  assert.deepEqual(
    records
      .map((line) => JSON.parse(line))
      .filter(({ session: name }) => name === 's')
      .map(({ event, alert }) => [event, alert]),
    [
      ['session.start', undefined],
      ['tool.after', 'unasked'],
    ],
  );
  assert.match((await here.run(['why'])).stdout, /ALERT +it ran, but anyhook was never asked about it/);
  const doctor = await here.run(['doctor', '--agent', 'claude-code'], { env });
  assert.equal(doctor.code, 1);
  assert.match(doctor.stdout, /✗ .*ALERT: Claude Code ran Bash[\s\S]*\[call-unguarded\]/);
  // Each call is reported once.
  assert.equal(messageOf(await session.after('call-1')), '');
  assert.deepEqual(kinds(here), ['unasked']);
});

test('a call that ran although it was denied raises an alert', async (t) => {
  const here = await guarded(t);
  const session = agentSession(here, 's');
  await session.start();
  const denied = await session.before('call-1', 'rm -rf ~');
  assert.match(denied.stdout, /"permissionDecision":"deny"/);
  assert.match(
    messageOf(await session.after('call-1', 'rm -rf ~')),
    /ran Bash \(call-1\) although anyhook had denied it/,
  );
  assert.deepEqual(kinds(here), ['ran-denied']);
});

test('checked calls raise no alert: single, parallel, failed, denied, or sent twice', async (t) => {
  const here = await guarded(t);
  const session = agentSession(here, 's');
  await session.start();
  await session.before('one');
  await session.after('one');
  await Promise.all([session.before('two'), session.before('three'), session.before('four')]);
  await Promise.all([session.after('four'), session.after('two')]);
  await session.send('PostToolUseFailure', { tool_name: 'Bash', tool_use_id: 'three', tool_input: {}, error: 'x' });
  await session.before('five', 'rm -rf ~');
  await session.send('PostToolUseFailure', { tool_name: 'Bash', tool_use_id: 'five', tool_input: {}, error: 'denied' });
  // The agent asks about the same id again and gets another answer.
  await session.before('six', 'rm -rf ~');
  await session.before('six', 'echo hi');
  await session.after('six', 'echo hi');
  // A failure of a call without a start does not prove that it ran.
  await session.send('PostToolUseFailure', {
    tool_name: 'Bash',
    tool_use_id: 'seven',
    tool_input: {},
    error: 'bad input',
  });
  await session.send('Stop');
  await session.send('SessionEnd', { reason: 'other' });
  assert.deepEqual(kinds(here), []);
});

test('a question that arrives late or is still being decided raises no alert', async (t) => {
  const here = await guarded(t);
  const session = agentSession(here, 's');
  await session.start();
  const after = session.open('PostToolUse', {
    ...{ tool_name: 'Bash', tool_use_id: 'late', tool_input: { command: 'echo hi' }, tool_response: {} },
  });
  await new Promise((done) => setTimeout(done, 300));
  await session.before('late');
  assert.equal(messageOf(await after.end), '');
  assert.deepEqual(kinds(here), []);
});

test('a call that overtakes the start event of its session raises no alert', async (t) => {
  const here = await guarded(t);
  const session = agentSession(here, 's');
  await session.before('one');
  await session.start();
  await session.after('one');
  assert.deepEqual(kinds(here), []);
  await session.after('two');
  assert.deepEqual(kinds(here), ['unasked']);
});

test('a session that began before init, before an upgrade, or in the middle is not compared', async (t) => {
  const here = await guarded(t);
  // No start was seen.
  await agentSession(here, 'earlier').after('call-1');
  // After a compaction or /clear, the process may be one that began before the entries were written.
  for (const source of ['compact', 'clear']) {
    const session = agentSession(here, source);
    await session.start(source);
    await session.after('call-1');
  }
  // An installation of an earlier version has no record of its entries.
  rmSync(join(stateOf(here), 'entries.json'));
  const upgraded = agentSession(here, 'upgraded');
  await upgraded.start();
  await upgraded.after('call-1');
  assert.deepEqual(kinds(here), []);
  // The next init notes them, although it has nothing to write.
  await here.run(['init', '--yes'], { env });
  const session = agentSession(here, 'next');
  await session.start();
  await session.after('call-1');
  assert.deepEqual(kinds(here), ['unasked']);
});

test('resumed and compacted sessions stay silent, and stay watched', async (t) => {
  const here = await guarded(t);
  const session = agentSession(here, 's');
  await session.start();
  await session.before('one');
  await session.send('SessionEnd', { reason: 'other' });
  await session.start('resume');
  await session.after('one');
  await session.before('two');
  await session.start('compact');
  await session.after('two');
  assert.deepEqual(kinds(here), []);
  await session.after('three');
  assert.deepEqual(kinds(here), ['unasked']);
});

test('calls of subagents and of two sessions at once are told apart', async (t) => {
  const here = await guarded(t);
  const [a, b] = [agentSession(here, 'a'), agentSession(here, 'b')];
  await Promise.all([a.start(), b.start()]);
  const subagent = { agent_id: 'agent-1', agent_type: 'Explore' };
  await Promise.all([a.before('one', 'echo hi', subagent), b.before('two')]);
  await Promise.all([a.after('one', 'echo hi', subagent), b.after('two')]);
  assert.deepEqual(kinds(here), []);
  // The same id in the other session was never asked about.
  await b.after('one');
  assert.deepEqual(
    alertsIn(here).map(({ session, call }) => [session, call]),
    [['b', 'one']],
  );
});

test('calls while hooks were off raise no alert after they are on again', async (t) => {
  const here = await guarded(t);
  const session = agentSession(here, 's');
  await session.start();
  await session.before('one');
  assert.equal((await here.run(['off', '10m'], terminal)).code, 0);
  await session.before('two', 'rm -rf ~');
  await session.after('one');
  assert.equal((await here.run(['on'], terminal)).code, 0);
  await session.after('two');
  const begunOff = agentSession(here, 'begun-off');
  await here.run(['off', '10m'], terminal);
  await begunOff.start();
  await begunOff.before('three');
  await here.run(['on'], terminal);
  await begunOff.after('three');
  assert.deepEqual(kinds(here), []);
});

test('a journal that is off or deleted changes nothing', async (t) => {
  const here = await guarded(t);
  appendFileSync(here.at('~/.config/anyhook/config.yaml'), '\njournal: { enabled: false }\n');
  await here.run(['trust', '--yes']);
  const session = agentSession(here, 's');
  await session.start();
  await session.before('one');
  rmSync(join(stateOf(here), 'journal'), { recursive: true, force: true });
  await session.after('one');
  assert.deepEqual(kinds(here), []);
  assert.match(messageOf(await session.after('two')), /ALERT/);
});

test('calls are not compared if a person removed an entry or gave it a matcher or a condition', async (t) => {
  const here = await guarded(t);
  const settings = JSON.parse(here.get('~/.claude/settings.json'));
  const [group] = settings.hooks.PreToolUse;
  const changes: Record<string, unknown> = {
    gone: undefined,
    matcher: [{ ...group, matcher: 'Write' }],
    condition: [{ hooks: [{ ...group.hooks[0], if: 'Bash(git *)' }] }],
  };
  for (const [name, PreToolUse] of Object.entries(changes)) {
    here.put('~/.claude/settings.json', JSON.stringify({ ...settings, hooks: { ...settings.hooks, PreToolUse } }));
    const session = agentSession(here, name);
    await session.start();
    await session.after('one');
  }
  assert.deepEqual(kinds(here), []);
  const everyTool = { ...settings.hooks, PreToolUse: [{ ...group, matcher: '*' }] };
  here.put('~/.claude/settings.json', JSON.stringify({ ...settings, theme: 'dark', hooks: everyTool }));
  const session = agentSession(here, 'all');
  await session.start();
  await session.after('one');
  assert.deepEqual(kinds(here), ['unasked']);
});

/** Waits for the engine, which the last event may have started, and ends it. Without its folder an engine ends by itself. */
async function endEngine(here: InitMachine): Promise<void> {
  for (const end = Date.now() + 20_000; Date.now() < end; await pause(50)) {
    const { pid } = JSON.parse((await here.run(['engine', 'status', '--json'])).stdout) as { pid?: number };
    if (pid === undefined) continue;
    process.kill(pid);
    while (JSON.parse((await here.run(['engine', 'status', '--json'])).stdout).pid === pid) await pause(50);
    return;
  }
  assert.fail('no engine was started');
}

test('an engine that ends between a call and its result raises no alert', async (t) => {
  const here = await guarded(t, 'on');
  const session = agentSession(here, 's', {});
  await session.start();
  await session.before('one');
  await endEngine(here);
  await session.after('one');
  await session.before('two');
  await endEngine(here);
  await agentSession(here, 's').after('two');
  assert.deepEqual(kinds(here), []);
  await session.after('three');
  assert.deepEqual(kinds(here), ['unasked']);
});

// A private disk for this test needs a namespace.
const isSmallDiskPossible = spawnSync('unshare', ['-rm', '--', 'sh', '-c', 'mount -t tmpfs none /mnt']).status === 0;

test('a line lost on a full disk raises no alert when there is space again', {
  skip: isSmallDiskPossible ? false : 'this system does not allow mounting a small disk',
}, () => {
  const inner = fileURLToPath(new URL('support/reconcile-full-disk.ts', import.meta.url));
  const { stdout, stderr } = spawnSync('unshare', ['-rm', '--', process.execPath, '--import', 'tsx', inner], {
    encoding: 'utf8',
  });
  assert.deepEqual(JSON.parse(stdout || '{}'), { before: true, full: false, later: false }, stderr);
});

test('a call found only in the transcript raises an alert at the next event that can show it', async (t) => {
  const here = await guarded(t);
  const file = join(here.home, 's.jsonl');
  const old = transcript('resumed-call', { at: new Date(Date.now() - 60_000).toISOString() });
  writeFileSync(file, old);
  const session = agentSession(here, 's');
  await session.start('resume');
  await session.before('asked');
  await session.before('denied', 'rm -rf ~');
  // A resumed session may be copied, with its old calls.
  appendFileSync(file, old + transcript('asked') + transcript('denied', { isError: true }));
  appendFileSync(file, transcript('todo', { name: 'TodoWrite' }) + transcript('failed', { isError: true }));
  await session.send('Stop');
  assert.deepEqual(kinds(here), []);
  appendFileSync(file, transcript('hidden'));
  await session.send('Stop');
  assert.deepEqual(
    alertsIn(here).map(({ kind, call }) => [kind, call]),
    [['unseen', 'hidden']],
  );
  const other = agentSession(here, 'other');
  assert.match(
    messageOf(await other.start()),
    /ran Bash \(hidden\) and none of its hooks was called.*in another session/,
  );
  assert.equal(messageOf(await other.send('Stop')), '');
  await session.send('Stop');
  assert.equal(kinds(here).length, 1);
});

test('a call that the agent writes into its transcript after the stop is found by the engine', async (t) => {
  const here = await guarded(t, 'on');
  const file = join(here.home, 's.jsonl');
  writeFileSync(file, '');
  const session = agentSession(here, 's', {});
  await session.start();
  await session.send('Stop');
  appendFileSync(file, transcript('hidden'));
  for (const end = Date.now() + 30_000; kinds(here).length === 0 && Date.now() < end; ) await pause(100);
  assert.deepEqual(kinds(here), ['unseen']);
});

test("a session's file is deleted when it cannot be written, so a full disk raises no alert", async (t) => {
  const here = await guarded(t);
  const session = agentSession(here, 's');
  await session.start();
  const folder = join(stateOf(here), 'calls');
  const [name = ''] = readdirSync(folder);
  // At its maximum size: the next line cannot be written.
  appendFileSync(join(folder, name), `${'x'.repeat(1024 * 1024)}\n`);
  await session.before('one');
  assert.equal(existsSync(join(folder, name)), false);
  await session.after('one');
  await session.after('two');
  assert.deepEqual(kinds(here), []);
});

test('an unconfirmed mod is named as the likely cause', async (t) => {
  const here = await guarded(t);
  here.put('~/.claude/skills/quiet/.claude-plugin/plugin.json', '{"name": "quiet", "version": "1.0.0"}');
  here.put('~/.claude/skills/quiet/hooks/hooks.json', '{"modules": ["./register.js"]}');
  here.put(
    '~/.claude/skills/quiet/hooks/register.js',
    "export const register = (on) => on('classic.PreToolUse', () => ({}));",
  );
  const session = agentSession(here, 's');
  await session.start();
  assert.match(
    messageOf(await session.after('one')),
    /Likely cause: ~\/\.claude\/skills\/quiet is a mod of Claude Code/,
  );
});

test('without call ids, only a tool without any question raises an alert', async (t) => {
  const here = freshMachine(t, ['.gemini']);
  assert.equal((await here.run(['init', '--yes'], { env })).code, 0);
  const tool = (name: string) => ({ tool_name: name, tool_input: { command: 'echo hi' }, tool_response: {} });
  const [a, b] = ['a', 'b'].map((id) => agentSession(here, id, { ANYHOOK_ENGINE: 'off' }, '~/.gemini/settings.json'));
  await a?.send('SessionStart', { source: 'startup' });
  await a?.send('BeforeTool', tool('run_shell_command'));
  for (let i = 0; i < 3; i++) await a?.send('AfterTool', tool('run_shell_command'));
  // A denial says nothing about the next call of the same tool.
  await a?.send('BeforeTool', { tool_name: 'run_shell_command', tool_input: { command: 'rm -rf ~' } });
  await a?.send('AfterTool', tool('run_shell_command'));
  assert.deepEqual(kinds(here), []);
  await b?.send('SessionStart', { source: 'startup' });
  await b?.send('AfterTool', tool('run_shell_command'));
  await b?.send('AfterTool', tool('run_shell_command'));
  assert.deepEqual(
    alertsIn(here).map(({ kind, session }) => [kind, session]),
    [['unasked', 'b']],
  );
});

test('a call sent by two entries at once is compared once', async (t) => {
  const here = await guarded(t);
  await here.run(['init', '--yes', '--scope', 'project', '--event', 'SessionStart', 'PreToolUse', 'PostToolUse'], {
    env,
  });
  const entries = ['~/.claude/settings.json', '.claude/settings.json'].map((file) =>
    agentSession(here, 's', { ANYHOOK_ENGINE: 'off' }, file),
  );
  const both = (send: (one: AgentSession) => Promise<EntryAnswer>) => Promise.all(entries.map(send));
  await both((one) => one.start());
  await both((one) => one.before('one'));
  await both((one) => one.after('one'));
  assert.deepEqual(kinds(here), []);
  const answers = await both((one) => one.after('two'));
  assert.equal(answers.filter((answer) => messageOf(answer).includes('ALERT')).length, 1);
  assert.deepEqual(kinds(here), ['unasked']);
});

test('doctor says whether calls are compared, and which command adds missing entries', async (t) => {
  const here = freshMachine(t);
  const doctor = async () => (await here.run(['doctor', '--agent', 'claude-code'], { env })).stdout;
  await here.run(['init', '--yes', '--preset', 'shell-guard'], { env });
  assert.match(
    await doctor(),
    /– calls that ran are not compared .* no entry for (?:\w+, )+\w+; to add them: anyhook init --event SessionStart PreToolUse PostToolUse/,
  );
  await here.run(['init', '--yes', '--event', 'SessionStart', 'PreToolUse', 'PostToolUse'], { env });
  assert.match(await doctor(), /✓ a call that runs without being checked raises an alert/);
  // Another init leaves these entries as they are.
  await here.run(['init', '--yes'], { env });
  assert.match(await doctor(), /✓ a call that runs without being checked raises an alert/);
  rmSync(join(stateOf(here), 'entries.json'));
  assert.match(
    await doctor(),
    /– calls that ran are not compared .*: this version of "anyhook init" has not been run yet/,
  );
});
