import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hookMdWithScript, testProject } from './harness.js';

/** The commands, by the groups in which help lists them. */
const groups: Readonly<Record<string, readonly string[]>> = {
  Everyday: [
    'init',
    'uninstall',
    'doctor',
    'list',
    'trust',
    'why',
    'log',
    'undo',
    'ui',
    'approve',
    'refuse',
    'off',
    'on',
    'demo',
  ],
  Hooks: ['hooks', 'fire', 'guard', 'replay'],
  Abilities: ['ability', 'task'],
  Engine: ['engine'],
  Fleet: ['fleet'],
  'For agents and programs': ['run', 'serve', 'mcp', 'flow'],
  Help: ['help', 'completion'],
};
/** The commands of groups that used to be top-level commands. */
const inGroups: Readonly<Record<string, readonly string[]>> = {
  hooks: ['new', 'test', 'validate', 'convert', 'matrix', 'prompt', 'add', 'update', 'remove', 'import'],
  engine: ['start', 'stop', 'status'],
  log: ['export', 'prune', 'record'],
  flow: ['run-hook', 'telemetry', 'conformance'],
};
const commands: readonly (readonly string[])[] = [
  ...Object.values(groups).flatMap((names) => names.map((name) => [name])),
  ...Object.entries(inGroups).flatMap(([group, names]) => names.map((name) => [group, name])),
];

test('there are at most 28 top-level commands', () => {
  assert.ok(Object.values(groups).flat().length <= 28);
});

test('the help of a group lists its commands', async (t) => {
  const here = testProject(t);
  for (const [group, names] of Object.entries(inGroups)) {
    const { stdout } = await here.run([group, '--help']);
    const [, section = ''] = /^Commands:\n((?: {2,}\S.*\n)+)/m.exec(stdout) ?? [];
    assert.deepEqual(
      section.match(/^ {2}[a-z][\w-]*/gm)?.map((name) => name.trim()),
      names,
    );
  }
});

test('help shows every command in its group, one line each, and the exit codes', async (t) => {
  const { code, stdout } = await testProject(t).run(['--help'], { columns: 80 });
  assert.equal(code, 0);
  for (const [heading, names] of Object.entries(groups)) {
    const [, section = ''] = new RegExp(`^${heading}:\\n((?: {2}\\S.*\\n)+)`, 'm').exec(stdout) ?? [];
    assert.deepEqual(
      section.match(/^ {2}[\w-]+/gm)?.map((name) => name.trim()),
      names,
    );
    assert.equal(section.trimEnd().split('\n').length, names.length, section);
  }
  assert.deepEqual(
    stdout.split('\n').filter((line) => line.length > 80),
    [],
  );
  assert.match(stdout, /Exit codes: 0 success, 1 error .*\n2 denied/);
});

test('"help" prints the same as --help, also for a single command or a command in a group', async (t) => {
  const here = testProject(t);
  for (const words of [[], ['fire'], ['task'], ['task', 'run'], ['hooks', 'new']]) {
    const asked = await here.run(['help', ...words]);
    assert.deepEqual(asked, await here.run([...words, '--help']));
    assert.equal(asked.code, 0);
  }
});

test('the version is printed by -v, --version, "version" and, as before, -V', async (t) => {
  const here = testProject(t);
  const { code, stdout } = await here.run(['--version']);
  assert.equal(code, 0);
  assert.match(stdout, /^\d+\.\d+\.\d+\S*\n$/);
  for (const word of ['version', '-v', '-V']) assert.equal((await here.run([word])).stdout, stdout);
});

test('anyhook without arguments prints the help', async (t) => {
  const { code, stdout } = await testProject(t).run([]);
  assert.equal(code, 0);
  assert.match(stdout, /^Usage: anyhook/);
});

for (const words of commands) {
  const name = words.join(' ');
  test(`the help of ${name} shows an example`, async (t) => {
    const { code, stdout, stderr } = await testProject(t).run([...words, '--help']);
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, new RegExp(`Examples?:\\n {2}\\$ .*${name}`));
  });
}

const mistakes: readonly [string, readonly string[], RegExp][] = [
  ['a misspelt command', ['lst'], /^anyhook: unknown command 'lst'; did you mean list\?\n$/],
  ['help for a misspelt command', ['help', 'lst'], /^anyhook: unknown command 'lst'; did you mean list\?\n$/],
  [
    'a misspelt option',
    ['list', '--fromat', 'docker'],
    /^anyhook: unknown option '--fromat'; did you mean --format\?\n$/,
  ],
  [
    'an unknown format',
    ['list', '--format', 'foo'],
    /^anyhook: .*'foo' is invalid\. Allowed choices are hook-md, docker/,
  ],
  [
    'a missing argument',
    ['hooks', 'convert', '--to', 'docker'],
    /^anyhook: missing required argument 'id'; see "anyhook hooks convert --help"\n$/,
  ],
  ['an unknown subcommand', ['task', 'foo'], /^anyhook: unknown command 'foo'; see "anyhook task --help"\n$/],
  [
    'a missing argument of a subcommand',
    ['ability', 'show'],
    /^anyhook: missing required argument 'name'; see "anyhook ability show --help"\n$/,
  ],
  [
    'an input file that is not there',
    ['task', 'create', 'x', '--input', '@none.json'],
    /^anyhook: --input: \S+\/none\.json does not exist; /,
  ],
  [
    'an input of nothing',
    ['task', 'create', 'x', '--input', ''],
    /^anyhook: --input: expected a JSON object such as .*, got nothing\n$/,
  ],
  ['too many arguments', ['list', 'x'], /^anyhook: .*arguments?/],
  ['a folder that is not there', ['list', '--cwd', 'nowhere'], /^anyhook: --cwd: expected a folder, got .*nowhere\n$/],
  ['an unknown event', ['list', '--event', 'tool.befor'], /did you mean "tool.before"\?\n$/],
  ['a host without a codec', ['fire', 'tool.before', '--agent', 'claude-cod'], /did you mean "claude-code"\?\n$/],
];
for (const [what, args, expected] of mistakes) {
  test(`${what} fails with one clear line on stderr and exit code 1`, async (t) => {
    const { code, stdout, stderr } = await testProject(t).run(args);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, expected);
    assert.equal(stderr.trimEnd().includes('\n'), false);
  });
}

test('colors are used only on a terminal, and never with NO_COLOR', async (t) => {
  const here = testProject(t, hookMdWithScript('a', 'before_tool', 'exit 0'));
  assert.equal((await here.run(['list'])).stdout.includes('\u001b['), false);
  assert.equal((await here.run(['list'], { columns: 100 })).stdout.includes('\u001b['), true);
  const plain = await here.run(['list'], { columns: 100, env: { NO_COLOR: '1' } });
  assert.equal(plain.stdout.includes('\u001b['), false);
});

test('no table line is wider than the terminal', async (t) => {
  const here = testProject(
    t,
    hookMdWithScript('a', 'before_tool', 'exit 0', `matcher:\n  tool: ${'Shell|'.repeat(30)}Shell\n`),
  );
  const { stdout } = await here.run(['list'], { columns: 80, env: { NO_COLOR: '1' } });
  const [, row = ''] = stdout.split('\n');
  assert.equal(row.length, 80);
  assert.match(row, /…$/);
});
