import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { contextWith, eventAt, tempFolder } from '../../../test/builtin-world.js';
import type { Result } from '../../core/verdict.js';
import { loadProjectContext, projectVariables } from './load-project-context.js';

const load = (cwd: string): Result =>
  loadProjectContext.run(eventAt('session.start', cwd), undefined, contextWith()) as Result;

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
    "a Node project with Node's own runner",
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

test('the project is found from a folder inside, but not above its repository', () => {
  using folder = tempFolder({ 'package.json': '{}', 'src/a.ts': '', 'repo/.git/HEAD': '' });
  assert.match(load(join(folder.path, 'src')).context?.[0] ?? '', /^Project: nodejs/);
  assert.deepEqual(load(join(folder.path, 'repo')), { decision: 'pass' });
});

test('the same facts come as variables', () => {
  using folder = tempFolder({ 'Cargo.toml': '' });
  assert.deepEqual(projectVariables(folder.path), {
    PROJECT_TYPE: 'rust',
    PROJECT_ROOT: folder.path,
    TEST_FRAMEWORK: 'cargo-test',
  });
});
