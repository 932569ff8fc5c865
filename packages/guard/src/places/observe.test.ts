import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathResolver } from '@anyhook/core';
import type { Effect } from '../effect.js';
import { marks } from '../value.js';
import type { GuardWorld } from '../world.js';
import { type LookLimits, observePlaces, type PlaceLook, secretsBehindLinks } from './observe.js';
import { placeOf } from './scope.js';

const base = realpathSync(mkdtempSync(join(tmpdir(), 'observe-')));
after(() => rmSync(base, { recursive: true, force: true }));
const pathOf = (...parts: string[]) => join(base, ...parts);
for (const folder of [
  'home/ann/shop/dist',
  'home/ann/shop/.git/hooks',
  'home/ann/other/src',
  'home/ann/.ssh',
  'scratch',
])
  mkdirSync(pathOf(folder), { recursive: true });
const world: GuardWorld = {
  cwd: pathOf('home/ann/shop'),
  root: pathOf('home/ann/shop'),
  home: pathOf('home/ann'),
  temp: [pathOf('scratch')],
  env: {},
};
const limits: LookLimits = { looks: 64, milliseconds: 1_000, now: () => 0 };

const value = (path: string) => path.replaceAll('*', marks.star).replaceAll('$X', marks.any);
const place = (path: string) => placeOf(value(path), world.cwd, world);
const deletion = (path: string): Effect => ({ do: 'delete', at: place(path), recursive: true });
const write = (path: string): Effect => ({ do: 'write', at: place(path), how: 'over' });

function scopeOf(
  effect: Effect,
  more: { links?: ReadonlyMap<string, string>; look?: PlaceLook; in?: GuardWorld } = {},
) {
  const [observed] = observePlaces([effect], { world: more.in ?? world, look: pathResolver, limits, ...more });
  return observed && 'at' in observed ? observed.at?.scope : undefined;
}

test('deleting a link affects only the link, unless a slash or a glob follows', () => {
  symlinkSync(pathOf('home/ann'), pathOf('home/ann/shop/up'));
  assert.equal(scopeOf(deletion('up')), 'inside');
  assert.equal(scopeOf(deletion('up/')), 'home');
  assert.equal(scopeOf(deletion('up/*')), 'home');
  assert.equal(scopeOf(deletion('up/other')), 'in-home');
  assert.equal(scopeOf(deletion('up/.ssh')), 'secret');
  assert.equal(scopeOf(deletion('up/shop')), 'project');
  assert.equal(scopeOf(deletion('up/shop/dist')), 'inside');
  assert.equal(scopeOf(deletion('up/$X/y')), 'in-home');
  assert.equal(scopeOf(deletion('dist')), 'inside');
});

test('a write follows a link, even to a target that does not exist', () => {
  symlinkSync(pathOf('home/ann/.ssh/authorized_keys'), pathOf('home/ann/shop/keys.txt'));
  symlinkSync('.git/hooks', pathOf('home/ann/shop/tools'));
  symlinkSync('/etc', pathOf('scratch/conf'));
  assert.equal(scopeOf(write('keys.txt')), 'secret');
  assert.equal(scopeOf(write('tools/pre-commit')), 'git-hooks');
  assert.equal(scopeOf(write(pathOf('scratch/conf/hosts'))), 'system');
  assert.equal(scopeOf(write('dist/new/file')), 'inside');
  assert.equal(scopeOf({ do: 'permit', at: place('up'), recursive: true }), 'home');
});

test('moving a link moves the link itself, but the target of the move is followed', () => {
  const move: Effect = { do: 'move', from: place('up'), to: place('tools/x') };
  const [observed] = observePlaces([move], { world, look: pathResolver, limits });
  assert.ok(observed?.do === 'move');
  assert.equal(observed.from.scope, 'inside');
  assert.equal(observed.to.scope, 'git-hooks');
  assert.equal(observed.to.real, pathOf('home/ann/shop/.git/hooks/x'));
});

test('a link that the command creates is followed before it exists', () => {
  const links = new Map([
    [pathOf('home/ann/shop/new'), '/etc'],
    [pathOf('home/ann/shop/dist/back'), '../..'],
    [pathOf('home/ann/shop/a'), 'b'],
    [pathOf('home/ann/shop/b'), 'a'],
    [pathOf('home/ann/shop/u'), marks.any],
  ]);
  assert.equal(scopeOf(deletion('new'), { links }), 'inside');
  assert.equal(scopeOf(deletion('new/*'), { links }), 'system');
  assert.equal(scopeOf(write('new/hosts'), { links }), 'system');
  assert.equal(scopeOf(deletion('dist/back/'), { links }), 'home');
  assert.equal(scopeOf(deletion('a/x'), { links }), 'unknown');
  assert.equal(scopeOf(deletion('u/'), { links }), 'unknown');
});

test('a project reached through a link is still the project', () => {
  symlinkSync(pathOf('home/ann/shop'), pathOf('scratch/shop'));
  const linked = { ...world, root: pathOf('scratch/shop'), cwd: pathOf('scratch/shop') };
  const effect = (path: string): Effect => ({ do: 'delete', at: placeOf(path, linked.cwd, linked), recursive: true });
  assert.equal(scopeOf(effect('dist'), { in: linked }), 'inside');
  assert.equal(scopeOf(effect('.'), { in: linked }), 'project');
  assert.equal(scopeOf(effect('.git'), { in: linked }), 'git');
});

test('a linked work tree of the repository is a project of its own, but not a folder that claims to be one', () => {
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...words], { cwd: pathOf('home/ann/repo') });
  mkdirSync(pathOf('home/ann/repo'));
  git('init', '-q');
  git('commit', '-q', '--allow-empty', '-m', 'first');
  git('worktree', 'add', '-q', pathOf('home/ann/feature'));
  mkdirSync(pathOf('home/ann/claim'));
  writeFileSync(pathOf('home/ann/claim/.git'), `gitdir: ${pathOf('home/ann/repo/.git/worktrees/feature')}\n`);
  const repo = { ...world, root: pathOf('home/ann/repo'), cwd: pathOf('home/ann/repo') };
  const effect = (path: string): Effect => ({ do: 'delete', at: placeOf(path, repo.cwd, repo), recursive: true });
  assert.equal(scopeOf(effect('../feature/dist'), { in: repo }), 'inside');
  assert.equal(scopeOf(effect('../feature'), { in: repo }), 'in-home');
  assert.equal(scopeOf(effect('../feature/'), { in: repo }), 'project');
  assert.equal(scopeOf(effect('../feature/.git'), { in: repo }), 'git');
  assert.equal(scopeOf(effect('../claim/dist'), { in: repo }), 'in-home');
  assert.equal(scopeOf(effect('../other/src'), { in: repo }), 'in-home');
  assert.equal(scopeOf(deletion('../feature/dist')), 'in-home', 'a work tree of another repository');
});

test('beyond the limits of lookups or time, a place is unknown', () => {
  const look: PlaceLook = { realPath: (path) => path, workTree: () => undefined };
  const many = Array.from({ length: 100 }, (_, index) => write(`dir${index}/x`));
  const observed = observePlaces(many, { world, look, limits: { ...limits, looks: 50 } });
  const scopes = observed.map((effect) => (effect.do === 'write' ? effect.at.scope : ''));
  assert.equal(scopes[0], 'inside');
  assert.equal(scopes[99], 'unknown');
  let clock = 0;
  const late = observePlaces(many, { world, look, limits: { looks: 500, milliseconds: 20, now: () => clock++ } });
  assert.equal(late[99]?.do === 'write' && late[99].at.scope, 'unknown');
  const oneFolder = Array.from({ length: 300 }, (_, index) => deletion(`dist/x${index}`));
  const all = observePlaces(oneFolder, { world, look, limits });
  assert.ok(all.every((effect) => effect.do === 'delete' && effect.at.scope === 'inside'));
});

test('a scope with stricter rules than unknown is kept when links cannot be looked up', () => {
  for (const path of ['/srv/shop/old.log', '../other/x', '/tmp', '.git/config', '.github/workflows/ci.yml'])
    for (const rest of [{ looks: 0 }, { milliseconds: -1 }]) {
      const [before, after] = [{}, rest].map((more) => {
        const [observed] = observePlaces([deletion(path)], {
          world,
          look: pathResolver,
          limits: { ...limits, ...more },
        });
        return observed?.do === 'delete' ? observed.at.scope : undefined;
      });
      assert.equal(after, before, path);
    }
});

test('a failed lookup makes a place in the project unknown, and leaves other effects unchanged', () => {
  const look: PlaceLook = { realPath: () => undefined, workTree: () => undefined };
  assert.equal(scopeOf(deletion('dist'), { look }), 'unknown');
  assert.equal(scopeOf(deletion('/etc'), { look }), 'system');
  const others = [{ do: 'send', secret: true, host: 'h' } as const, { ...deletion('dist'), remote: 'web1' }];
  assert.deepEqual(observePlaces(others, { world, look, limits }), others);
});

test('reading a link to a key reveals the key', () => {
  writeFileSync(pathOf('home/ann/.ssh/id_rsa'), 'x');
  symlinkSync(pathOf('home/ann/.ssh/id_rsa'), pathOf('home/ann/shop/notes.txt'));
  const paths = ['notes.txt', 'dist', '.env', 'keys.txt'].map((name) => pathOf('home/ann/shop', name));
  const found = secretsBehindLinks(paths, { world, look: pathResolver, limits });
  assert.deepEqual(
    found.map((effect) => effect.do === 'reveal' && effect.what),
    [pathOf('home/ann/.ssh/id_rsa')],
    'authorized_keys is public, and .env is already a secret without a link',
  );
});
