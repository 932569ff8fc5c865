import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';

const folder = mkdtempSync(join(tmpdir(), 'anyhook-packed-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** The files that npm would pack from the build. */
function packedFiles(): readonly string[] {
  const { stdout, stderr, status } = spawnSync(
    'npm',
    ['pack', '-w', 'anyhook', '--dry-run', '--json', '--ignore-scripts'],
    {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  assert.equal(status, 0, stderr);
  const [packed] = JSON.parse(stdout) as readonly { readonly files: readonly { readonly path: string }[] }[];
  return packed?.files.map(({ path }) => path) ?? [];
}

/** Runs a step of `npm pack` in a folder. */
const run = (action: string, cwd: string) =>
  spawnSync(process.execPath, [resolve('scripts/pack-files.mjs'), action], { cwd, encoding: 'utf8' });

test('the package contains the build and its descriptions, but no sources or guides', () => {
  const files = packedFiles();
  const tops = [...new Set(files.map((file) => file.split('/')[0]))].sort();
  assert.deepEqual(tops, ['README.md', 'bin', 'conformance', 'dist', 'fixtures', 'package.json', 'schemas']);
  for (const file of ['bin/anyhook.cjs', 'dist/cli.js', 'dist/clients/c/anyhook-hook.c', 'dist/packs/pip.yaml'])
    assert.ok(files.includes(file), file);
  assert.deepEqual(
    files.filter((file) => file.startsWith('fixtures/') && !file.startsWith('fixtures/conformance/')),
    [],
  );
});

test('the manifest names one repository, and manifest, lock, changelog and Python client agree on the version', () => {
  const { repository, homepage, bugs, publishConfig, version } = JSON.parse(
    readFileSync('packages/anyhook/package.json', 'utf8'),
  );
  const address = String(repository.url).replace(/^git\+(.*)\.git$/, '$1');
  assert.match(address, /^https:\/\/github\.com\/[\w-]+\/[\w-]+$/);
  assert.deepEqual([homepage, bugs.url], [`${address}#readme`, `${address}/issues`]);
  assert.deepEqual(publishConfig, { access: 'public', provenance: true });
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  assert.deepEqual([lock.version, lock.packages['packages/anyhook'].version], [version, version]);
  assert.match(readFileSync('CHANGELOG.md', 'utf8'), new RegExp(`^## \\[${version}\\]`, 'm'));
  assert.match(readFileSync('clients/python/pyproject.toml', 'utf8'), new RegExp(`^version = "${version}"$`, 'm'));
});

test('packing takes files from the repository and restores the checkout byte for byte', () => {
  for (const file of ['package.json', 'README.md']) cpSync(join('packages/anyhook', file), join(folder, file));
  const textOf = (name: string) => readFileSync(join(folder, name), 'utf8');
  const [manifest, readme] = [textOf('package.json'), textOf('README.md')];
  assert.equal(run('put', folder).status, 0);
  const { scripts, workspaces, ...rest } = JSON.parse(textOf('package.json'));
  for (const name of ['preinstall', 'install', 'postinstall', 'prepare']) assert.equal(scripts[name], undefined);
  assert.equal(workspaces, undefined);
  assert.deepEqual(
    Object.keys(rest),
    Object.keys(JSON.parse(manifest)).filter((key) => key !== 'scripts'),
  );
  // The front page of the repository, whose links lead there: the package has no guides.
  const targets = [...textOf('README.md').matchAll(/\]\(([^)#\s][^)\s]*)\)|src="([^"]+)"/g)].map(([, a, b]) => a ?? b);
  assert.ok(targets.length > 10);
  assert.deepEqual(
    targets.filter((target) => !/^https?:/.test(target ?? '')),
    [],
  );
  for (const target of targets) {
    const [, path] = /^https:\/\/github\.com\/anyhook\/anyhook\/(?:blob|raw)\/main\/([^#]+)/.exec(target ?? '') ?? [];
    if (path !== undefined) assert.ok(existsSync(path), path);
  }
  assert.equal(textOf('LICENSE'), readFileSync('LICENSE', 'utf8'));
  // npm packs these regardless of the manifest.
  assert.deepEqual(
    readdirSync(folder).filter((file) => /^(?:readme|licen[cs]e)\./i.test(file)),
    ['README.md'],
  );
  // A second pack before the first has finished keeps the files to be restored.
  assert.equal(run('put', folder).status, 0);
  assert.equal(run('restore', folder).status, 0);
  assert.deepEqual([textOf('package.json'), textOf('README.md')], [manifest, readme]);
  assert.deepEqual(readdirSync(folder).sort(), ['README.md', 'package.json']);
  assert.equal(run('tidy', folder).status, 1);
});
