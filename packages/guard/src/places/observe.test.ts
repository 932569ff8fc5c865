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
const at = (...parts: string[]) => join(base, ...parts);
for (const folder of [
  'home/ann/shop/dist',
  'home/ann/shop/.git/hooks',
  'home/ann/other/src',
  'home/ann/.ssh',
  'scratch',
])
  mkdirSync(at(folder), { recursive: true });
const world: GuardWorld = {
  cwd: at('home/ann/shop'),
  root: at('home/ann/shop'),
  home: at('home/ann'),
  temp: [at('scratch')],
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
  const [seen] = observePlaces([effect], { world: more.in ?? world, look: pathResolver, limits, ...more });
  return seen && 'at' in seen ? seen.at?.scope : undefined;
}

test('deleting a link deletes the link, unless a slash or a glob follows', () => {
  symlinkSync(at('home/ann'), at('home/ann/shop/up'));
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

test('a write goes through a link, also through one that leads nowhere yet', () => {
  symlinkSync(at('home/ann/.ssh/authorized_keys'), at('home/ann/shop/keys.txt'));
  symlinkSync('.git/hooks', at('home/ann/shop/tools'));
  symlinkSync('/etc', at('scratch/conf'));
  assert.equal(scopeOf(write('keys.txt')), 'secret');
  assert.equal(scopeOf(write('tools/pre-commit')), 'git-hooks');
  assert.equal(scopeOf(write(at('scratch/conf/hosts'))), 'system');
  assert.equal(scopeOf(write('dist/new/file')), 'inside');
  assert.equal(scopeOf({ do: 'permit', at: place('up'), recursive: true }), 'home');
});

test('a moved link is moved itself, and a target is followed', () => {
  const move: Effect = { do: 'move', from: place('up'), to: place('tools/x') };
  const [seen] = observePlaces([move], { world, look: pathResolver, limits });
  assert.ok(seen?.do === 'move');
  assert.equal(seen.from.scope, 'inside');
  assert.equal(seen.to.scope, 'git-hooks');
  assert.equal(seen.to.real, at('home/ann/shop/.git/hooks/x'));
});

test('a link that the command makes counts before it is there', () => {
  const links = new Map([
    [at('home/ann/shop/new'), '/etc'],
    [at('home/ann/shop/dist/back'), '../..'],
    [at('home/ann/shop/a'), 'b'],
    [at('home/ann/shop/b'), 'a'],
    [at('home/ann/shop/u'), marks.any],
  ]);
  assert.equal(scopeOf(deletion('new'), { links }), 'inside');
  assert.equal(scopeOf(deletion('new/*'), { links }), 'system');
  assert.equal(scopeOf(write('new/hosts'), { links }), 'system');
  assert.equal(scopeOf(deletion('dist/back/'), { links }), 'home');
  assert.equal(scopeOf(deletion('a/x'), { links }), 'unknown');
  assert.equal(scopeOf(deletion('u/'), { links }), 'unknown');
});

test('a project that is reached by a link is still the project', () => {
  symlinkSync(at('home/ann/shop'), at('scratch/shop'));
  const linked = { ...world, root: at('scratch/shop'), cwd: at('scratch/shop') };
  const effect = (path: string): Effect => ({ do: 'delete', at: placeOf(path, linked.cwd, linked), recursive: true });
  assert.equal(scopeOf(effect('dist'), { in: linked }), 'inside');
  assert.equal(scopeOf(effect('.'), { in: linked }), 'project');
  assert.equal(scopeOf(effect('.git'), { in: linked }), 'git');
});

test('a linked work tree of the repository is a project of its own, and a folder that claims to be one is not', () => {
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...words], { cwd: at('home/ann/repo') });
  mkdirSync(at('home/ann/repo'));
  git('init', '-q');
  git('commit', '-q', '--allow-empty', '-m', 'first');
  git('worktree', 'add', '-q', at('home/ann/feature'));
  mkdirSync(at('home/ann/claim'));
  writeFileSync(at('home/ann/claim/.git'), `gitdir: ${at('home/ann/repo/.git/worktrees/feature')}\n`);
  const repo = { ...world, root: at('home/ann/repo'), cwd: at('home/ann/repo') };
  const effect = (path: string): Effect => ({ do: 'delete', at: placeOf(path, repo.cwd, repo), recursive: true });
  assert.equal(scopeOf(effect('../feature/dist'), { in: repo }), 'inside');
  assert.equal(scopeOf(effect('../feature'), { in: repo }), 'in-home');
  assert.equal(scopeOf(effect('../feature/'), { in: repo }), 'project');
  assert.equal(scopeOf(effect('../feature/.git'), { in: repo }), 'git');
  assert.equal(scopeOf(effect('../claim/dist'), { in: repo }), 'in-home');
  assert.equal(scopeOf(effect('../other/src'), { in: repo }), 'in-home');
  assert.equal(scopeOf(deletion('../feature/dist')), 'in-home', 'a work tree of another repository');
});

test('beyond the limits of looks or time a place is unknown', () => {
  const look: PlaceLook = { realPath: (path) => path, workTree: () => undefined };
  const many = Array.from({ length: 100 }, (_, index) => write(`dir${index}/x`));
  const seen = observePlaces(many, { world, look, limits: { ...limits, looks: 50 } });
  const scopes = seen.map((effect) => (effect.do === 'write' ? effect.at.scope : ''));
  assert.equal(scopes[0], 'inside');
  assert.equal(scopes[99], 'unknown');
  let clock = 0;
  const late = observePlaces(many, { world, look, limits: { looks: 500, milliseconds: 20, now: () => clock++ } });
  assert.equal(late[99]?.do === 'write' && late[99].at.scope, 'unknown');
  const oneFolder = Array.from({ length: 300 }, (_, index) => deletion(`dist/x${index}`));
  const all = observePlaces(oneFolder, { world, look, limits });
  assert.ok(all.every((effect) => effect.do === 'delete' && effect.at.scope === 'inside'));
});

test('a place outside stays outside if nobody may look: rules about it are stricter than about unknown ones', () => {
  for (const path of ['/srv/shop/old.log', '../other/x', '/tmp', '.git/config', '.github/workflows/ci.yml'])
    for (const rest of [{ looks: 0 }, { milliseconds: -1 }]) {
      const [before, after] = [{}, rest].map((more) => {
        const [seen] = observePlaces([deletion(path)], { world, look: pathResolver, limits: { ...limits, ...more } });
        return seen?.do === 'delete' ? seen.at.scope : undefined;
      });
      assert.equal(after, before, path);
    }
});

test('a look that fails makes a place unknown, and other effects are left alone', () => {
  const look: PlaceLook = { realPath: () => undefined, workTree: () => undefined };
  assert.equal(scopeOf(deletion('dist'), { look }), 'unknown');
  assert.equal(scopeOf(deletion('/etc'), { look }), 'system');
  const others = [{ do: 'send', secret: true, host: 'h' } as const, { ...deletion('dist'), remote: 'web1' }];
  assert.deepEqual(observePlaces(others, { world, look, limits }), others);
});

test('a link to a key gives the key away', () => {
  writeFileSync(at('home/ann/.ssh/id_rsa'), 'x');
  symlinkSync(at('home/ann/.ssh/id_rsa'), at('home/ann/shop/notes.txt'));
  const paths = ['notes.txt', 'dist', '.env', 'keys.txt'].map((name) => at('home/ann/shop', name));
  const found = secretsBehindLinks(paths, { world, look: pathResolver, limits });
  assert.deepEqual(
    found.map((effect) => effect.do === 'reveal' && effect.what),
    [at('home/ann/.ssh/id_rsa')],
    'authorized_keys is public, and .env is a secret without any link',
  );
});
