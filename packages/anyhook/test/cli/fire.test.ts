import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { FireReport } from '../../src/answer/fire-report.js';
import { waitUntil } from '../bad-input/marked-processes.js';
import { hookMdWithScript, testProject } from './harness.js';

const deny = 'echo "no force" >&2; exit 2';
const guard = hookMdWithScript('guard', 'before_tool', deny, 'matcher:\n  tool: Shell\n  pattern: force\n');
const addsH = {
  '.agents/hooks.yaml': `hooks:
  pre_tool_use:
    - matcher: shell
      hooks:
        - name: readable-ls
          type: command
          command: |
            echo '{"hook_specific_output": {"updated_input": {"cmd": "ls -h"}}}'
`,
};
const shell = (command: string) => ['tool.before', '--tool', 'shell', '--input', JSON.stringify({ command })];
const fire = (...args: readonly string[]) => ['fire', ...args, '--json', '--trust-project'];

test('a deny is reported as JSON with exit code 2', async (t) => {
  const here = testProject(t, guard);
  const { code, stdout } = await here.run(fire(...shell('git push --force')));
  const { hooks, ...report } = JSON.parse(stdout) as FireReport;
  assert.equal(code, 2);
  assert.deepEqual(report, {
    event: 'tool.before',
    nativeEvent: 'tool.before',
    host: 'anyhook',
    decision: 'deny',
    reason: '[guard] no force',
    context: [],
    messages: [],
    signals: [],
    notes: [],
  });
  const [{ ms = -1, ...hook } = {}] = hooks;
  assert.ok(ms > 0);
  assert.deepEqual(hook, {
    id: 'guard',
    dialect: 'hook-md',
    source: join(here.dir, '.agents/hooks/guard/HOOK.md'),
    matched: true,
    outcome: 'blocked',
    decision: 'deny',
    reason: 'no force',
  });
});

test('a hook that does not match is listed with the reason, and fire exits 0', async (t) => {
  const { code, stdout } = await testProject(t, guard).run(fire(...shell('ls')));
  const { decision, hooks } = JSON.parse(stdout) as FireReport;
  assert.deepEqual([code, decision], [0, 'pass']);
  assert.deepEqual(
    [hooks[0]?.matched, hooks[0]?.outcome, hooks[0]?.reason],
    [false, 'not-matched', 'no input value matches force'],
  );
});

test('hooks of other events are not listed', async (t) => {
  const report = await testProject(t, guard).json<FireReport>(fire('session.start'));
  assert.deepEqual(report.hooks, []);
});

test('an untrusted hook does not run and says so', async (t) => {
  const report = await testProject(t, guard).json<FireReport>(['fire', ...shell('git push --force'), '--json']);
  assert.deepEqual([report.decision, report.hooks[0]?.outcome, report.hooks[0]?.matched], ['pass', 'untrusted', true]);
  assert.match(report.hooks[0]?.reason ?? '', /anyhook trust/);
});

const idle: readonly [string, Readonly<Record<string, string>>, RegExp][] = [
  ['by ANYHOOK=off', { ANYHOOK: 'off' }, /disabled: ANYHOOK=off/],
];
for (const [how, env, reason] of idle) {
  test(`a hook switched off ${how} is skipped, and the reason is shown`, async (t) => {
    const report = await testProject(t, guard).json<FireReport>(fire(...shell('git push --force')), { env });
    assert.equal(report.decision, 'pass');
    assert.equal(report.hooks[0]?.outcome, 'skipped');
    assert.match(report.hooks[0]?.reason ?? '', reason);
  });
}

test('a hook changed after it was trusted asks', async (t) => {
  const here = testProject(t, guard);
  await here.run(['trust', '--yes'], { columns: 100 });
  here.write({ '.agents/hooks/guard/scripts/run.sh': '#!/bin/sh\nexit 0\n' });
  const report = await here.json<FireReport>(['fire', ...shell('ls'), '--json']);
  assert.equal(report.decision, 'ask');
  assert.deepEqual(
    [report.hooks[0]?.matched, report.hooks[0]?.outcome, report.hooks[0]?.decision],
    [true, 'ok', 'ask'],
  );
});

const outcomes: readonly [string, string, string, string][] = [
  ['exits with 7', 'exit 7', '', 'failed'],
  ['takes too long', 'sleep 30', 'timeout: 100\n', 'timeout'],
  ['says nothing', 'exit 0', '', 'ok'],
];
for (const [what, script, more, outcome] of outcomes) {
  test(`a hook that ${what} is ${outcome}`, async (t) => {
    const report = await testProject(t, hookMdWithScript('a', 'before_tool', script, more)).json<FireReport>(
      fire(...shell('ls')),
    );
    assert.deepEqual([report.decision, report.hooks[0]?.outcome], ['pass', outcome]);
  });
}

test('--timeout ends the whole event in time', async (t) => {
  const here = testProject(t, hookMdWithScript('a', 'before_tool', 'sleep 30'));
  const report = await here.json<FireReport>(fire(...shell('ls'), '--timeout', '200'));
  assert.equal(report.hooks[0]?.outcome, 'timeout');
});

test('a rewritten input is reported in full, in canonical fields', async (t) => {
  const here = testProject(t, addsH);
  const args = ['tool.before', '--tool', 'shell', '--input', '{"command":"ls","description":"look"}'];
  const report = await here.json<FireReport>(fire(...args));
  assert.deepEqual(report.input, { command: 'ls -h', description: 'look' });
  assert.equal(report.wire, undefined);
});

test('for a Claude Code payload, the input keeps its field names, and the exact answer is shown', async (t) => {
  const here = testProject(t, addsH);
  const payload = {
    session_id: 's1',
    cwd: here.dir,
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'ls', description: 'look', timeout: 5 },
  };
  here.write({ 'p.json': JSON.stringify(payload) });
  const report = await here.json<FireReport>(fire('--agent', 'claude-code', '--payload', 'p.json'));
  const input = { command: 'ls -h', description: 'look', timeout: 5 };
  assert.deepEqual([report.event, report.nativeEvent, report.host], ['tool.before', 'PreToolUse', 'claude-code']);
  assert.deepEqual(report.input, input);
  assert.equal(report.wire?.exitCode, 0);
  assert.deepEqual(JSON.parse(report.wire?.stdout ?? '').hookSpecificOutput.updatedInput, input);
});

test("a Gemini payload on stdin is answered in Gemini's fields", async (t) => {
  const here = testProject(t, addsH);
  const payload = {
    session_id: 's1',
    cwd: here.dir,
    hook_event_name: 'BeforeTool',
    tool_name: 'run_shell_command',
    tool_input: { command: 'ls', dir_path: 'src' },
  };
  const report = await here.json<FireReport>(fire('--agent', 'gemini', '--payload', '-'), {
    stdin: JSON.stringify(payload),
  });
  assert.deepEqual(report.input, { command: 'ls -h', dir_path: 'src' });
  assert.deepEqual(JSON.parse(report.wire?.stdout ?? '').hookSpecificOutput.tool_input, report.input);
});

test('without --payload the payload is read from stdin', async (t) => {
  const stdin = JSON.stringify({ hook_event_name: 'UserPromptSubmit', prompt: 'hi' });
  const report = await testProject(t).json<FireReport>(fire('--agent', 'claude-code'), { stdin });
  assert.equal(report.event, 'prompt.submit');
});

test('canonical arguments with --host show what that agent would be answered', async (t) => {
  const report = await testProject(t, guard).json<FireReport>(
    fire(...shell('git push --force'), '--agent', 'claude-code'),
  );
  assert.equal(report.nativeEvent, 'PreToolUse');
  const own = JSON.parse(report.wire?.stdout ?? '').hookSpecificOutput;
  assert.deepEqual([own.hookEventName, own.permissionDecision], ['PreToolUse', 'deny']);
});

const toolNames = [
  ['--tool', 'Bash'],
  ['--tool', 'Shell'],
  ['--tool', 'run_command'],
  ['--tool', 'Bash', '--agent', 'claude-code'],
  ['--tool', 'run_shell_command', '--agent', 'gemini'],
];
for (const args of toolNames) {
  test(`--tool accepts the name used by an agent or a format: ${args.join(' ')}`, async (t) => {
    const input = '{"command":"git push --force"}';
    const { code } = await testProject(t, guard).run(fire('tool.before', ...args, '--input', input));
    assert.equal(code, 2);
  });
}

test("with an agent's tool name, that tool's input fields are recognized too", async (t) => {
  const here = testProject(t, hookMdWithScript('a', 'before_tool', 'cat >stdin.json', 'matcher:\n  tool: WriteFile\n'));
  const input = JSON.stringify({ file_path: 'a.ts', content: 'x' });
  await here.run(fire('tool.before', '--tool', 'Write', '--input', input));
  const { tool_name, tool_input } = JSON.parse(readFileSync(`${here.dir}/stdin.json`, 'utf8'));
  assert.deepEqual([tool_name, tool_input], ['WriteFile', { path: 'a.ts', content: 'x' }]);
});

test('an unknown tool keeps its name and fields', async (t) => {
  const here = testProject(t, hookMdWithScript('a', 'before_tool', 'cat >stdin.json'));
  await here.run(fire('tool.before', '--tool', 'paint', '--input', '{"file_path":"a.png"}'));
  const { tool_name, tool_input } = JSON.parse(readFileSync(`${here.dir}/stdin.json`, 'utf8'));
  assert.deepEqual([tool_name, tool_input], ['paint', { file_path: 'a.png' }]);
});

test('a captured {stdin, env} file gives its environment to the hooks', async (t) => {
  const here = testProject(t, hookMdWithScript('a', 'before_agent', 'echo "$CAPTURED_HERE" >&2; exit 2'));
  const captured = {
    stdin: { hook_event_name: 'UserPromptSubmit', prompt: 'hi' },
    env: { CAPTURED_HERE: 'yes', n: 1 },
  };
  here.write({ 'p.json': JSON.stringify(captured) });
  const report = await here.run(fire('--agent', 'claude-code', '--payload', 'p.json'));
  assert.equal((JSON.parse(report.stdout) as FireReport).reason, '[a] yes');
});

test('--event names the event of a payload that does not', async (t) => {
  const stdin = JSON.stringify({ prompt: 'hi' });
  const args = fire('--agent', 'claude-code', '--event', 'UserPromptSubmit');
  assert.equal((await testProject(t).json<FireReport>(args, { stdin })).event, 'prompt.submit');
});

test('the project is taken from the payload or from --cwd', async (t) => {
  const here = testProject(t);
  const other = testProject(t, guard);
  const call = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'git push --force' } };
  const there = await here.run(fire('--agent', 'claude-code'), { stdin: JSON.stringify({ ...call, cwd: other.dir }) });
  assert.equal(there.code, 2);
  const named = await here.run(fire('--agent', 'claude-code', '--cwd', other.dir), {
    stdin: JSON.stringify({ ...call, cwd: '/nowhere' }),
  });
  assert.equal(named.code, 2);
  const missing = await other.run(fire('--agent', 'claude-code'), {
    stdin: JSON.stringify({ ...call, cwd: '/nowhere' }),
  });
  assert.equal(missing.code, 2);
});

const bad: readonly [string, readonly string[], string, RegExp][] = [
  [
    'an empty payload',
    ['--agent', 'codex'],
    '  \n',
    /^anyhook: stdin: expected a payload, one JSON object, got nothing\n$/,
  ],
  ['a payload that is no JSON', ['--agent', 'codex'], '{"a":', /got text that is not JSON/],
  ['a payload that is a list', ['--agent', 'codex'], '[]', /got JSON that is not an object/],
  ['a payload file that is not there', ['--agent', 'codex', '--payload', 'no.json'], '', /no\.json does not exist\n$/],
  ['a payload without a host', ['--payload', '-'], '{}', /--payload needs --agent/],
  [
    'a payload and words',
    ['--agent', 'codex', '--payload', '-', '--tool', 'shell'],
    '{}',
    /--tool cannot be combined with a payload/,
  ],
  ['no event at all', [], '', /which event\?/],
  ['an unknown event', ['tool.befor'], '', /did you mean "tool\.before"\?\n$/],
  ['an ambiguous event', ['stop'], '', /docker:stop/],
  ['a misspelt event of the host', ['PreToolUs', '--agent', 'codex'], '', /did you mean "PreToolUse"\?\n$/],
  ['an input that is no JSON', ['tool.before', '--input', '{'], '', /--input: expected a JSON object/],
  ['an input that is a list', ['tool.before', '--input', '[]'], '', /--input: expected a JSON object/],
  ['data with an unknown field', ['tool.after', '--data', '{"durationMS":1}'], '', /did you mean "durationMs"\?\n$/],
  ['a prompt for a tool event', ['tool.before', '--prompt', 'x'], '', /--prompt/],
  [
    'a timeout that is not a number',
    ['tool.before', '--timeout', 'soon'],
    '',
    /--timeout: expected milliseconds, above 0/,
  ],
];
for (const [what, args, stdin, expected] of bad) {
  test(`${what} fails with one clear line and exit code 1`, async (t) => {
    const { code, stdout, stderr } = await testProject(t).run(['fire', ...args], { stdin });
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, expected);
    assert.equal(stderr.trimEnd().includes('\n'), false);
  });
}

test('a payload of more than 50 MiB is refused', async (t) => {
  const stdin = `{"prompt":"${'x'.repeat(50 * 1024 * 1024)}"}`;
  const { code, stderr } = await testProject(t).run(['fire', '--agent', 'codex'], { stdin });
  assert.equal(code, 1);
  assert.match(stderr, /got more than 52428800 bytes\n$/);
});

test('an async hook is reported as started', async (t) => {
  const here = testProject(t, hookMdWithScript('later', 'before_tool', 'exit 0', 'async: true\n'));
  const report = await here.json<FireReport>(fire(...shell('ls')));
  assert.deepEqual([report.hooks[0]?.outcome, report.hooks[0]?.matched], ['ok', true]);
  assert.equal(report.hooks[0]?.reason, 'started in the background');
  const log = `${here.env['XDG_STATE_HOME']}/anyhook/async.jsonl`;
  assert.ok(await waitUntil(() => existsSync(log)), 'its end is on record');
});

test("a guard that denies a later hook's rewrite is listed once, with its deny", async (t) => {
  const here = testProject(t, {
    ...hookMdWithScript('guard', 'before_tool', `grep -q "ls -h" && { ${deny}; }; exit 0`),
    ...addsH,
  });
  const { stdout } = await here.run(fire(...shell('ls')));
  const { decision, hooks } = JSON.parse(stdout) as FireReport;
  assert.equal(decision, 'deny');
  assert.deepEqual(
    hooks.map(({ id, outcome, recheck }) => [id, outcome, recheck]),
    [
      ['guard', 'blocked', true],
      ['readable-ls', 'ok', undefined],
    ],
  );
});

test('hooks of a derived event are listed', async (t) => {
  const here = testProject(t, hookMdWithScript('done', 'after_agent', 'exit 0'));
  const stdin = JSON.stringify({ hook_event_name: 'Stop', stop_hook_active: false });
  const report = await here.json<FireReport>(fire('--agent', 'claude-code'), { stdin });
  assert.deepEqual([report.event, report.hooks[0]?.id, report.hooks[0]?.outcome], ['agent.stop', 'done', 'ok']);
});

test('prompt, output and summary rewrites are reported in separate fields', async (t) => {
  const module = (on: string, of: string) =>
    `export default { on: '${on}', run: () => ({ decision: 'pass', rewrite: { of: '${of}', value: 'new' } }) };\n`;
  const rows = [
    ['prompt.submit', 'prompt', ['--prompt', 'old']],
    ['tool.after', 'output', ['--data', '{"result":"old"}']],
    ['compact.before', 'summary', []],
  ] as const;
  const here = testProject(t, {
    '.agents/anyhook.yaml': `hooks:\n${rows.map(([on, of]) => `  - {on: ${on}, use: ./${of}.mjs}\n`).join('')}`,
    ...Object.fromEntries(rows.map(([on, of]) => [`${of}.mjs`, module(on, of)])),
  });
  for (const [on, of, args] of rows) assert.equal((await here.json<FireReport>(fire(on, ...args)))[of], 'new');
});

test('each fire is a new session unless one is given', async (t) => {
  const config = { '.agents/anyhook.yaml': 'stopLimit: 1\n' };
  const here = testProject(t, { ...hookMdWithScript('stay', 'before_stop', deny), ...config });
  const stop = (...args: readonly string[]) =>
    here.run(fire('agent.stop', '--data', '{"stopHookActive":true}', ...args)).then(({ code }) => code);
  assert.deepEqual([await stop(), await stop()], [2, 2]);
  assert.deepEqual([await stop('--session', 's'), await stop('--session', 's')], [2, 0]);
});

test('the text output shows hooks, verdict, rewrite and the exact bytes', async (t) => {
  const here = testProject(t, { ...guard, ...addsH });
  const { code, stdout } = await here.run(['fire', ...shell('ls'), '--trust-project', '--agent', 'claude-code']);
  assert.equal(code, 0);
  const shown = stdout.replace(/ +\d+ ms/g, ' N ms');
  assert.match(shown, /^tool\.before {2}claude-code PreToolUse {2}Bash \{"command":"ls"\}$/m);
  assert.match(shown, /^ {2}· {2}guard +hook-md +not-matched +no input value matches force$/m);
  assert.match(shown, /^ {2}✓ {2}readable-ls +docker +pass N ms$/m);
  assert.match(shown, /^verdict {2}pass \(no opinion\)$/m);
  assert.match(shown, /^rewrite {2}command: "ls" → "ls -h"$/m);
  assert.match(shown, /^exit {5}0$/m);
  assert.match(shown, /^stdout {3}\{"hookSpecificOutput".*"ls -h"/m);
});

test('an event without hooks says so', async (t) => {
  assert.match((await testProject(t).run(['fire', 'session.start'])).stdout, /no hook is registered for this event/);
});
