import assert from 'node:assert/strict';
import { existsSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { describe, test } from 'node:test';
import type { Result } from '@anyhook/core';
import { builtinToolEvent, contextWith, tempFolder, writeTestFiles } from '../../../test/builtin-world.js';
import { formattedEndings, formatterFor, formatterRuns } from './kit/formatters.js';
import { qualityGate, qualityGateSync } from './quality-gate.js';

/** The gate in a trusted project. */
async function gate(cwd: string, path: unknown, env: Record<string, string>, args?: unknown): Promise<Result> {
  const event = builtinToolEvent('tool.after', cwd, { kind: 'write', input: { path } });
  return qualityGate.run(event, args, contextWith(env, { trustedRoot: cwd }));
}

// Replaces the project's own formatter: reports "bad", and changes it to "good" when asked to write.
const fakeBiome = `#!/usr/bin/env node
const { readFileSync, writeFileSync } = require('node:fs');
const file = process.argv.at(-1);
const text = readFileSync(file, 'utf8');
if (process.argv.includes('--write')) writeFileSync(file, text.replaceAll('bad', 'good'));
else if (text.includes('bad')) { console.log('bad word in ' + file); process.exit(1); }
`;
const project = { 'biome.json': '{}', 'node_modules/.bin/biome': fakeBiome, 'src/a.ts': 'bad', 'src/b.ts': 'good' };

test('strict mode warns the user and the model, and never blocks', async () => {
  using folder = tempFolder(project);
  const result = await gate(folder.path, 'src/a.ts', { SA_QUALITY_GATE_STRICT: 'true' });
  assert.equal(result.decision, 'pass');
  assert.match(result.messages?.[0] ?? '', /^Quality gate: biome found something to correct in .*src\/a\.ts\nbad word/);
  assert.deepEqual(result.context, result.messages);
  assert.deepEqual(await gate(folder.path, 'src/b.ts', { SA_QUALITY_GATE_STRICT: 'true' }), { decision: 'pass' });
});

test('without strict mode the finding is only recorded, and the strict profile implies strict mode', async () => {
  using folder = tempFolder(project);
  const quiet = await gate(folder.path, 'src/a.ts', {});
  assert.deepEqual([quiet.messages, quiet.context, quiet.logs?.length], [undefined, undefined, 1]);
  assert.equal((await gate(folder.path, 'src/a.ts', { SA_HOOK_PROFILE: 'strict' })).messages?.length, 1);
  assert.equal((await gate(folder.path, 'src/a.ts', {}, { strict: true })).messages?.length, 1);
});

test('fix mode writes the corrected file, check mode does not change it', async () => {
  using folder = tempFolder(project);
  const path = join(folder.path, 'src/a.ts');
  await gate(folder.path, path, {});
  assert.equal(readFileSync(path, 'utf8'), 'bad');
  assert.deepEqual(await gate(folder.path, path, { SA_QUALITY_GATE_FIX: 'true', SA_QUALITY_GATE_STRICT: 'true' }), {
    decision: 'pass',
  });
  assert.equal(readFileSync(path, 'utf8'), 'good');
});

test('a formatter that is not installed, a missing file and a missing path are not errors', async () => {
  using folder = tempFolder({ '.prettierrc': '{}', 'a.ts': 'bad' });
  const env = { SA_QUALITY_GATE_STRICT: 'true', PATH: '/nonexistent' };
  for (const path of ['a.ts', 'missing.ts', undefined, '/dev/null']) {
    assert.deepEqual(await gate(folder.path, path, env), { decision: 'pass' });
  }
});

test('only files with the eight extensions of the contract are checked', () => {
  assert.deepEqual([...formattedEndings].sort(), ['.go', '.js', '.json', '.jsx', '.md', '.py', '.ts', '.tsx']);
  using folder = tempFolder({ 'biome.json': '{}' });
  assert.equal(formatterFor(join(folder.path, 'a.css')), undefined);
});

const detection: readonly (readonly [string, Record<string, string>, string, string | undefined])[] = [
  ['biome.json', { 'biome.json': '{}' }, 'a.ts', 'biome'],
  ['biome.jsonc', { 'biome.jsonc': '{}' }, 'x/a.json', 'biome'],
  ['biome.json, for Markdown,', { 'biome.json': '{}' }, 'a.md', undefined],
  ['.prettierrc.yaml', { '.prettierrc.yaml': '' }, 'a.md', 'prettier'],
  ['prettier.config.mjs', { 'prettier.config.mjs': '' }, 'a.jsx', 'prettier'],
  ['the prettier key of package.json', { 'package.json': '{"prettier":{}}' }, 'a.tsx', 'prettier'],
  ['prettier only as a dependency', { 'package.json': '{"devDependencies":{"prettier":"3"}}' }, 'a.tsx', undefined],
  ['a nearer prettier below biome', { 'biome.json': '{}', 'x/.prettierrc': '' }, 'x/a.ts', 'prettier'],
  ['ruff.toml', { 'ruff.toml': '' }, 'a.py', 'ruff'],
  ['.ruff.toml', { '.ruff.toml': '' }, 'a.py', 'ruff'],
  ['[tool.ruff] in pyproject.toml', { 'pyproject.toml': '[tool.ruff.lint]\n' }, 'a.py', 'ruff'],
  ['pyproject.toml without ruff', { 'pyproject.toml': '[project]\n' }, 'a.py', undefined],
  ['no configuration, for Go,', {}, 'a.go', 'gofmt'],
  ['no configuration', {}, 'a.ts', undefined],
  ['a configuration above the repository', { 'biome.json': '{}', 'r/.git/HEAD': '' }, 'r/a.ts', undefined],
];
for (const [what, files, path, expected] of detection) {
  test(`${what} selects ${expected ?? 'no formatter'} for ${path}`, () => {
    using folder = tempFolder({ '.git/HEAD': '', ...files });
    assert.equal(formatterFor(join(folder.path, path))?.name, expected);
  });
}

test('check mode never asks a formatter to write', () => {
  for (const name of ['biome', 'prettier', 'ruff', 'gofmt'] as const) {
    const args = formatterRuns({ name }, '/f', 'check').flatMap((run) => run.args);
    assert.deepEqual(
      args.filter((arg) => ['--write', '--fix', '-w'].includes(arg)),
      [],
      name,
    );
    const fixing = formatterRuns({ name }, '/f', 'fix').flatMap((run) => run.args);
    assert.ok(
      fixing.some((arg) => ['--write', '--fix', '-w'].includes(arg)),
      name,
    );
  }
});

test('the synchronous form gives the same result', async () => {
  using folder = tempFolder(project);
  const env = { SA_QUALITY_GATE_STRICT: 'true' };
  for (const path of ['src/a.ts', 'src/b.ts', 'missing.ts']) {
    const event = builtinToolEvent('tool.after', folder.path, { kind: 'write', input: { path } });
    const context = contextWith(env, { trustedRoot: folder.path });
    assert.deepEqual(qualityGateSync(event, undefined, context), await gate(folder.path, path, env), path);
  }
});

describe('in an untrusted project', () => {
  const untrustedGate = async (cwd: string, path: string, env: Record<string, string> = {}, trustedRoot?: string) => {
    const event = builtinToolEvent('tool.after', cwd, { kind: 'write', input: { path } });
    const more = trustedRoot === undefined ? {} : { trustedRoot };
    return qualityGate.run(event, { strict: true }, contextWith(env, more));
  };
  const markingScript = (mark: string) => `#!/bin/sh\ntouch ${mark}\nexit 1\n`;

  test('no program of the project is started in any way', async () => {
    using outer = tempFolder();
    const mark = join(outer.path, 'ran');
    using folder = tempFolder({
      '.git/HEAD': '',
      'biome.json': '{}',
      'src/a.ts': 'bad',
      'node_modules/.bin/biome': markingScript(mark),
      'bin/biome': markingScript(mark),
      'tools/go/bin/gofmt': markingScript(mark),
      'src/a.go': 'bad',
    });
    writeTestFiles(outer.path, { 'bin/keep': '' });
    symlinkSync(join(folder.path, 'bin/biome'), join(outer.path, 'bin/biome'));
    const bins = ['node_modules/.bin', 'bin', 'src/../bin', 'tools/go/bin'].map((dir) => join(folder.path, dir));
    for (const PATH of [...bins, `${outer.path}/bin`, './bin', 'bin', '.', '', `:${bins.join(':')}:`]) {
      for (const path of ['src/a.ts', 'src/a.go']) {
        const { messages, ...rest } = await untrustedGate(folder.path, path, { PATH });
        assert.deepEqual(rest, { decision: 'pass' }, PATH);
        if (path.endsWith('.ts'))
          assert.match(
            messages?.join() ?? '',
            /^Quality gate: biome did not check .*a\.ts: it is a program .* trusted/,
          );
        else if (isAbsolute(PATH) && PATH.includes('/go/'))
          assert.match(messages?.join() ?? '', /gofmt is not started: its folder is inside the project$/);
      }
    }
    assert.equal(existsSync(mark), false);
    assert.equal((await untrustedGate(folder.path, 'src/a.ts', {}, folder.path)).messages?.length, 1);
    assert.equal(existsSync(mark), true);
  });

  test("a formatter from outside the project is used, without the project's folders on its PATH", async () => {
    using tools = tempFolder({ 'bin/biome': '#!/bin/sh\necho "PATH=$PATH"\nexit 1\n' });
    using folder = tempFolder({ '.git/HEAD': '', 'biome.json': '{}', 'a.ts': 'bad', 'bin/node': '' });
    const PATH = `${folder.path}/bin:${tools.path}/bin:.:/bin`;
    const { messages = [] } = await untrustedGate(folder.path, 'a.ts', { PATH });
    assert.match(messages[0] ?? '', new RegExp(`\nPATH=${tools.path}/bin:${realpathSync('/bin')}$`));
  });

  test('prettier does not run, because its configuration is code, and the user is notified', async () => {
    using tools = tempFolder({ 'bin/prettier': '#!/bin/sh\nexit 1\n' });
    using folder = tempFolder({ '.git/HEAD': '', 'prettier.config.mjs': '', 'a.ts': 'bad' });
    const { messages, context } = await untrustedGate(folder.path, 'a.ts', { PATH: `${tools.path}/bin:/bin` });
    assert.equal(context, undefined);
    assert.match(messages?.[0] ?? '', /prettier did not check .*a\.ts: .* not trusted/);
  });

  test('trust in one project does not extend to a file of another project, even inside it', async () => {
    using folder = tempFolder({ '.git/HEAD': '', ...project });
    const other = {
      'biome.json': '{}',
      'node_modules/.bin/biome': '#!/bin/sh\nexit 1\n',
      'a.ts': 'x',
      '.git/HEAD': '',
    };
    writeTestFiles(join(folder.path, 'vendor/other'), other);
    using elsewhere = tempFolder(other);
    const env = { PATH: '/bin' };
    assert.equal((await untrustedGate(folder.path, 'src/a.ts', {}, folder.path)).messages?.length, 1);
    for (const path of ['vendor/other/a.ts', join(elsewhere.path, 'a.ts')]) {
      const { messages, ...rest } = await untrustedGate(folder.path, path, env, folder.path);
      assert.deepEqual(rest, { decision: 'pass' }, path);
      assert.match(messages?.join() ?? '', /^Quality gate: biome did not check [^,]+$/);
    }
  });
});

test('gofmt output means that a file needs formatting', async () => {
  using folder = tempFolder({ 'bin/gofmt': '#!/bin/sh\necho "$2"\n', 'a.go': 'package a' });
  const env = { SA_QUALITY_GATE_STRICT: 'true', PATH: `${join(folder.path, 'bin')}:/usr/bin:/bin` };
  assert.match((await gate(folder.path, 'a.go', env)).messages?.[0] ?? '', /gofmt found .*a\.go/);
});
