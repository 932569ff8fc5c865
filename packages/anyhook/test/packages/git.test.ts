import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { decision, guardPlugin, type PackageWorld, packageWorld, writeTree } from './package-world.js';

interface GitWorld extends PackageWorld {
  readonly url: string;
  git(...args: readonly string[]): string;
  commit(files?: Readonly<Record<string, string>>): void;
}

/** A package in its own repository, with the tag v1.0.0. */
function gitWorld(t: TestContext, files = guardPlugin()): GitWorld {
  const world = packageWorld(t, files);
  const identity = {
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@b',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@b',
  };
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-C', world.source, ...args], { env: { ...world.env, ...identity }, encoding: 'utf8' }).trim();
  const commit = (more: Readonly<Record<string, string>> = {}) => {
    writeTree(world.source, more);
    git('add', '-A');
    git('commit', '-qm', 'x');
  };
  git('init', '-q', '-b', 'main');
  commit();
  git('tag', 'v1.0.0');
  return { ...world, url: pathToFileURL(world.source).href, git, commit };
}

test('a package from git is pinned to its commit, and update moves it to the newest version tag', async (t) => {
  const world = gitWorld(t);
  const { stdout } = await world.run(['hooks', 'add', `${world.url}#v1.0.0`, '--yes']);
  assert.match(stdout, /^guard v1\.0\.0 \([0-9a-f]{7}\): 1 hook, 3 files/);
  assert.equal(await decision(world, 'forbidden'), 'deny');
  assert.match((await world.run(['hooks', 'update', '--yes'])).stdout, /guard v1\.0\.0 \(\w+\): nothing new/);
  world.commit({ 'scripts/guard.sh': guardPlugin('new')['scripts/guard.sh'] ?? '' });
  world.git('tag', '-a', 'v1.10.0', '-m', 'x');
  world.git('tag', 'v1.9.0', 'v1.0.0');
  const updated = await world.run(['hooks', 'update', '--yes']);
  assert.match(updated.stdout, /guard v1\.0\.0 \w{7} -> v1\.10\.0 \w{7}: 1 of 3 files changed/);
  assert.equal(await decision(world, 'new'), 'deny');
  const lock = JSON.parse(readFileSync(join(world.config, 'packages.json'), 'utf8'));
  assert.equal(lock.packages.guard.source, `${world.url}#v1.10.0`);
});

test('a moved tag is an error, and the old version stays', async (t) => {
  const world = gitWorld(t);
  await world.run(['hooks', 'add', `${world.url}#v1.0.0`, '--yes']);
  world.commit({ 'scripts/guard.sh': '#!/bin/sh\nexit 0\n' });
  world.git('tag', '-f', 'v1.0.0');
  const { code, stdout } = await world.run(['hooks', 'update', '--yes']);
  assert.equal(code, 1);
  assert.match(
    stdout.replace(/\s+/g, ' '),
    /guard: v1\.0\.0 was \w{7} and is \w{7} now\. A tag that moves may be a swapped package; nothing was installed/,
  );
  assert.equal(await decision(world, 'forbidden'), 'deny');
});

test('a package can be added from a branch, a commit or the default branch, and from a subfolder', async (t) => {
  const world = gitWorld(t, { LICENSE: 'x' });
  writeTree(join(world.source, 'plugins/one'), guardPlugin());
  world.commit({ 'README.md': 'x' });
  const head = world.git('rev-parse', 'HEAD');
  for (const [i, ref] of ['#main', `#${head}`, ''].entries()) {
    const { code, stderr, stdout } = await world.run([
      'hooks',
      'add',
      `${world.url}//plugins/one${ref}`,
      '--yes',
      '--name',
      `p${i}`,
    ]);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /1 hook, 3 files/);
  }
  const { stderr } = await world.run(['hooks', 'add', world.url, '--yes']);
  assert.match(stderr, /no hooks inside .*further down: file:.*\/guard\/\/plugins\/one/);
});

test('a moved branch is offered as an update, and the old version runs until a yes', async (t) => {
  const world = gitWorld(t);
  await world.run(['hooks', 'add', `${world.url}#main`, '--yes']);
  world.commit({ 'scripts/guard.sh': guardPlugin('new')['scripts/guard.sh'] ?? '' });
  assert.match(
    (await world.run(['hooks', 'update', '--dry-run'])).stdout,
    /guard main \w{7} -> main \w{7}: 1 of 3 files changed/,
  );
  assert.equal(await decision(world, 'forbidden'), 'deny');
});

for (const [what, source, expected] of [
  [
    'an address that cannot be reached',
    'file:///nowhere/at/all',
    /guard|all: cannot reach file:\/\/\/nowhere\/at\/all: .*\. Nothing was installed/,
  ],
  ['an unknown tag', '{url}#v9', /has no tag or branch "v9"; it has main, v1\.0\.0/],
  ['a missing folder', '{url}//plugins/none', /has no folder "plugins\/none"/],
  ['a folder outside the repository', '{url}//../x', /the path leads out of the repository/],
  ['a transport that starts programs', 'ext::sh -c id', /transports of git that start programs are not allowed/],
  ['an option instead of a URL', 'ssh://-oProxyCommand=id/x', /no part may begin with "-"/],
  ['an option instead of a tag', '{url}#--upload-pack=id', /no part may begin with "-"/],
  ['a protocol without encryption', 'http://example.com/x.git', /expected https:\/\/, ssh:\/\/ or file:\/\//],
] as const)
  test(`${what} is a clear error, and no files are left behind`, async (t) => {
    const world = gitWorld(t);
    const { code, stderr } = await world.run(['hooks', 'add', source.replace('{url}', world.url), '--yes']);
    assert.equal(code, 1);
    assert.match(stderr, expected);
    assert.equal(existsSync(world.config), false);
  });

test('a repository with a link that leads out, a submodule or git-lfs files is refused', async (t) => {
  const world = gitWorld(t);
  symlinkSync('../../outside', join(world.source, 'scripts/x'));
  world.commit();
  assert.match(
    (await world.run(['hooks', 'add', world.url, '--yes'])).stderr,
    /links out of the package: scripts\/x -> \.\.\/\.\.\/outside/,
  );
  world.git('rm', '-q', 'scripts/x');
  world.commit({ 'big.bin': 'version https://git-lfs.github.com/spec/v1\noid sha256:0\n' });
  assert.match(
    (await world.run(['hooks', 'add', world.url, '--yes'])).stderr,
    /a file that only git-lfs has: big\.bin/,
  );
  world.git('rm', '-q', 'big.bin');
  world.git('update-index', '--add', '--cacheinfo', `160000,${world.git('rev-parse', 'HEAD')},sub`);
  world.git('commit', '-qm', 'x');
  assert.match((await world.run(['hooks', 'add', world.url, '--yes'])).stderr, /a submodule: sub/);
});

test('links inside a repository are replaced by their targets, and link loops are refused', async (t) => {
  const world = gitWorld(t);
  symlinkSync('guard.sh', join(world.source, 'scripts/again.sh'));
  symlinkSync('scripts', join(world.source, 'linked'));
  world.commit();
  assert.equal((await world.run(['hooks', 'add', world.url, '--yes'])).code, 0);
  assert.match(readFileSync(join(world.config, 'packages/guard/linked/again.sh'), 'utf8'), /^#!\/bin\/sh/);
  symlinkSync('../linked', join(world.source, 'scripts/circle'));
  world.commit();
  assert.match((await world.run(['hooks', 'add', world.url, '--yes', '--name', 'x'])).stderr, /links in a circle/);
});

test('adding a repository runs no program of it', async (t) => {
  const world = gitWorld(t);
  const mark = join(world.dir, 'ran');
  world.commit({ '.gitattributes': '* filter=evil\n', 'package.json': `{"scripts":{"postinstall":"touch ${mark}"}}` });
  world.git('config', 'filter.evil.smudge', `touch ${mark}`);
  assert.equal((await world.run(['hooks', 'add', world.url, '--yes'])).code, 0);
  assert.equal(existsSync(mark), false);
});
