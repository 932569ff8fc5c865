import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';

/** Runs `anyhook hooks test` as a user would, with its own temporary folder. */
function hooktest(t: TestContext, args: readonly string[], cwd = '.') {
  const tmp = realpathSync(mkdtempSync(join(tmpdir(), 'anyhook-examples-')));
  t.after(() => rmSync(tmp, { recursive: true, force: true }));
  const env = { PATH: process.env['PATH'], HOME: tmp, TMPDIR: tmp, ANYHOOK_MANAGED_CONFIG: join(tmp, 'none.yaml') };
  const ran = spawnSync('node', [resolve('packages/anyhook/bin/anyhook.cjs'), 'hooks', 'test', ...args], {
    cwd,
    env,
    encoding: 'utf8',
  });
  assert.equal(ran.stderr, '');
  assert.deepEqual(readdirSync(tmp), []);
  return ran;
}

interface Report {
  readonly coverage: readonly { readonly source: string }[];
  readonly files: readonly { readonly cases: readonly object[] }[];
}

test('the example hooks pass their tests, which cover every hook and both sides of every matcher', (t) => {
  // A preset for the config has no project around it here; the next test gives it one.
  const presets = readdirSync('examples/hooks')
    .map((name) => `hooks/${name}`)
    .filter((name) => !existsSync(`examples/${name}/anyhook.yaml`));
  const others = readdirSync('examples').filter((name) => name !== 'hooks');
  const folders = [...others, ...presets]
    .map((name) => resolve('examples', name))
    .filter((path) => statSync(path).isDirectory());
  const { status, stdout } = hooktest(t, ['--json', '--require-coverage', 'matchers', ...folders]);
  assert.equal(status, 0, stdout);
  const { coverage, files } = JSON.parse(stdout) as Report;
  assert.ok(files.flatMap(({ cases }) => cases).length > 40);
  const tested = new Set(coverage.map(({ source }) => source));
  const hookFiles = readdirSync('examples', { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?:HOOK\.md|hooks\.(?:yaml|json)|anyhook\.yaml|\.system\/hooks\/[^.]*\.yaml)$/.test(name))
    .filter((name) => !/^hooks\/[^/]+\/anyhook\.yaml$/.test(name))
    .map((name) => resolve('examples', name));
  assert.ok(hookFiles.length > 10);
  assert.deepEqual(
    hookFiles.filter((file) => !tested.has(file)),
    [],
  );
});

test('a preset for the config passes its tests in a new project', (t) => {
  const folder = folderFor(t);
  const env = { PATH: process.env['PATH'], HOME: folder };
  const made = spawnSync('node', [resolve('packages/anyhook/bin/anyhook.cjs'), 'new', '--preset', 'shell-guard'], {
    cwd: folder,
    env,
  });
  assert.equal(made.status, 0);
  const { status, stdout } = hooktest(t, ['--require-coverage', 'hooks', '.'], folder);
  assert.equal(status, 0, stdout);
  assert.match(stdout, /3 passed/);
});

/** Code blocks of a page that name their file. */
function layOut(page: string, folder: string): void {
  for (const [, path = '', body = ''] of readFileSync(page, 'utf8').matchAll(/^```\w+ file=(\S+)\n([\s\S]*?)^```$/gm)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), body, { mode: body.startsWith('#!') ? 0o755 : 0o644 });
  }
}

/** A new empty project. */
function folderFor(t: TestContext): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'anyhook-guide-')));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test("the hooks in the guide pass the guide's tests", (t) => {
  const folder = folderFor(t);
  layOut('docs/guides/test-a-hook.md', folder);
  const { status, stdout } = hooktest(t, ['--require-coverage', 'matchers'], folder);
  assert.equal(status, 0, stdout);
});

test('the hooks in the formats guide pass their tests, including modules that import anyhook', (t) => {
  const folder = folderFor(t);
  layOut('docs/guides/write-a-hook.md', folder);
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(resolve('packages/anyhook'), join(folder, 'node_modules', 'anyhook'));
  copyFileSync(
    'packages/anyhook/fixtures/hooktest/write-a-hook.hooktest.yaml',
    join(folder, '.agents/all.hooktest.yaml'),
  );
  const { status, stdout } = hooktest(t, ['--require-coverage', 'matchers'], folder);
  assert.equal(status, 0, stdout);
});

/** The tests of each example in the builtins guide, in order. */
const shown = [
  'guard-commands',
  'guard-secrets',
  'guard-files',
  'check-work',
  'own-commands',
  'tell-the-model',
  'undo',
  'stay-on-the-way',
  'docker-file',
] as const;

test('every example in the builtins guide passes its tests, and each of its builtins runs', (t) => {
  const folder = folderFor(t);
  const examples = [...readFileSync('docs/guides/builtins.md', 'utf8').matchAll(/^```yaml\n([\s\S]*?)^```$/gm)];
  assert.equal(examples.length, shown.length);
  for (const [i, name] of shown.entries()) {
    const agents = join(folder, name, '.agents');
    mkdirSync(agents, { recursive: true });
    writeFileSync(join(agents, name === 'docker-file' ? 'hooks.yaml' : 'anyhook.yaml'), examples[i]?.[1] ?? '');
    copyFileSync(
      `packages/anyhook/fixtures/hooktest/builtins/${name}.hooktest.yaml`,
      join(agents, `${name}.hooktest.yaml`),
    );
  }
  const { status, stdout } = hooktest(t, ['--require-coverage', 'hooks', folder]);
  assert.equal(status, 0, stdout);
});

test('the example in the routing guide passes its tests', (t) => {
  const folder = folderFor(t);
  const [example] = [...readFileSync('docs/guides/routing.md', 'utf8').matchAll(/^```yaml\n([\s\S]*?)^```$/gm)];
  const agents = join(folder, '.agents');
  mkdirSync(agents, { recursive: true });
  writeFileSync(join(agents, 'anyhook.yaml'), example?.[1] ?? '');
  copyFileSync('packages/anyhook/fixtures/hooktest/routing.hooktest.yaml', join(agents, 'routing.hooktest.yaml'));
  const { status, stdout } = hooktest(t, ['--require-coverage', 'hooks', folder]);
  assert.equal(status, 0, stdout);
});
