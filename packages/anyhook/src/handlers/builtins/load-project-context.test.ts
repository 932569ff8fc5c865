import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { EventName, Result } from '@anyhook/core';
import { contextWith, eventAt, tempFolder } from '../../../test/builtin-world.js';
import { loadProjectContext } from './load-project-context.js';

const load = (
  cwd: string,
  { args, env = {}, event = 'session.start' }: { args?: unknown; env?: Record<string, string>; event?: EventName } = {},
): Result => loadProjectContext.run(eventAt(event, cwd), args, contextWith(env)) as Result;

const rows: readonly (readonly [
  string,
  Record<string, string>,
  readonly [string, string | undefined, string | undefined],
])[] = [
  [
    'a Node project with jest',
    { 'package.json': '{"devDependencies":{"jest":"1","eslint":"9"}}', 'tsconfig.json': '{}', 'pnpm-lock.yaml': '' },
    ['nodejs', 'jest', 'pnpm, TypeScript, ESLint'],
  ],
  [
    "a Node project with Node's own test runner",
    { 'package.json': '{"scripts":{"test":"node --test"}}', 'biome.json': '{}' },
    ['nodejs', 'node-test', 'npm, Biome'],
  ],
  [
    'a Python project with pytest and ruff',
    { 'pyproject.toml': '[tool.pytest.ini_options]\n[tool.ruff]\n' },
    ['python', 'pytest', 'Ruff'],
  ],
  ['a Python project with unittest', { 'setup.py': '', 'tests/test_a.py': '' }, ['python', 'unittest', undefined]],
  ['a Rust project', { 'Cargo.toml': '' }, ['rust', 'cargo-test', undefined]],
  ['a Go project', { 'go.mod': '', Makefile: '' }, ['go', 'go-test', 'Make']],
  ['a Java project', { 'pom.xml': '' }, ['java', 'junit', 'Maven']],
  ...[
    'jest.config.js',
    'jest.config.mjs',
    'vitest.config.ts',
    '.mocharc.json',
    '.mocharc',
    'playwright.config.ts',
  ].flatMap((file): typeof rows => {
    const framework = /[a-z]+?(?=rc|\.config)/.exec(file)?.[0];
    return [
      [`a Node project with ${file}`, { 'package.json': '{}', [file]: '' }, ['nodejs', framework, 'npm']],
      [`a folder with ${file} alone`, { [file]: '' }, ['nodejs', framework, 'npm']],
    ];
  }),
  ['a folder with conftest.py alone', { 'conftest.py': '', 'tests/test_a.py': '' }, ['python', 'pytest', undefined]],
  ['a folder with pytest.ini alone', { 'pytest.ini': '', 'tests/test_a.py': '' }, ['python', 'pytest', undefined]],
  ['a project of two kinds', { 'package.json': 'broken', 'go.mod': '' }, ['nodejs, go', 'go-test', 'npm']],
];
for (const [what, files, [types, tests, tooling]] of rows) {
  test(`${what} is described`, () => {
    using folder = tempFolder(files);
    const lines = [`Project: ${types} in ${folder.path}`];
    if (tests) lines.push(`Test framework: ${tests}`);
    if (tooling) lines.push(`Tooling: ${tooling}`);
    assert.deepEqual(load(folder.path), { decision: 'pass', context: [lines.join('\n')] });
  });
}

test('the project is found from a folder inside it, but not above its repository', () => {
  using folder = tempFolder({ 'package.json': '{}', 'src/a.ts': '', 'repo/.git/HEAD': '' });
  assert.match(load(join(folder.path, 'src')).context?.[0] ?? '', /^Project: nodejs/);
  assert.deepEqual(load(join(folder.path, 'repo')), { decision: 'pass' });
});

test('the facts are also written as variables if the agent reads them', () => {
  using folder = tempFolder({ "it's/Cargo.toml": '', "it's/Makefile": '', 'env.sh': 'export OTHER=1\n' });
  const file = join(folder.path, 'env.sh');
  const root = join(folder.path, "it's");
  load(root, { env: { CLAUDE_ENV_FILE: file } });
  const names = ['OTHER', 'PROJECT_TYPE', 'PROJECT_ROOT', 'TEST_FRAMEWORK', 'PROJECT_TOOLING'];
  const script = `. "$0"; printf '%s\\n' ${names.map((name) => `"$${name}"`).join(' ')}`;
  const shown = execFileSync('sh', ['-c', script, file], { encoding: 'utf8' });
  assert.deepEqual(shown.trimEnd().split('\n'), ['1', 'rust', root, 'cargo-test', 'Make']);
});

test('variables are written at session start only, and not at all if switched off', () => {
  using folder = tempFolder({ 'Cargo.toml': '', 'env.sh': '' });
  const env = { CLAUDE_ENV_FILE: join(folder.path, 'env.sh') };
  load(folder.path, { env, event: 'prompt.submit' });
  load(folder.path, { env, args: { variables: false } });
  load(folder.path, { env: { CLAUDE_ENV_FILE: 'env.sh' } });
  assert.equal(readFileSync(env.CLAUDE_ENV_FILE, 'utf8'), '');
});

test('an environment file that cannot be written is logged, and the context is still added', () => {
  using folder = tempFolder({ 'Cargo.toml': '' });
  const { context, logs } = load(folder.path, { env: { CLAUDE_ENV_FILE: join(folder.path, 'none', 'env.sh') } });
  assert.match(context?.[0] ?? '', /^Project: rust/);
  assert.match(logs?.[0] ?? '', /no variables were given: ENOENT/);
});

test('a team can set its own test and tool commands, and add notes', () => {
  using folder = tempFolder({ 'package.json': '{}' });
  const args = { tests: ['our-runner'], tooling: ['our-linter'], notes: ['Releases are made on Mondays.'] };
  assert.deepEqual(load(folder.path, { args }).context, [
    `Project: nodejs in ${folder.path}\nTest framework: our-runner\nTooling: our-linter\nReleases are made on Mondays.`,
  ]);
  using empty = tempFolder({ '.git/HEAD': '' });
  assert.deepEqual(load(empty.path, { args: { notes: ['Only this.'] } }).context, ['Only this.']);
});

test('a folder with a test configuration belongs to the package above it', () => {
  using folder = tempFolder({ 'package.json': '{}', 'e2e/jest.config.js': '' });
  assert.equal(load(join(folder.path, 'e2e')).context?.[0]?.split('\n')[0], `Project: nodejs in ${folder.path}`);
});
