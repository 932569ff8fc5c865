import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { FireReport } from '../src/answer/fire-report.js';
import { loadPresets } from '../src/hooks/presets.js';
import { git, initRepository, writeTestFiles } from './builtin-world.js';
import { type TestProject, testProject } from './cli/harness.js';

const presets = loadPresets();
/** Presets with a script of their own; the others switch a builtin on. */
const scripted = presets.filter(({ entries }) => entries.length === 0);

/** A real repository with hooks copied from presets. */
async function withPreset(
  t: TestContext,
  name: string,
  files: Readonly<Record<string, string>> = {},
): Promise<TestProject> {
  const here = testProject(t);
  rmSync(join(here.dir, '.git'), { recursive: true });
  initRepository(here.dir, files);
  const { code, stderr } = await here.run(['hooks', 'new', '--preset', name]);
  assert.deepEqual([code, stderr], [0, '']);
  return here;
}

test('the matrix does not call a preset impossible on an agent that supports it', async (t) => {
  const here = await withPreset(t, 'starter');
  type Graded = { readonly id: string; readonly hosts: Readonly<Record<string, { readonly grade: string }>> };
  const { hooks } = await here.json<{ hooks: readonly Graded[] }>([
    'hooks',
    'matrix',
    '--json',
    '--agent',
    'claude-code',
    'gemini',
  ]);
  const grades = Object.fromEntries(
    hooks.map(({ id, hosts: agents }) => [id, [agents['claude-code']?.grade, agents['gemini']?.grade]]),
  );
  assert.deepEqual(grades, {
    'format-after-edit': ['exact', 'exact'],
    'project-context': ['exact', 'exact'],
    'protected-files': ['exact', 'degraded'],
    'session-log': ['exact', 'exact'],
    'shell-guard': ['exact', 'degraded'],
    'tests-before-stop': ['exact', 'exact'],
  });
});

/** What each agent calls the events, and a call that writes a file. */
const agents = {
  'claude-code': {
    start: 'SessionStart',
    before: 'PreToolUse',
    after: 'PostToolUse',
    stop: 'Stop',
    end: 'SessionEnd',
    write: (path: string) => ({
      tool_name: 'Write',
      tool_input: { file_path: path, content: 'x' },
      tool_response: { type: 'create', filePath: path, content: 'x', structuredPatch: [] },
    }),
  },
  gemini: {
    start: 'SessionStart',
    before: 'BeforeTool',
    after: 'AfterTool',
    stop: 'AfterAgent',
    end: 'SessionEnd',
    write: (path: string) => ({
      tool_name: 'write_file',
      tool_input: { file_path: path, content: 'x' },
      tool_response: { llmContent: `wrote ${path}`, returnDisplay: '' },
    }),
  },
} as const;
type Agent = keyof typeof agents;
type Moment = Exclude<keyof (typeof agents)[Agent], 'write'>;
const names = Object.keys(agents) as readonly Agent[];

/** Fires an agent's captured payload in the project. */
async function fire(here: TestProject, agent: Agent, moment: Moment, fields: Readonly<Record<string, unknown>> = {}) {
  const captured = JSON.parse(readFileSync(`packages/anyhook/fixtures/${agent}/${agents[agent][moment]}.json`, 'utf8'));
  const stdin = JSON.stringify({ ...captured.stdin, cwd: here.dir, ...fields });
  const ran = await here.run(['fire', '--agent', agent, '--json', '--trust-project'], { stdin });
  assert.equal(ran.stderr, '');
  return JSON.parse(ran.stdout) as FireReport & { readonly wire: { readonly stdout: string; readonly stderr: string } };
}

/** What the agent itself reads. */
const outputOf = ({ wire }: Awaited<ReturnType<typeof fire>>) => `${wire.stdout}\n${wire.stderr}`;

test('the starter set has the guard and five hooks, each with a description and a script', () => {
  assert.deepEqual(
    presets.map(({ name }) => name),
    ['shell-guard', 'project-context', 'protected-files', 'format-after-edit', 'tests-before-stop', 'session-log'],
  );
  for (const { name, description } of presets) assert.ok(description.length > 20, name);
  for (const { files } of scripted) {
    const [manual, tests, script] = ['HOOK.md', '.hooktest.yaml', 'run.mjs'].map((ending) =>
      files.find(({ path }) => path.endsWith(ending)),
    );
    assert.match(tests?.text ?? '', /^# Run with: anyhook hooks test\nhook: [a-z-]+\n/);
    assert.match(manual?.text ?? '', /^---\n[\s\S]*\n---\n\n# [A-Z][\s\S]{100,}\n$/);
    assert.match(script?.text ?? '', /^#!\/usr\/bin\/env node\n\/\/ [A-Z]/);
    assert.deepEqual([files.length, script?.executable], [3, true]);
  }
});

for (const { name, files } of scripted) {
  test(`${name} is copied byte for byte, validates without problems, and is not overwritten silently`, async (t) => {
    const here = await withPreset(t, name);
    for (const { path, executable } of files) {
      const original = path.replace('.agents/hooks', 'examples/hooks');
      assert.equal(readFileSync(join(here.dir, path), 'utf8'), readFileSync(original, 'utf8'));
      assert.equal((statSync(join(here.dir, path)).mode & 0o100) !== 0, executable === true);
    }
    assert.deepEqual(await here.json(['hooks', 'validate', '--json']), []);
    here.write({ [`.agents/hooks/${name}/HOOK.md`]: 'mine' });
    const again = await here.run(['hooks', 'new', '--preset', name]);
    assert.equal(again.code, 1);
    assert.match(again.stderr, /HOOK\.md, .*exists already; .*--force/);
    assert.equal(readFileSync(join(here.dir, `.agents/hooks/${name}/HOOK.md`), 'utf8'), 'mine');
    assert.equal((await here.run(['hooks', 'new', '--preset', name, '--force'])).code, 0);
    assert.deepEqual(await here.json(['hooks', 'validate', '--json']), []);
  });
}

test('the guard is added once to an existing config, whose other content stays', async (t) => {
  const here = testProject(t);
  here.write({ '.agents/anyhook.yaml': '# ours\nhooks:\n  - on: session.start # first\n    use: add_date\n' });
  assert.equal((await here.run(['hooks', 'new', '--preset', 'shell-guard'])).code, 0);
  const config = readFileSync(join(here.dir, '.agents/anyhook.yaml'), 'utf8');
  assert.match(config, /^# ours\nhooks:\n {2}- on: session\.start # first\n {4}use: add_date\n {2}- id: shell-guard\n/);
  assert.ok(existsSync(join(here.dir, '.agents/guard/rules.yaml')));
  assert.deepEqual(await here.json(['hooks', 'validate', '--json']), []);
  assert.equal((await here.run(['hooks', 'new', '--preset', 'shell-guard', '--force'])).code, 0);
  assert.equal(readFileSync(join(here.dir, '.agents/anyhook.yaml'), 'utf8'), config);
});

test('the starter set is copied as a whole, or not at all if one of its hooks exists', async (t) => {
  const here = await withPreset(t, 'starter');
  assert.deepEqual(await here.json(['hooks', 'validate', '--json']), []);
  assert.equal((await here.json<unknown[]>(['list', '--json'])).length, 6);
  rmSync(join(here.dir, '.agents/hooks/session-log'), { recursive: true });
  assert.equal((await here.run(['hooks', 'new', '--preset', 'starter'])).code, 1);
  assert.equal(existsSync(join(here.dir, '.agents/hooks/session-log')), false);
});

test('the presets can be listed', async (t) => {
  const { code, stdout } = await testProject(t).run(['hooks', 'new', '--list-presets']);
  assert.equal(code, 0);
  assert.match(stdout, /^starter +All 6 of them\.\nshell-guard +/);
  for (const { name, nativeEvent, description } of presets) {
    assert.ok(stdout.includes(name) && stdout.includes(nativeEvent) && stdout.includes(description));
  }
  const narrow = await testProject(t).run(['hooks', 'new', '--list-presets'], { columns: 80, env: { NO_COLOR: '1' } });
  assert.deepEqual(
    narrow.stdout.split('\n').filter((line) => line.length > 80),
    [],
  );
});

const mistakes: readonly (readonly [string, readonly string[], RegExp])[] = [
  [
    'an unknown preset',
    ['--preset', 'protected-file'],
    /expected one of starter, .*did you mean "protected-files"\?\n$/,
  ],
  ['a preset with a name', ['x', '--preset', 'starter'], /--preset sets name, format and event: leave out "x"\n$/],
  ['a preset with an event', ['--preset', 'starter', '--event', 'stop'], /leave out "event"\n$/],
  ['neither name nor preset', [], /missing required argument 'name', or --preset\n$/],
];
for (const [what, args, expected] of mistakes) {
  test(`${what} is one clear line and exit 1`, async (t) => {
    const { code, stdout, stderr } = await testProject(t).run(['hooks', 'new', ...args]);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, expected);
  });
}

const protectedPaths: readonly (readonly [string, RegExp | undefined])[] = [
  ['.env', /holds secrets/],
  ['config/.env.production', /holds secrets/],
  ['settings.txt', /holds secrets/],
  ['keys/server.pem', /private key/],
  ['package-lock.json', /lock file: run the package manager/],
  ['.git/config', /belongs to git/],
  ['.env.example', undefined],
  ['src/environment.ts', undefined],
  ['src/secretary.ts', undefined],
];
for (const agent of names) {
  test(`protected-files refuses secrets, keys, lock files and git's own files on ${agent}`, async (t) => {
    const here = await withPreset(t, 'protected-files');
    symlinkSync('.env', join(here.dir, 'settings.txt'));
    writeFileSync(join(here.dir, '.env'), 'KEY=1');
    for (const [path, why] of protectedPaths) {
      for (const named of [path, join(here.dir, path)]) {
        const report = await fire(here, agent, 'before', agents[agent].write(named));
        assert.equal(report.decision, why ? 'deny' : 'pass', named);
        assert.deepEqual(report.notes, []);
        if (why) assert.match(outputOf(report), why);
      }
    }
  });

  test(`protected-files does not let a write pass on ${agent} if its script fails`, async (t) => {
    const here = await withPreset(t, 'protected-files');
    here.write({ '.agents/hooks/protected-files/scripts/run.mjs': '#!/bin/sh\nexit 3\n' });
    const report = await fire(here, agent, 'before', agents[agent].write('a.txt'));
    assert.notEqual(report.decision, 'pass');
  });

  test(`format-after-edit formats the file on ${agent} with the project's formatter and reports it`, async (t) => {
    const here = await withPreset(t, 'format-after-edit', { 'biome.json': '{}', 'src/a.js': 'const  a = 1\n' });
    symlinkSync(resolve('node_modules'), join(here.dir, 'node_modules'));
    const report = await fire(here, agent, 'after', agents[agent].write(join(here.dir, 'src/a.js')));
    assert.equal(readFileSync(join(here.dir, 'src/a.js'), 'utf8'), 'const a = 1;\n');
    assert.deepEqual(report.context, ['src/a.js was formatted with biome: read it again before you edit it.']);
    assert.match(outputOf(report), /was formatted with biome/);
    const again = await fire(here, agent, 'after', agents[agent].write('src/a.js'));
    assert.deepEqual([again.decision, again.context, again.notes], ['pass', [], []]);
  });

  test(`tests-before-stop keeps the agent working on ${agent} until the tests pass, and does not loop`, async (t) => {
    const here = await withPreset(t, 'tests-before-stop', {
      'package.json': '{"type":"module","scripts":{"test":"echo run >> ../runs.txt; node --test"}}',
      'sum.js': 'export const sum = (a, b) => a * b;\n',
      'sum.test.js':
        "import assert from 'node:assert';\nimport { test } from 'node:test';\nimport { sum } from './sum.js';\ntest('two and three', () => assert.equal(sum(2, 3), 5));\n",
    });
    const runs = () => readFileSync(join(here.dir, '../runs.txt'), 'utf8').trim().split('\n').length;
    const failed = await fire(here, agent, 'stop');
    assert.equal(failed.decision, 'deny');
    assert.match(outputOf(failed), /The work is not done: .*npm test.* fails[\s\S]*two and three/);
    // The agent was sent back and changed nothing: it may stop, without another test run.
    assert.equal((await fire(here, agent, 'stop', { stop_hook_active: true })).decision, 'pass');
    assert.equal(runs(), 1);
    here.write({ 'sum.js': 'export const sum = (a, b) => a - b;\n' });
    assert.equal((await fire(here, agent, 'stop', { stop_hook_active: true })).decision, 'deny');
    here.write({ 'sum.js': 'export const sum = (a, b) => a + b;\n' });
    assert.equal((await fire(here, agent, 'stop', { stop_hook_active: true })).decision, 'pass');
    assert.equal((await fire(here, agent, 'stop')).decision, 'pass');
    assert.equal(runs(), 3);
  });

  test(`project-context gives ${agent} a summary of the project`, async (t) => {
    const here = await withPreset(t, 'project-context', {
      'package.json': '{"scripts":{"build":"x","test":"y"}}',
      'AGENTS.md': '',
    });
    git(here.dir, 'add', '--all');
    const report = await fire(here, agent, 'start');
    assert.deepEqual(report.notes, []);
    const [text = ''] = report.context;
    assert.match(
      text,
      /^Project: project, Node\.js\nScripts: npm run build, npm run test\nWorth reading: AGENTS\.md\n/,
    );
    assert.match(text, /^Git: on main, 3 uncommitted\n {2}A {2}\.agents\//m);
    assert.match(text, /^Newest commits:\n {2}[0-9a-f]{7,} first commit$/m);
    assert.match(outputOf(report), /Newest commits:/);
  });

  test(`session-log records the end of a ${agent} session, without any of its content`, async (t) => {
    const here = await withPreset(t, 'session-log');
    const report = await fire(here, agent, 'end', { session_id: 's-1', prompt: 'a secret plan' });
    assert.deepEqual([report.decision, report.notes], ['pass', []]);
    const text = readFileSync(join(here.env['XDG_STATE_HOME'] ?? '', 'agent-sessions.jsonl'), 'utf8');
    const { at, reason, ...line } = JSON.parse(text);
    assert.match(at, /^\d{4}-/);
    assert.equal(typeof reason, 'string');
    assert.deepEqual(line, {
      agent,
      session: 's-1',
      folder: here.dir,
      branch: 'main',
      seconds: null,
      uncommitted: ['?? .agents/'],
    });
  });
}

test('format-after-edit is silent without a formatter, and reports files that the formatter cannot parse', async (t) => {
  const here = await withPreset(t, 'format-after-edit', { 'a.js': 'const  a = 1\n', 'b/biome.json': '{}' });
  const write = (path: string) => fire(here, 'claude-code', 'after', agents['claude-code'].write(path));
  assert.deepEqual((await write('a.js')).context, []);
  symlinkSync(resolve('node_modules'), join(here.dir, 'node_modules'));
  assert.deepEqual((await write('a.js')).context, []);
  here.write({ 'b/broken.js': 'const = ;\n' });
  assert.match((await write('b/broken.js')).context[0] ?? '', /^biome could not format b\/broken\.js:\n/);
  assert.deepEqual((await write('gone.js')).context, []);
});

test('format-after-edit never starts a formatter from another repository', async (t) => {
  const here = await withPreset(t, 'format-after-edit');
  const trap = '#!/bin/sh\necho trapped > "$(dirname "$0")/trapped"\n';
  for (const place of ['inner', '../outer']) {
    const files = { '.git/HEAD': '', 'biome.json': '{}', 'a.js': 'a', 'node_modules/.bin/biome': trap };
    writeTestFiles(join(here.dir, place), files);
    const report = await fire(here, 'claude-code', 'after', agents['claude-code'].write(`${place}/a.js`));
    assert.deepEqual(report.context, []);
    assert.equal(existsSync(join(here.dir, place, 'node_modules/.bin/trapped')), false, place);
  }
});

const pythonTest = (sum: string) =>
  `import unittest\n\nclass Sums(unittest.TestCase):\n    def test_two_and_three(self):\n        self.assertEqual(${sum}, 5)\n`;

test('tests-before-stop runs the tests of a Python project, and nothing in a project without tests', async (t) => {
  const here = await withPreset(t, 'tests-before-stop', {
    'pyproject.toml': '[project]\nname = "sums"\n',
    '.gitignore': '__pycache__/\n.pytest_cache/\n',
    'test_sums.py': pythonTest('2 * 3'),
  });
  const failed = await fire(here, 'claude-code', 'stop');
  assert.equal(failed.decision, 'deny');
  assert.match(failed.reason ?? '', /(pytest -q|unittest)" fails[\s\S]*test_two_and_three[\s\S]*6 != 5/);
  // Of another length: Python tells a stale compiled file by second and size.
  here.write({ 'test_sums.py': pythonTest('1 + 1 + 3') });
  assert.equal((await fire(here, 'claude-code', 'stop')).decision, 'pass');
  const empty = await withPreset(t, 'tests-before-stop', { 'package.json': '{}' });
  assert.deepEqual((await fire(empty, 'claude-code', 'stop')).notes, []);
});
