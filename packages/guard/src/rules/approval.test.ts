import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Effect, PlaceScope, SeenEffect } from '../effect.js';
import { marks } from '../value.js';
import { approvableEffects } from './approval.js';
import { judgeEffects } from './judge.js';

const settings = { root: '/home/dev/project', home: '/home/dev' };
const seen = (effect: Effect, more: Partial<SeenEffect> = {}): SeenEffect =>
  ({ ...effect, span: [0, 1], via: [], call: 'rm x', source: 'rm:coreutils', ...more }) as SeenEffect;
const removal = (path: string, scope: PlaceScope = 'outside', more: Partial<SeenEffect> = {}) =>
  seen({ do: 'delete', at: { path, scope }, recursive: false }, more);
const approvable = (effects: readonly SeenEffect[], cwd = '/home/dev/project') =>
  approvableEffects(judgeEffects(effects, [], settings), cwd);

test('the same change in other words, from another folder and through sudo is the same', () => {
  const one = approvable([removal('/srv/a', 'outside', { call: 'rm /srv/a' })]);
  const other = approvable([removal('/srv/a', 'outside', { call: 'unlink a', via: ['sudo'], span: [9, 20] })], '/srv');
  assert.deepEqual(one, other);
  assert.notDeepEqual(one, approvable([removal('/srv/b')]));
});

test('effects that pass by themselves do not count', () => {
  assert.deepEqual(
    approvable([removal('/srv/a'), removal('/home/dev/project/x', 'inside')]),
    approvable([removal('/srv/a')]),
  );
});

test('the call and its folder count where no place says what is changed', () => {
  const publish = (call: string) => seen({ do: 'publish', what: 'a package' }, { call });
  assert.notDeepEqual(approvable([publish('npm publish')]), approvable([publish('npm publish --tag next')]));
  assert.notDeepEqual(approvable([publish('npm publish')], '/a'), approvable([publish('npm publish')], '/b'));
  const inFolder = (cwd: string) => approvable([{ ...publish('npm publish'), cwd }]);
  assert.notDeepEqual(inFolder('/a'), inFolder('/b'));
  assert.equal(inFolder(marks.any), undefined);
  assert.equal(approvable([{ ...publish('npm publish'), setsVariables: true }]), undefined);
  assert.ok(approvable([removal('/srv/a', 'outside', { setsVariables: true })]));
});

test('what nobody can know, what runs or writes a text, and what changes agents is approved by its words only', () => {
  for (const effect of [
    removal('/srv/x', 'unknown'),
    removal(`/srv/${marks.any}`),
    seen({ do: 'run', code: 'unknown' }),
    seen({ do: 'unread', why: 'depth' }),
    seen({ do: 'write', at: { path: '/home/dev/.bashrc', scope: 'profile' }, how: 'append' }),
    seen({ do: 'publish', what: 'x' }, { call: 'x'.repeat(200) }),
    seen({ do: 'write', at: { path: '/home/dev/.agent/settings.json', scope: 'agent' }, how: 'over' }),
  ])
    assert.equal(approvable([removal('/srv/a'), effect]), undefined);
});

test('a deny and a pass have nothing to approve', () => {
  assert.equal(approvable([removal('/home/dev/project/x', 'inside')]), undefined);
  assert.equal(approvable([removal('/srv/a'), seen({ do: 'run', code: 'remote' })]), undefined);
});
