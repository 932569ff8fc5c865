import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, test } from 'node:test';
import type { FireReport } from '../../src/answer/fire-report.js';
import { type CliResult, hookMdWithScript, type TestProject, testProject } from '../cli/harness.js';

const bin = resolve('packages/anyhook/bin/anyhook.cjs');
const guard = hookMdWithScript('guard', 'before_tool', 'echo no >&2; exit 2');

const calls = {
  flow: { hook_event_name: 'PreToolUse', tool_name: 'Bash' },
  'claude-code': { hook_event_name: 'PreToolUse', tool_name: 'Bash' },
  codex: { hook_event_name: 'PreToolUse', tool_name: 'Bash' },
  gemini: { hook_event_name: 'BeforeTool', tool_name: 'run_shell_command' },
} as const;
type AgentName = keyof typeof calls;
const agents = Object.keys(calls) as AgentName[];

const payloadOf = (agent: AgentName, command: string, more = {}): string =>
  JSON.stringify({ ...calls[agent], tool_input: { command }, ...more });

/** `anyhook run`, as an agent calls it. */
function run(here: TestProject, agent: AgentName, stdin: string, more: readonly string[] = []): Promise<CliResult> {
  const args = [bin, 'run', '--host', agent, '--trust-project', ...more];
  return new Promise((done) => {
    const child = spawn(process.execPath, args, { cwd: here.dir, env: here.env });
    const ran = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      ran.stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      ran.stderr += text;
    });
    let problem = '';
    child.stdin.on('error', (error) => {
      problem = `stdin: ${error.message}`;
    });
    child.stdin.end(stdin);
    child.on('close', (code) => done({ ...ran, stderr: ran.stderr + problem, code: code ?? -1 }));
  });
}

const fire = (here: TestProject, agent: AgentName, stdin: string): Promise<CliResult> =>
  here.run(['fire', '--agent', agent, '--json', '--trust-project'], { stdin });
const fireForPeople = (here: TestProject, agent: string, stdin: string) =>
  here.run(['fire', '--agent', agent, '--trust-project'], { stdin });

const oneLine = /^anyhook: [^\n]+\n$/;
const huge = 'x'.repeat(50 * 1024 * 1024);

/** A payload, and the message about it. */
const bad: readonly [string, (agent: AgentName) => string, RegExp][] = [
  ['nothing', () => '', /got nothing/],
  ['blank lines', () => ' \n\n', /got nothing/],
  ['text that is no JSON', () => 'not\njson', /got text that is not JSON/],
  ['a payload that was cut', (agent) => payloadOf(agent, 'ls').slice(0, -5), /got text that is not JSON/],
  ['bytes that are not text', () => '\u0000\uFFFD{', /got text that is not JSON/],
  ['a list', () => '[]', /one JSON object, got (a list|JSON that is not an object)/],
  ['null', () => 'null', /one JSON object, got (null|JSON that is not an object)/],
];

/** An unreadable payload that is still recognized as a call: the input, and the options of its entry. */
const knownCalls: readonly [string, (agent: AgentName) => string, (agent: AgentName) => readonly string[]][] = [
  ['was cut', (agent) => payloadOf(agent, 'ls').slice(0, -5), () => []],
  ['has something behind it', (agent) => `${payloadOf(agent, 'ls')}]`, () => []],
  ['begins with something else', (agent) => `warning: x\n${payloadOf(agent, 'ls')}`, () => []],
  ['is empty, and whose entry names the event', () => '', (agent) => ['--event', calls[agent].hook_event_name]],
  ['is a list, and whose entry names the event', () => '[]', (agent) => ['--event', calls[agent].hook_event_name]],
];

/** How each agent reads the answer to a call. */
function decisionOf(agent: AgentName, stdout: string): string {
  const { decision, hookSpecificOutput } = JSON.parse(stdout || '{}');
  return agent === 'gemini' ? decision : hookSpecificOutput?.permissionDecision;
}
const refusal = { 'claude-code': 'ask', codex: 'deny', gemini: 'deny' } as const;
const refusingAgents = Object.keys(refusal) as (keyof typeof refusal)[];

describe('a bad payload', { concurrency: 2 }, () => {
  for (const agent of agents) {
    test(`${agent}: run reports a bad payload in one line and lets the agent continue`, async (t) => {
      const here = testProject(t, guard);
      for (const [what, make, says] of bad) {
        const stdin = make(agent);
        if (what === 'a payload that was cut' && agent !== 'flow') continue;
        const { code, stdout, stderr } = await run(here, agent, stdin);
        // Flow's contract echoes the input.
        assert.deepEqual([code, stdout], [0, agent === 'flow' ? stdin : ''], what);
        assert.match(stderr, oneLine, what);
        assert.match(stderr, says, what);
        assert.match(stderr, new RegExp(`${agent} goes on without hooks\n$`), what);
      }
    });

    test(`${agent}: fire reports a bad payload in one line and exits 1`, async (t) => {
      const here = testProject(t, guard);
      for (const [what, make, says] of bad) {
        const { code, stdout, stderr } = await fireForPeople(here, agent, make(agent));
        assert.deepEqual([code, stdout], [1, ''], what);
        assert.match(stderr, oneLine, what);
        assert.match(stderr, says, what);
      }
    });

    test(`${agent}: with failClosed, run blocks on a bad payload`, async (t) => {
      const here = testProject(t, { ...guard, '.agents/anyhook.yaml': 'failClosed: true\n' });
      const { code, stderr } = await run(here, agent, '{');
      assert.equal(code, 2);
      assert.match(stderr, oneLine);
      assert.match(stderr, /failClosed is set/);
    });

    test(`${agent}: an unknown event passes under its own name`, async (t) => {
      const here = testProject(t, {
        ...guard,
        '.agents/anyhook.yaml': 'hooks:\n  - {id: watcher, on: other, run: "grep -q Odd && exit 0; exit 3"}\n',
      });
      const stdin = JSON.stringify({ hook_event_name: 'OddEvent', tool_name: 'Bash', tool_input: { command: 'ls' } });
      const ran = await run(here, agent, stdin);
      assert.deepEqual(ran, { code: 0, stdout: agent === 'flow' ? stdin : '', stderr: '' });
      const { stdout } = await fire(here, agent, stdin);
      const report = JSON.parse(stdout) as FireReport;
      assert.deepEqual([report.event, report.nativeEvent, report.decision], ['other', 'OddEvent', 'pass']);
    });

    test(`${agent}: a call over 50 MiB is read to its end and refused; flow truncates it and runs its hooks`, async (t) => {
      const here = testProject(t, guard);
      const stdin = payloadOf(agent, huge);
      const { code, stdout, stderr } = await run(here, agent, stdin);
      // Flow's own policy against truncated payloads refuses it too.
      if (agent === 'flow') {
        assert.deepEqual([code, stderr.trim().split('\n').length], [2, 2]);
        assert.match(stderr, /^\[guard\] no$/m);
      } else {
        assert.deepEqual([code, stderr, decisionOf(agent, stdout)], [0, '', refusal[agent]]);
        assert.match(stdout, /larger than 52428800 bytes \(50 MiB\).*so no hook has checked this/);
      }
      const fired = await fireForPeople(here, agent, stdin);
      assert.equal(fired.code, 1);
      assert.match(fired.stderr, /^anyhook: stdin: .* got more than 52428800 bytes\n$/);
    });

    test(`${agent}: a 20 MiB payload reaches the hooks unabridged`, async (t) => {
      const here = testProject(
        t,
        hookMdWithScript('count', 'before_tool', 'echo "$(($(wc -c) > 20000000))" >&2; exit 2'),
      );
      const { code, stdout } = await fire(here, agent, payloadOf(agent, huge.slice(0, 20 * 1024 * 1024)));
      assert.equal(code, 2);
      assert.equal((JSON.parse(stdout) as FireReport).reason, '[count] 1');
    });
  }
});

for (const agent of refusingAgents) {
  test(`${agent}: a call with an unreadable payload is refused and recorded`, async (t) => {
    const here = testProject(t, guard);
    for (const [what, make, more] of knownCalls) {
      const { code, stdout } = await run(here, agent, make(agent), more(agent));
      assert.deepEqual([code, decisionOf(agent, stdout)], [0, refusal[agent]], what);
      assert.match(stdout, /expected .*so no hook has checked this/, what);
    }
    const { stdout: log } = await here.run(['log', '--json']);
    assert.equal(log.trim().split('\n').length, knownCalls.length);
  });

  test(`${agent}: a call whose event name comes after the first 50 MiB is refused`, async (t) => {
    const here = testProject(t, guard);
    const { hook_event_name, tool_name } = calls[agent];
    const late = JSON.stringify({ tool_name, tool_input: { command: huge }, hook_event_name });
    const { code, stdout } = await run(here, agent, late);
    assert.deepEqual([code, decisionOf(agent, stdout)], [0, refusal[agent]]);
  });

  test(`${agent}: an unreadable call is denied with failClosed, and passes while hooks are off`, async (t) => {
    const here = testProject(t, { ...guard, '.agents/anyhook.yaml': 'failClosed: true\n' });
    const cut = payloadOf(agent, 'ls').slice(0, -5);
    assert.equal(decisionOf(agent, (await run(here, agent, cut)).stdout), 'deny');
    assert.equal((await here.run(['off'], { columns: 80 })).code, 0);
    assert.deepEqual(await run(here, agent, cut).then(({ code, stdout }) => [code, stdout]), [0, '']);
  });

  test(`${agent}: an unreadable event other than a call passes, and the user is told once`, async (t) => {
    const here = testProject(t, guard);
    await run(here, agent, payloadOf(agent, 'ls'));
    for (const stdin of ['not json', '{"renamed_event":"x","tool_name":"Bash","tool_input":{"command":"ls"}}', ''])
      assert.deepEqual(await run(here, agent, stdin).then(({ code, stdout }) => [code, stdout]), [0, '']);
    const { stdout } = await here.run(['log']);
    assert.equal(stdout.match(/ALERT: anyhook could not read an event/g)?.length, 1, stdout);
    assert.match(stdout, /went\s+on: expected a JSON object .* got text that is not JSON/s);
    const doctor = await here.run(['doctor']);
    assert.match(doctor.stdout, /could not read an event/);
  });
}

test('a PostToolUse event over 50 MiB passes with a one-line message', async (t) => {
  const here = testProject(t, guard);
  const after = { hook_event_name: 'PostToolUse', tool_name: 'Bash', tool_input: { command: huge } };
  const { code, stdout, stderr } = await run(here, 'claude-code', JSON.stringify(after));
  assert.deepEqual([code, stdout], [0, '']);
  assert.match(stderr, /larger than 52428800 bytes.*claude-code goes on without hooks\n$/);
});

test('a prompt over 50 MiB is blocked if a hook would see it, and otherwise only reported', async (t) => {
  const prompt = JSON.stringify({ hook_event_name: 'UserPromptSubmit', prompt: huge });
  const blocked = await run(testProject(t, hookMdWithScript('p', 'before_prompt', 'true')), 'claude-code', prompt);
  assert.equal(JSON.parse(blocked.stdout).decision, 'block');
  const told = JSON.parse((await run(testProject(t), 'claude-code', prompt)).stdout);
  assert.match(told.systemMessage, /larger than 52428800 bytes/);
  assert.equal(told.decision, undefined);
});

test('fields of the wrong type do not bypass a guard', async (t) => {
  const here = testProject(t, guard);
  for (const agent of agents) {
    const { hook_event_name } = calls[agent];
    for (const odd of [
      { tool_name: 7, tool_input: 'x' },
      { tool_name: null, tool_input: [1] },
      { tool_name: 'Bash', tool_input: { command: { a: 1 } }, cwd: { b: 2 }, session_id: 3 },
      {},
    ]) {
      const { code, stdout } = await fire(here, agent, JSON.stringify({ hook_event_name, ...odd }));
      assert.equal(code, 2, `${agent}: ${JSON.stringify(odd)}: ${stdout}`);
    }
  }
});

test('guards still run after the agent deleted its working folder', async (t) => {
  const here = testProject(t, guard);
  const denied = /"permissionDecision":"deny"/;
  const elsewhere = await run(here, 'codex', payloadOf('codex', 'ls', { cwd: '/nowhere/at/all' }));
  assert.match(elsewhere.stdout, denied);
  const gone = join(here.dir, 'gone');
  mkdirSync(gone);
  const script = `cd '${gone}' && rmdir '${gone}' && exec '${process.execPath}' '${bin}' run --host codex --trust-project`;
  const child = spawn('/bin/sh', ['-c', script], { cwd: here.dir, env: here.env });
  child.stdin.end(payloadOf('codex', 'ls', { cwd: gone }));
  let stdout = '';
  for await (const text of child.stdout.setEncoding('utf8')) stdout += text;
  assert.match(stdout, denied);
});

const unknown: readonly [readonly string[], RegExp][] = [
  [['nonsense'], /^anyhook: no event is called "nonsense"/],
  [['tool.befor'], /did you mean "tool\.before"\?\n$/],
  [['pretooluse'], /did you mean "PreToolUse"\?\n$/],
  [['docker:pre_tool'], /did you mean "docker:pre_tool_use"\?\n$/],
  [['dockr:pre_tool_use'], /did you mean "docker/],
  [['__proto__'], /^anyhook: no event is called "__proto__"/],
];
for (const [args, says] of unknown) {
  test(`fire ${args.join(' ')} fails with one clear line and exit code 1`, async (t) => {
    const { code, stdout, stderr } = await testProject(t, guard).run(['fire', ...args]);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, oneLine);
    assert.match(stderr, says);
  });
}
