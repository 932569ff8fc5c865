import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';
import { slashedPath } from '../../../core/src/file-path.js';
import type { Conversion } from '../../src/hooks/convert/convert.js';
import { type TestProject, testProject } from './harness.js';

/** An agent's hook file that refuses one command, using that agent's input and output. */
interface AgentFile {
  readonly format: string;
  readonly project: string;
  readonly user: string;
  /** The folder below home that relative paths in the user's file start from. */
  readonly userBase: string;
  readonly text: (command: string) => string;
  /** Part of the JSON on stdin, then how the script refuses. */
  readonly sees: string;
  readonly refuses: string;
  /** The agent that runs this file itself. */
  readonly agent?: string;
  /** The id of its hook. */
  readonly id: string;
}

const exit2 = 'echo "not that" >&2; exit 2';
const files: readonly AgentFile[] = [
  {
    format: 'cursor',
    project: '.cursor/hooks.json',
    user: '.cursor/hooks.json',
    userBase: '.cursor',
    text: (command) => JSON.stringify({ version: 1, hooks: { beforeShellExecution: [{ command, timeout: 5 }] } }),
    sees: '"command":"rm -rf build"',
    refuses: 'echo \'{"permission":"deny","agent_message":"not that"}\'',
    agent: 'cursor',
    id: 'cursor.beforeShellExecution.0',
  },
  {
    format: 'windsurf',
    project: '.windsurf/hooks.json',
    user: '.codeium/windsurf/hooks.json',
    userBase: '.codeium/windsurf',
    text: (command) => JSON.stringify({ hooks: { pre_run_command: [{ command, show_output: true }] } }),
    sees: '"command_line":"rm -rf build"',
    refuses: exit2,
    agent: 'windsurf',
    id: 'windsurf.pre_run_command.0',
  },
  {
    format: 'antigravity',
    project: '.agents/hooks.json',
    user: '.gemini/config/hooks.json',
    userBase: '.gemini/config',
    text: (command) =>
      JSON.stringify({
        gate: { PreToolUse: [{ matcher: 'run_command', hooks: [{ type: 'command', command, timeout: 5 }] }] },
      }),
    sees: '"CommandLine":"rm -rf build"',
    refuses: 'echo \'{"decision":"deny","reason":"not that"}\'',
    id: 'antigravity.gate.PreToolUse.0.0',
  },
  {
    format: 'kiro',
    project: '.kiro/hooks/gate.json',
    user: '.kiro/hooks/gate.json',
    userBase: '.kiro',
    text: (command) =>
      JSON.stringify({
        version: 'v1',
        hooks: [
          { name: 'gate', trigger: 'PreToolUse', matcher: 'shell', action: { type: 'command', command }, timeout: 5 },
        ],
      }),
    sees: '"tool_name":"execute_bash","tool_input":{"command":"rm -rf build"',
    refuses: exit2,
    agent: 'kiro',
    id: 'kiro.gate.PreToolUse.0',
  },
];

/** The first call of a fixture, with its command and folder replaced. */
const payloads: Readonly<Record<string, (command: string, cwd: string) => unknown>> = {
  codex: (command, cwd) => ({ ...fixture('codex/PreToolUse'), cwd, tool_input: { command } }),
  gemini: (command, cwd) => ({
    ...fixture('gemini/BeforeTool'),
    cwd,
    tool_name: 'run_shell_command',
    tool_input: { command },
  }),
  cursor: (command, cwd) => ({ ...fixture('cursor/preToolUse'), cwd, tool_input: { command } }),
  windsurf: (command, cwd) => ({ ...fixture('windsurf/pre_run_command'), tool_info: { command_line: command, cwd } }),
  kiro: (command, cwd) => ({
    ...fixture('kiro/v3.PreToolUse'),
    cwd,
    tool_name: 'execute_bash',
    tool_input: { command },
  }),
};
const bin = resolve('packages/anyhook/bin/anyhook.cjs');
const fixture = (name: string): Record<string, unknown> =>
  (JSON.parse(readFileSync(`packages/anyhook/fixtures/${name}.json`, 'utf8')) as { stdin: Record<string, unknown> })
    .stdin;

const guard = ({ sees, refuses }: AgentFile) => `#!/bin/sh\ncase $(cat) in *'${sees}'*) ${refuses};; esac\n`;

function answer(here: TestProject, agent: string, command: string): string {
  const { stdout, stderr } = spawnSync(process.execPath, [bin, 'run', '--host', agent, '--trust-project'], {
    cwd: here.dir,
    env: here.env,
    input: JSON.stringify(payloads[agent]?.(command, here.dir)),
    encoding: 'utf8',
    timeout: 30_000,
  });
  return stdout + stderr;
}

for (const file of files) {
  test(`a project's ${file.format} hook denies on Codex and Gemini CLI, and is left to its own agent there`, (t) => {
    const here = testProject(t, { [file.project]: file.text('./guard.sh'), 'guard.sh': guard(file) });
    for (const agent of ['codex', 'gemini']) assert.match(answer(here, agent, 'rm -rf build'), /not that/, agent);
    assert.doesNotMatch(answer(here, 'codex', 'ls'), /not that|does not|fail/);
    const { agent } = file;
    if (agent !== undefined) assert.doesNotMatch(answer(here, agent, 'rm -rf build'), /not that/, agent);
  });

  test(`a user's ${file.format} hook denies in every project`, (t) => {
    const here = testProject(t);
    const home = here.env['HOME'] ?? '';
    const script = slashedPath(join(home, file.userBase, 'guard.sh'));
    mkdirSync(dirname(join(home, file.user)), { recursive: true });
    writeFileSync(script, guard(file));
    chmodSync(script, 0o755);
    writeFileSync(join(home, file.user), file.text(script));
    assert.match(answer(here, 'codex', 'rm -rf build'), /not that/);
  });

  test(`trust in a ${file.format} hook also covers its script`, async (t) => {
    const here = testProject(t, { [file.project]: file.text('./guard.sh'), 'guard.sh': guard(file) });
    const [hook] = await here.json<{ id: string; state: string; files: string[] }[]>(['list', '--json']);
    assert.deepEqual([hook?.id, hook?.state], [`project.${file.id}`, 'untrusted']);
    assert.ok(
      hook?.files.some((path) => path.endsWith('guard.sh')),
      JSON.stringify(hook),
    );
    assert.deepEqual(await here.json(['hooks', 'validate', '--json']), []);
  });

  test(`a ${file.format} hook converts to hook-md and back, and every loss is reported`, async (t) => {
    const here = testProject(t, { [file.project]: file.text('./guard.sh'), 'guard.sh': guard(file) });
    const out = testProject(t, { 'guard.sh': guard(file) });
    const there = await here.json<Conversion>(['hooks', 'convert', `project.${file.id}`, '--to', 'hook-md', '--json']);
    assert.deepEqual(there.lost, []);
    const converted = await here.run([
      'hooks',
      'convert',
      `project.${file.id}`,
      '--to',
      'hook-md',
      '--out',
      out.dir,
      '--force',
    ]);
    assert.equal(converted.code, 0, converted.stderr);
    const [md] = await out.json<{ id: string; event: string }[]>(['list', '--json']);
    assert.equal(md?.event, 'tool.before');
    const back = await out.json<Conversion>(['hooks', 'convert', md?.id ?? '', '--to', file.format, '--json']);
    assert.deepEqual(
      back.lost.map((line) => line.replace(/[:;].*/s, '')),
      losses[file.format] ?? [],
    );
    const [written] = back.files;
    assert.equal(written?.path, file.format === 'kiro' ? `.kiro/hooks/${md?.id}.json` : file.project);
    assert.match(written?.text ?? '', named[file.format] ?? /never/);
  });
}

/** What the format cannot say about a hook that came from it: a HOOK.md may give context and rewrite. */
const losses: Readonly<Record<string, readonly string[]>> = {
  cursor: ['giving context'],
  windsurf: ['rewriting', 'giving context', 'timeoutMs'],
  antigravity: ['rewriting', 'giving context'],
  kiro: ['rewriting'],
};
/** The tool name after converting back. */
const named: Readonly<Record<string, RegExp>> = {
  cursor: /"preToolUse"[\s\S]*"matcher": "Shell"/,
  windsurf: /"pre_run_command"/,
  antigravity: /"matcher": "run_command"/,
  kiro: /"matcher": "\^\(execute_bash\)\$"/,
};

test('files that other agents keep at the same path are not read as Antigravity hooks', async (t) => {
  const here = testProject(t, {
    '.agents/hooks.json': '{"hooks":[{"event":"file_modified","action":"execute_skill","skill":"x"}]}',
    '.agents/hooks.yaml':
      'hooks:\n  pre_tool_use:\n    - hooks:\n        - {type: command, command: "exit 0", name: mine}\n',
  });
  const hooks = await here.json<{ id: string }[]>(['list', '--json']);
  assert.deepEqual(
    hooks.map(({ id }) => id),
    ['mine'],
  );
  const problems = await here.json<{ severity: string; message: string }[]>(['hooks', 'validate', '--json']);
  assert.deepEqual(
    problems.map(({ severity, message }) => [severity, message.split(':')[0]]),
    [['warning', 'not read']],
  );
});

test('a hook for all tools converts to one event for all tools, or to each event for some tools', async (t) => {
  const here = testProject(t, {
    '.agents/hooks.yaml':
      'hooks:\n  post_tool_use:\n    - hooks:\n        - {type: command, command: "exit 0", name: after-all}\n',
  });
  const eventsOf = async (to: string) => {
    const { files: written } = await here.json<Conversion>(['hooks', 'convert', 'after-all', '--to', to, '--json']);
    return Object.keys((JSON.parse(written[0]?.text ?? '') as { hooks: object }).hooks);
  };
  assert.deepEqual(await eventsOf('cursor'), ['postToolUse']);
  assert.deepEqual((await eventsOf('windsurf')).sort(), [
    ...['post_mcp_tool_use', 'post_read_code', 'post_run_command', 'post_write_code'],
  ]);
});
