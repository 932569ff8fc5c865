import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize, resolve } from 'node:path';
import { after, test } from 'node:test';

const folder = mkdtempSync(join(tmpdir(), 'anyhook-packed-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** The files of the package, as npm would pack them from what is built. */
function packedFiles(): readonly string[] {
  const { stdout, stderr, status } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  assert.equal(status, 0, stderr);
  const [packed] = JSON.parse(stdout) as readonly { readonly files: readonly { readonly path: string }[] }[];
  return packed?.files.map(({ path }) => path) ?? [];
}

/** Targets of links and pictures that are paths; code is not read. */
function relativeLinks(markdown: string): readonly string[] {
  const text = markdown.replace(/^ *```[\s\S]*?^ *```/gm, '').replace(/`[^`\n]*`/g, '');
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return targets.filter((target) => !/^(?:[a-z]+:|#)/.test(target)).map((target) => target.replace(/#.*$/, ''));
}

test('no relative link in a packed Markdown file leads out of the package', () => {
  const files = packedFiles();
  const isThere = (path: string) => files.some((file) => file === path || file.startsWith(`${path}/`));
  const texts = files.filter((file) => file.endsWith('.md'));
  assert.ok(texts.includes('README.md'));
  const dead = texts.flatMap((file) =>
    relativeLinks(readFileSync(file, 'utf8'))
      .map((link) => normalize(join(dirname(file), link)).replace(/\/$/, ''))
      .filter((path) => !isThere(path))
      .map((path) => `${file}: ${path}`),
  );
  assert.deepEqual(dead, []);
});

test('the manifest names one repository, and the package says where it was built', () => {
  const { repository, homepage, bugs, publishConfig, version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const address = String(repository.url).replace(/^git\+(.*)\.git$/, '$1');
  assert.match(address, /^https:\/\/github\.com\/[\w-]+\/[\w-]+$/);
  assert.deepEqual([homepage, bugs.url], [`${address}#readme`, `${address}/issues`]);
  assert.deepEqual(publishConfig, { access: 'public', provenance: true });
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  assert.deepEqual([lock.version, lock.packages[''].version], [version, version]);
  assert.match(readFileSync('CHANGELOG.md', 'utf8'), new RegExp(`^## \\[${version}\\]`, 'm'));
  assert.match(readFileSync('clients/python/pyproject.toml', 'utf8'), new RegExp(`^version = "${version}"$`, 'm'));
});

test('the packed manifest has no install script, and the checkout gets its own back byte for byte', () => {
  cpSync('package.json', join(folder, 'package.json'));
  const manifest = () => readFileSync(join(folder, 'package.json'), 'utf8');
  const before = manifest();
  const run = (action: string) =>
    spawnSync(process.execPath, [resolve('scripts/pack-manifest.mjs'), action], { cwd: folder, encoding: 'utf8' });
  assert.match(before, /"prepare": "node scripts\/build\.mjs"/);
  assert.equal(run('strip').status, 0);
  const { scripts, ...rest } = JSON.parse(manifest());
  for (const name of ['preinstall', 'install', 'postinstall', 'prepare']) assert.equal(scripts[name], undefined);
  assert.deepEqual(
    Object.keys(rest),
    Object.keys(JSON.parse(before)).filter((key) => key !== 'scripts' && key !== 'workspaces'),
  );
  // A second pack, before the first was ended, keeps the file that is to come back.
  assert.equal(run('strip').status, 0);
  assert.equal(run('restore').status, 0);
  assert.equal(manifest(), before);
  assert.equal(run('tidy').status, 1);
});
