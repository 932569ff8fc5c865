import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FireReport } from '../../src/answer/fire-report.js';
import { formatNames } from '../../src/formats/index.js';
import type { Conversion } from '../../src/hooks/convert/convert.js';
import { hookMdWithScript, testProject } from './harness.js';

const sources = {
  ...hookMdWithScript(
    'md-hook',
    'before_tool',
    'echo no >&2; exit 2',
    'matcher:\n  tool: Shell|WriteFile\n  pattern: rm\npriority: 200\ntimeout: 1500\n',
  ),
  '.agents/hooks.yaml': `hooks:
  pre_tool_use:
    - matcher: shell
      hooks:
        - {name: docker-hook, type: command, command: "./deny.sh", working_dir: ., env: {WHY: "it is so"}, timeout: 1.5, on_error: block}
  turn_start:
    - {name: clock, type: builtin, command: add_date}
`,
  '.system/hooks/ability-hook.yaml':
    'id: ability-hook\nevent_type: PreAbilityCall\nenabled: true\nblocking: true\nmatch: {ability_scope: [run_command, edit_file]}\nhandler: {kind: script, command: ./deny.sh}\ntimeout_ms: 1500\n',
  '.system/hooks/watcher.yaml':
    'id: watcher\nevent_type: PostAbilityCall\nenabled: true\nblocking: false\nhandler: {kind: script, command: ./deny.sh}\n',
  '.claude/settings.json': JSON.stringify({
    hooks: {
      PreToolUse: [
        {
          matcher: 'Bash|mcp__git__push',
          hooks: [{ type: 'command', command: './deny.sh', timeout: 2, if: 'Bash(git *)' }],
        },
      ],
      PostToolUse: [{ matcher: 'Ed.*', hooks: [{ type: 'command', command: './deny.sh', async: true }] }],
      UserPromptSubmit: [{ hooks: [{ type: 'prompt', prompt: 'fine?' }] }],
    },
  }),
  '.agents/anyhook.yaml':
    'hooks:\n  - {id: flow-hook, on: tool.before, run: ./deny.sh, match: {tool: Bash, paths: "src/**"}, onFailure: ask, timeoutMs: 1500}\n',
  'deny.sh': '#!/bin/sh\necho "no: $WHY" >&2\nexit 2\n',
};

/** Formats in which a hook cannot say how long it may take. */
const timeless: readonly string[] = ['cline', 'windsurf'];
const claudeHook = 'settings.claude.PreToolUse.0.0';
/** For each format, a hook that uses as many features as possible. */
const ids: Readonly<Record<string, string>> = {
  'md-hook': 'hook-md',
  'docker-hook': 'docker',
  'ability-hook': 'ability',
  [claudeHook]: 'claude',
  'flow-hook': 'flow',
};

/** In these formats exit 2 is a failure, not an answer. */
const withoutExitCodes: readonly string[] = ['ability', 'cline'];

for (const [id, from] of Object.entries(ids)) {
  for (const to of formatNames().filter((name) => name !== from)) {
    test(`${id} converts to a ${to} hook that loads without problems and runs on the same call`, async (t) => {
      const here = testProject(t, sources);
      const out = testProject(t, {
        'deny.sh': sources['deny.sh'],
        '.agents/hooks/md-hook/scripts/run.sh': sources['deny.sh'],
      });
      const { code, stderr } = await here.run(['hooks', 'convert', id, '--to', to, '--out', out.dir, '--force']);
      assert.deepEqual([code, stderr], [0, '']);
      assert.deepEqual(await out.json(['hooks', 'validate', '--json']), []);
      const [hook] = await out.json<{ dialect: string; event: string; timeoutMs: number }[]>(['list', '--json']);
      assert.deepEqual([hook?.dialect, hook?.event], [to, 'tool.before']);
      assert.ok(hook && (timeless.includes(to) || (hook.timeoutMs >= 1500 && hook.timeoutMs <= 2000)));
      const call = ['--tool', 'shell', '--input', '{"command":"git rm x","path":"src/x"}'];
      const { stdout } = await out.run(['fire', 'tool.before', ...call, '--json', '--trust-project']);
      const { hooks } = JSON.parse(stdout) as FireReport;
      assert.equal(hooks[0]?.outcome, withoutExitCodes.includes(to) ? 'failed' : 'blocked', JSON.stringify(hooks));
    });
  }
}

const losses: readonly [string, string, readonly RegExp[]][] = [
  [
    'md-hook',
    'docker',
    [
      /^input: "rm"; it will run for every input$/,
      /^priority: 200; keep it with "overrides: \{md-hook: \{priority: 200\}\}"/,
    ],
  ],
  ['md-hook', 'flow', []],
  ['docker-hook', 'ability', [/^rewriting: the ability format/, /^onFailure: "closed"; keep it/]],
  ['docker-hook', 'claude', [/^onFailure: "closed"; keep it/]],
  ['watcher', 'docker', [/^blocking: false; its decisions will block$/]],
  ['settings.claude.PreToolUse.0.0', 'docker', [/^rule: "Bash\(git \*\)"; it will run for every input$/]],
  [
    'settings.claude.PostToolUse.0.0',
    'docker',
    [
      /also means tool\.failure$/,
      /^async: true; the agent will wait for it$/,
      /^the pattern "Ed\.\*" became the tools/,
    ],
  ],
  ['flow-hook', 'docker', [/^paths: \["src\/\*\*"\]/, /^onFailure: "ask"/]],
  ['clock', 'flow', []],
  ['watcher', 'flow', []],
  ['watcher', 'hook-md', [/^the event tool\.failure: after_tool does not cover it$/]],
];
for (const [id, to, expected] of losses) {
  test(`${id} to ${to} loses ${expected.length === 0 ? 'nothing' : `${expected.length} things, each named`}`, async (t) => {
    const { lost } = await testProject(t, sources).json<Conversion>(['hooks', 'convert', id, '--to', to, '--json']);
    assert.equal(lost.length, expected.length, lost.join('\n'));
    for (const one of expected)
      assert.ok(
        lost.some((line) => one.test(line)),
        `${one}: ${lost.join('\n')}`,
      );
  });
}

test('tool names are translated, including MCP names', async (t) => {
  const { files } = await testProject(t, sources).json<Conversion>([
    'hooks',
    'convert',
    claudeHook,
    '--to',
    'ability',
    '--json',
  ]);
  assert.match(files[0]?.text ?? '', /- run_command\n {4}- mcp\.git\.push\n/);
});

test('convert lists protocol differences, and writes nothing without --out', async (t) => {
  const here = testProject(t, sources);
  const { protocol, files } = await here.json<Conversion>(['hooks', 'convert', 'md-hook', '--to', 'ability', '--json']);
  assert.deepEqual(
    protocol.map(({ what }) => what),
    ['stdin', 'to block', 'stdout', 'failure'],
  );
  assert.deepEqual(
    files.map(({ path }) => path),
    ['.system/hooks/md-hook.yaml'],
  );
  assert.equal((await here.json<unknown[]>(['list', '--json', '--format', 'ability'])).length, 2);
});

test('the text output shows files, losses and protocol differences', async (t) => {
  const { code, stdout } = await testProject(t, sources).run(['hooks', 'convert', 'md-hook', '--to', 'docker']);
  assert.equal(code, 0);
  assert.match(stdout, /^--- \.agents\/hooks\.yaml\nhooks:\n {2}pre_tool_use:\n {4}- matcher: shell\|write_file\n/);
  assert.match(stdout, /\nlost:\n {2}- input: /);
  assert.match(stdout, /\n {2}stdin {5}was event_type.*\n +now hook_event_name/);
});

const refused: readonly [readonly string[], RegExp][] = [
  [['md-hook', '--to', 'hook-md'], /it already has this format\n$/],
  [['md-hok', '--to', 'docker'], /did you mean "md-hook"\?\n$/],
  [['clock', '--to', 'hook-md'], /it has no event for turn_start \(turn\.start\)\n$/],
  [['settings.claude.UserPromptSubmit.0.0', '--to', 'docker'], /it cannot run a prompt\n$/],
];
for (const [args, expected] of refused) {
  test(`convert ${args.join(' ')} is refused in one line`, async (t) => {
    const { code, stdout, stderr } = await testProject(t, sources).run(['hooks', 'convert', ...args]);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, expected);
  });
}

test('an existing file is only replaced with --force', async (t) => {
  const here = testProject(t, sources);
  const args = ['hooks', 'convert', 'md-hook', '--to', 'ability', '--out', '.'];
  assert.equal((await here.run(args)).code, 0);
  const again = await here.run(args);
  assert.equal(again.code, 1);
  assert.match(again.stderr, /exists already/);
  assert.equal((await here.run([...args, '--force'])).code, 0);
});
