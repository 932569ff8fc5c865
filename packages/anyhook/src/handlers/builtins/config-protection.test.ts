import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Result, ToolKind } from '@anyhook/core';
import { builtinToolEvent, contextWith } from '../../../test/builtin-world.js';
import { configProtection } from './config-protection.js';

const run = (path: unknown, kind: ToolKind = 'write', args?: unknown, env = {}): Result =>
  configProtection.run(
    builtinToolEvent('tool.before', '/repo', { kind, input: { path } }),
    args,
    contextWith(env),
  ) as Result;

const names = [
  '.eslintrc',
  '.eslintrc.json',
  '.eslintrc.cjs',
  'eslint.config.js',
  'eslint.config.mts',
  '.prettierrc',
  '.prettierrc.yaml',
  'prettier.config.mjs',
  'biome.json',
  'biome.jsonc',
  '.ruff.toml',
  'ruff.toml',
  '.shellcheckrc',
  '.stylelintrc',
  '.stylelintrc.json',
  '.markdownlint.json',
  '.markdownlint-cli2.yaml',
];
for (const name of names) {
  test(`${name} is protected in every folder`, () => {
    for (const path of [
      name,
      `/repo/${name}`,
      `sub/dir/${name}`,
      `C:\\repo\\${name}`,
      `${name}/.`,
      name.toUpperCase(),
    ]) {
      const { decision, reason } = run(path);
      assert.equal(decision, 'deny', path);
      assert.match(reason ?? '', /^BLOCKED: .*Fix the source code/);
      assert.ok(reason?.toLowerCase().includes(name));
    }
  });
}

for (const name of [
  'src/main.ts',
  'eslint.ts',
  'my.biome.json',
  'pyproject.toml',
  'package.json',
  '.eslintignore',
  '',
]) {
  test(`"${name}" is not protected`, () => assert.deepEqual(run(name), { decision: 'pass' }));
}

test('an edit is denied, a read is not', () => {
  assert.equal(run('biome.json', 'edit').decision, 'deny');
  assert.equal(run('biome.json', 'read').decision, 'pass');
});

test('one protected file among many denies the whole patch', () => {
  const event = builtinToolEvent('tool.before', '/repo', {
    kind: 'patch',
    input: { paths: ['a.ts', 'x/ruff.toml'], content: '' },
  });
  assert.match((configProtection.run(event, undefined, contextWith()) as Result).reason ?? '', /x\/ruff\.toml/);
});

test('a truncated payload is denied, whatever it contains', () => {
  const { decision, reason } = run('src/main.ts', 'shell', undefined, {
    SA_HOOK_INPUT_TRUNCATED: '1',
    SA_HOOK_INPUT_MAX_BYTES: '1048576',
  });
  assert.equal(decision, 'deny');
  assert.match(reason ?? '', /BLOCKED: .*cut at 1048576 bytes/);
  assert.equal(run('src/main.ts', 'write', undefined, { SA_HOOK_INPUT_TRUNCATED: '0' }).decision, 'pass');
});

test('a team can protect additional files and allow some', () => {
  const args = { protect: ['.editorconfig'], allow: ['fixtures/'] };
  assert.equal(run('.editorconfig', 'write', args).decision, 'deny');
  assert.equal(run('fixtures/biome.json', 'write', args).decision, 'pass');
  assert.equal(run('biome.json', 'write', args).decision, 'deny');
});

test('any number of slashes and dots after a protected name does not hide it', () => {
  for (const end of ['/', '//', '/./', '\\.\\', '/.'.repeat(50_000), '/'.repeat(100_000)])
    assert.equal(run(`.eslintrc${end}`).decision, 'deny', end.slice(0, 9));
  assert.deepEqual(run(`${'/'.repeat(100_000)}x`), run('x'));
});

test('a patch with more files than can be checked is denied', () => {
  const patchOf = (files: number, last: string) => ({
    kind: 'patch' as const,
    input: {
      content: `${'*** Add File: a\n+x\n'.repeat(files).replace(/File: a/g, () => `File: a${counter++}`)}${last}`,
    },
  });
  let counter = 0;
  const decisionOnPatch = (files: number, last = '') =>
    (
      configProtection.run(
        builtinToolEvent('tool.before', '/repo', patchOf(files, last)),
        undefined,
        contextWith({}),
      ) as Result
    ).decision;
  assert.equal(decisionOnPatch(2_000, '*** Update File: biome.json\n'), 'deny');
  assert.equal(decisionOnPatch(20_000, '*** Update File: biome.json\n'), 'deny');
  assert.equal(decisionOnPatch(300), 'pass');
});
