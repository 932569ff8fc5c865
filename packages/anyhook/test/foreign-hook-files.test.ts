import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import type { FireReport } from '../src/answer/fire-report.js';
import type { Conversion } from '../src/hooks/convert/convert.js';
import { entryRows, type InitMachine, initMachine, shellPayload, terminal } from './cli/init-world.js';

const bin = resolve('packages/anyhook/bin/anyhook.cjs');
const rowOf = (agent: string) => {
  const row = entryRows.find((one) => one.agent === agent && one.scope === 'user');
  assert.ok(row, agent);
  return row;
};

/** The answer to an agent's call: its text and the exit code. */
function ask(here: InitMachine, agent: string, command: string, args: readonly string[] = []) {
  const { stdout, stderr } = spawnSync(process.execPath, [bin, 'run', '--host', agent, ...args], {
    cwd: here.dir,
    env: here.env,
    input: shellPayload(rowOf(agent), command, here.dir),
    encoding: 'utf8',
  });
  return `${stdout}${stderr}`;
}

/** Refuses `rm` by exit 2, and saves its input. */
const guard = '#!/bin/sh\ntee seen.json | grep -q "rm -rf build" && { echo "no deletes here" >&2; exit 2; }\nexit 0\n';

/** Hook files of agents: path, content with one guard before shell calls, the agent, and how it names the shell. */
const files: readonly [path: string, content: string, agent: string, shellTool: string][] = [
  [
    '.codex/hooks.json',
    JSON.stringify({
      hooks: { PreToolUse: [{ matcher: '^Bash$', hooks: [{ type: 'command', command: './guard.sh' }] }] },
    }),
    'codex',
    'Bash',
  ],
  [
    '.codex/config.toml',
    '[[hooks.PreToolUse]]\nmatcher = "Bash"\n[[hooks.PreToolUse.hooks]]\ntype = "command"\ncommand = "./guard.sh"\n',
    'codex',
    'Bash',
  ],
  [
    '.qwen/settings.json',
    JSON.stringify({
      hooks: {
        PreToolUse: [
          { matcher: 'Bash', hooks: [{ type: 'command', command: '"$QWEN_PROJECT_DIR"/guard.sh', timeout: 5000 }] },
        ],
      },
    }),
    'qwen',
    'run_shell_command',
  ],
  [
    '.factory/hooks.json',
    JSON.stringify({ PreToolUse: [{ matcher: 'Exec', hooks: [{ type: 'command', command: './guard.sh' }] }] }),
    'droid',
    'Execute',
  ],
];

for (const [path, content, agent, shellTool] of files) {
  const others = ['claude-code', 'gemini', 'codex', 'copilot'].filter((agentName) => agentName !== agent).slice(0, 2);

  test(`a guard in ${path} denies on ${others.join(' and ')}, and gets the input that ${agent} would send`, (t) => {
    const here = initMachine(t, { [path]: content, 'guard.sh': guard });
    for (const agent of others) {
      assert.match(ask(here, agent, 'rm -rf build', ['--trust-project']), /no deletes here/, agent);
      const seen = JSON.parse(readFileSync(here.at('seen.json'), 'utf8')) as Record<string, unknown>;
      assert.deepEqual([seen['hook_event_name'], seen['tool_name']], ['PreToolUse', shellTool]);
      assert.doesNotMatch(ask(here, agent, 'ls', ['--trust-project']), /no deletes here/, agent);
    }
  });

  test(`a guard in ${path} is left to ${agent} itself`, (t) => {
    const here = initMachine(t, { [path]: content, 'guard.sh': guard });
    assert.doesNotMatch(ask(here, agent, 'rm -rf build', ['--trust-project']), /no deletes here/);
    assert.equal(existsSync(here.at('seen.json')), false);
  });

  test(`a user's guard in ~/${path} runs in every project`, (t) => {
    const here = initMachine(t, { 'guard.sh': guard });
    here.put(`~/${path}`, content);
    assert.match(ask(here, others[0] ?? '', 'rm -rf build'), /no deletes here/);
  });

  test(`a guard in ${path} runs once trusted, and asks when its script changes`, async (t) => {
    const here = initMachine(t, { [path]: content, 'guard.sh': guard });
    const agent = others[0] ?? '';
    assert.doesNotMatch(ask(here, agent, 'rm -rf build'), /no deletes here/);
    await here.run(['trust', '--yes'], terminal);
    assert.match(ask(here, agent, 'rm -rf build'), /no deletes here/);
    here.put('guard.sh', '#!/bin/sh\nexit 0\n');
    assert.match(ask(here, agent, 'rm -rf build'), /changed/);
  });
}

/** Losses when converting to hook-md and back, by format. */
const ways: readonly [path: string, content: object, id: string, to: string, lost: readonly RegExp[]][] = [
  [
    '.codex/hooks.json',
    { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: './guard.sh', timeout: 5 }] }] } },
    'project.codex.PreToolUse.0.0',
    'codex',
    [],
  ],
  [
    '.codex/hooks.json',
    { hooks: { PreToolUse: [{ matcher: '^(Bash|Write)$', hooks: [{ type: 'command', command: './guard.sh' }] }] } },
    'project.codex.PreToolUse.0.0',
    'codex',
    [/^the pattern ".*" became the tools that it matches today/],
  ],
  [
    '.qwen/settings.json',
    { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: './guard.sh', timeout: 5 }] }] } },
    'settings.qwen.PreToolUse.0.0',
    'qwen',
    [],
  ],
  [
    '.factory/hooks.json',
    { PreToolUse: [{ matcher: 'Execute', hooks: [{ type: 'command', command: './guard.sh', timeout: 5 }] }] },
    'project.droid.PreToolUse.0.0',
    'droid',
    [/^the pattern "Execute" became the tools that it matches today/],
  ],
];

for (const [path, content, id, format, lost] of ways)
  test(`a hook in ${path} converts to hook-md and back, losing ${lost.length === 0 ? 'nothing' : lost.join(', ')}`, async (t) => {
    const files = { [path]: JSON.stringify(content), 'guard.sh': guard };
    const here = initMachine(t, files);
    const there = await here.json<Conversion>(['hooks', 'convert', id, '--to', 'hook-md', '--json']);
    assert.equal(there.lost.length, lost.length, there.lost.join('\n'));
    for (const [i, one] of lost.entries()) assert.match(there.lost[i] ?? '', one);
    const middle = initMachine(t, {
      'guard.sh': guard,
      ...Object.fromEntries(there.files.map((file) => [file.path, file.text])),
    });
    const name = /^name: (.+)$/m.exec(there.files[0]?.text ?? '')?.[1] ?? '';
    const back = await middle.json<Conversion>(['hooks', 'convert', name, '--to', format, '--json']);
    const end = initMachine(t, {
      'guard.sh': guard,
      ...Object.fromEntries([...there.files, ...back.files].map((file) => [file.path, file.text])),
    });
    rmSync(end.at(there.files[0]?.path ?? ''));
    const call = ['--tool', 'shell', '--input', '{"command":"rm -rf build"}', '--json', '--trust-project'];
    const report = await end.json<FireReport>(['fire', 'tool.before', ...call]);
    assert.deepEqual([report.decision, report.hooks[0]?.outcome], ['deny', 'blocked'], JSON.stringify(back));
  });
