import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type TestProject, testProject } from './cli/harness.js';

/** docker-agent hooks, from the file to the agent's answer. */

/** docker-agent's own example of a guard. */
const guard = `
hooks:
  pre_tool_use:
    - matcher: "shell"
      hooks:
        - type: command
          timeout: 10
          command: |
            INPUT=$(cat)
            CMD=$(echo "$INPUT" | jq -r '.tool_input.cmd // ""')
            if echo "$CMD" | grep -qiE 'rm\\s+(-[^\\s]*)?\\s*-rf|rm\\s+(-[^\\s]*)?\\s*-fr|sudo|mkfs|dd\\s+if=|:(\\(\\)\\{|\\s*){.*}'; then
              cat <<EOF
            {"hook_specific_output":{"permission_decision":"deny","permission_decision_reason":"🚫 HOOK BLOCKED: dangerous command pattern detected. rm -rf, sudo, mkfs, dd are not allowed."}}
            EOF
            else
              echo '{"continue": true}'
            fi
`;

const program = resolve('packages/anyhook/bin/anyhook.cjs');

const programOf = (name: string): string | undefined =>
  [`/bin/${name}`, `/usr/bin/${name}`].find((path) => existsSync(path));

interface ClaudeAnswer {
  readonly continue?: boolean;
  readonly systemMessage?: string;
  readonly hookSpecificOutput?: { readonly permissionDecision?: string; readonly permissionDecisionReason?: string };
}

/** What Claude Code is answered for an event, by default a shell call. */
function notify(
  project: TestProject,
  payload: Readonly<Record<string, unknown>> = {},
  env: Readonly<Record<string, string>> = {},
): {
  readonly decision?: string;
  readonly reason: string;
  readonly answer: ClaudeAnswer;
  readonly code: number | null;
} {
  const input = JSON.stringify({
    session_id: 's',
    cwd: project.dir,
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
    ...payload,
  });
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [program, 'run', '--host', 'claude-code', '--trust-project'],
    {
      cwd: project.dir,
      env: { ...project.env, ...env },
      input,
      encoding: 'utf8',
      timeout: 30_000,
    },
  );
  const answer = JSON.parse(stdout || '{}') as ClaudeAnswer;
  const { permissionDecision: decision, permissionDecisionReason: reason = '' } = answer.hookSpecificOutput ?? {};
  return { ...(decision !== undefined && { decision }), reason: reason || stderr, answer, code: status };
}

const call = (command: string) => ({ tool_input: { command } });
const hooks = (t: TestContext, yaml: string, more: Readonly<Record<string, string>> = {}) =>
  testProject(t, { '.agents/hooks.yaml': `hooks:\n${yaml}`, ...more });
const atTool = (hook: string, matcher = '*') => `  pre_tool_use: [{matcher: "${matcher}", hooks: [{${hook}}]}]\n`;

const noJq = programOf('jq') ? false : 'jq is not installed here';

for (const shell of ['dash', 'bash', 'zsh']) {
  const path = programOf(shell);
  const skip = noJq || (path ? false : `${shell} is not installed here`);
  test(`the guard in docker-agent's example refuses a dangerous line among others under ${shell}`, {
    skip,
  }, (t) => {
    const project = testProject(t, { '.agents/hooks.yaml': guard });
    for (const text of [
      'cd /tmp\nrm -rf /tmp/test',
      'echo "a\tb"; sudo ls',
      'printf "a\\nb\\\\c" \r\n rm -rf x',
      // dash's own echo ends its output at \c, whatever the JSON looks like.
      ...(shell === 'dash' ? [] : ['echo "\\u0041\\c" && sudo ls']),
    ]) {
      const { decision, reason } = notify(project, call(text), { SHELL: path ?? '' });
      assert.equal(decision, 'deny', JSON.stringify(text));
      assert.match(reason, /HOOK BLOCKED/);
    }
    assert.equal(notify(project, call('echo "a\nb"'), { SHELL: path ?? '' }).decision, undefined);
  });
}

/** Values that samples of docker-agent's example read with `echo "$INPUT" | jq`, by event. */
const echoed: readonly [string, string, readonly string[]][] = [
  ['pre_tool_use', '.tool_input.cmd', ['--tool', 'shell', '--input', '{"command":@}']],
  ['permission_request', '.tool_input.cmd', ['--tool', 'shell', '--input', '{"command":@}']],
  [
    'post_tool_use',
    '.tool_response',
    ['--tool', 'shell', '--input', '{"command":"x"}', '--data', '{"result":{"ok":true,"text":@}}'],
  ],
  ['user_prompt_submit', '.prompt', ['--data', '{"prompt":@}']],
  ['after_llm_call', '.stop_response', ['--data', '{"response":@}']],
  ['stop', '.stop_response', ['--data', '{"response":@}']],
  ['subagent_stop', '.stop_response', ['--data', '{"subagent":{"id":"a"},"response":@}']],
  ['notification', '.notification_message', ['--data', '{"message":@}']],
  ['on_error', '.notification_message', ['--data', '{"message":@}']],
  ['on_max_iterations', '.notification_message', ['--data', '{"message":@}']],
  ['after_compaction', '.summary', ['--data', '{"summary":@}']],
];

for (const shell of ['dash', 'bash', 'zsh']) {
  const path = programOf(shell);
  const skip = noJq || (path ? false : `${shell} is not installed here`);
  for (const [event, field, args] of echoed)
    test(`${event}: a value of several lines reaches a hook that echoes its stdin under ${shell}`, {
      skip,
    }, async (t) => {
      const command = JSON.stringify(`INPUT=$(cat); echo "$INPUT" | jq -j '${field}' > seen`);
      const hook = `{type: command, command: ${command}}`;
      const isTool = /tool_use|permission/.test(event);
      const project = hooks(t, `  ${event}: [${isTool ? `{hooks: [${hook}]}` : hook}]\n`);
      const value = 'one\n\ttwo "three" \\n four\r\nfive';
      const given = args.map((arg) => arg.replace('@', () => JSON.stringify(value)));
      await project.run(['fire', `docker:${event}`, '--trust-project', ...given], { env: { SHELL: path ?? '' } });
      assert.equal(readFileSync(join(project.dir, 'seen'), 'utf8'), value);
    });
}

test('a command runs in $SHELL, unless that is inside the project or unknown', (t) => {
  const project = hooks(t, atTool(`type: command, command: 'echo "\${BASH_VERSION:-none}" > seen'`));
  const fake = join(project.dir, 'bin', 'bash');
  mkdirSync(join(project.dir, 'bin'));
  writeFileSync(fake, '#!/bin/sh\necho fake > seen\n');
  chmodSync(fake, 0o755);
  const seen = (shell: string) => {
    notify(project, {}, { SHELL: shell });
    return readFileSync(join(project.dir, 'seen'), 'utf8').trim();
  };
  const usual = programOf('bash') ? /^\d/ : /none/;
  assert.match(seen(fake), usual);
  assert.match(seen('/bin/true'), usual);
  assert.match(seen('bash'), usual);
  assert.match(seen(''), usual);
  const dash = programOf('dash');
  if (dash) assert.equal(seen(dash), 'none');
});

test('a guard that times out or cannot start refuses the call', (t) => {
  const late = notify(hooks(t, atTool('name: slow, type: command, command: sleep 10, timeout: 0.3')));
  assert.equal(late.decision, 'deny');
  assert.match(late.reason, /slow.*did not finish \(timeout\)/s);
  const gone = notify(hooks(t, atTool('name: gone, type: command, command: ./no-such.sh')));
  assert.equal(gone.decision, 'deny');
  assert.match(gone.reason, /gone.*no-such\.sh/s);
  const nowhere = notify(hooks(t, atTool('name: lost, type: command, command: "true", working_dir: no-such')));
  assert.equal(nowhere.decision, 'deny');
});

test('a guard that exits with another code or lacks a program is a warning', (t) => {
  for (const command of ['exit 1', 'no-such-tool-here', 'cat >/dev/null; no-such-tool-here'])
    assert.equal(notify(hooks(t, atTool(`type: command, command: "${command}"`))).decision, undefined, command);
});

test('an onFailure: open override lets the call of a failed guard pass', (t) => {
  const project = hooks(t, atTool('name: slow, type: command, command: sleep 10, timeout: 0.3'), {
    '.agents/anyhook.yaml': 'overrides:\n  slow: {onFailure: open}\n',
  });
  assert.equal(notify(project).decision, undefined);
});

for (const word of ['allow', 'approve', 'ask'])
  test(`decision: ${word} approves nothing`, (t) => {
    const say = { 'say.sh': `#!/bin/sh\necho '{"decision":"${word}"}'\n` };
    const project = hooks(t, atTool('type: command, command: ./say.sh'), say);
    const { decision, answer } = notify(project);
    assert.equal(decision, undefined);
    assert.match(answer.systemMessage ?? '', /is not a verdict/);
  });

test('continue: false at an event that cannot block does not stop the agent', (t) => {
  const project = hooks(t, '  turn_start: [{type: command, command: ./say.sh}]\n', {
    'say.sh': `#!/bin/sh\necho '{"continue":false,"stop_reason":"x"}'\n`,
  });
  const { answer } = notify(project, { hook_event_name: 'UserPromptSubmit', prompt: 'hi' });
  assert.equal(answer.continue, undefined);
  assert.match(answer.systemMessage ?? '', /does not stop the agent/);
});

test('identical hooks run once, even if two matchers select them', (t) => {
  const hook = '{type: command, command: "echo x >> seen"}';
  const project = hooks(
    t,
    `  pre_tool_use: [{matcher: shell, hooks: [${hook}, ${hook}]}, {matcher: "*", hooks: [${hook}]}]\n`,
  );
  notify(project);
  assert.equal(readFileSync(join(project.dir, 'seen'), 'utf8'), 'x\n');
});

for (const [what, hook] of [
  ['an unknown type', 'type: model, command: judge'],
  ['a builtin that is not there', 'type: builtin, command: no_such'],
  ['a timeout in words', 'type: command, command: "true", timeout: soon'],
  ['no command', 'type: command'],
] as const)
  test(`a guard with ${what} refuses the call and names its file and line`, (t) => {
    const { decision, reason } = notify(hooks(t, atTool(hook)));
    assert.equal(decision, 'deny');
    assert.match(reason, /hooks\.yaml:2: .*anyhook hooks validate/s);
  });

test('an unknown key does not keep a guard from running', (t) => {
  const project = hooks(t, atTool('type: command, command: "exit 2", strict_output: true, preempt_yolo: true'));
  assert.equal(notify(project).decision, 'deny');
});

test('on_error: block applies to a hook that cannot be loaded, at any blocking event', (t) => {
  const project = hooks(t, '  user_prompt_submit: [{type: builtin, command: no_such, on_error: block}]\n');
  const { answer } = notify(project, { hook_event_name: 'UserPromptSubmit', prompt: 'hi' });
  assert.equal((answer as { decision?: string }).decision, 'block');
});

test('a hook that cannot be loaded does not affect calls that its matcher excludes', (t) => {
  const project = hooks(t, atTool('type: model', 'write_file'));
  assert.equal(notify(project).decision, undefined);
});

test('a veto at pre_compact prevents before_compaction', async (t) => {
  const project = hooks(
    t,
    '  before_compaction: [{type: command, command: "echo x >> seen"}]\n  pre_compact: [{type: command, command: "exit $(cat code)"}]\n',
    { code: '2' },
  );
  const compact = () => project.run(['fire', 'compact.before', '--trust-project']);
  assert.match((await compact()).stdout, /an earlier hook of the same format blocked/);
  assert.equal(existsSync(join(project.dir, 'seen')), false);
  project.write({ code: '0' });
  await compact();
  assert.equal(existsSync(join(project.dir, 'seen')), true);
});

test('validate and matrix name events that only docker-agent has, and its guard runs on other agents', async (t) => {
  const hook = (command: string) => `{type: command, command: ${JSON.stringify(command)}}`;
  const project = testProject(t, {
    '.agents/hooks.yaml': `hooks:
  on_agent_switch: ${hook('true')}
  user_followup_submit: [${hook('true')}]
  tool_guard: [{matcher: shell, hooks: [${hook('echo no >&2; exit 2')}]}]
`,
  });
  const { stdout, code } = await project.run(['hooks', 'validate']);
  assert.equal(code, 0);
  assert.match(stdout, /only docker-agent itself fires on_agent_switch: with other agents its hooks never run/);
  const matrix = await project.run(['hooks', 'matrix', '--agent', 'claude-code'], { columns: 200 });
  assert.match(matrix.stdout, /never fires on_agent_switch/);
  assert.match(matrix.stdout, /never fires user_followup_submit/);
  const fired = await project.run([
    'fire',
    'tool.before',
    '--tool',
    'shell',
    '--input',
    '{"command":"ls"}',
    '--json',
    '--trust-project',
  ]);
  assert.equal((JSON.parse(fired.stdout) as { decision: string }).decision, 'deny');
});
