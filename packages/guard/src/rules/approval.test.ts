import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Effect, PlaceScope, SeenEffect } from '../effect.js';
import { marks } from '../value.js';
import { approvableEffects } from './approval.js';
import { judgeEffects } from './judge.js';

const settings = { root: '/home/dev/project', home: '/home/dev' };
const seenEffect = (effect: Effect, more: Partial<SeenEffect> = {}): SeenEffect =>
  ({ ...effect, span: [0, 1], via: [], call: 'rm x', source: 'rm:coreutils', ...more }) as SeenEffect;
const removal = (path: string, scope: PlaceScope = 'outside', more: Partial<SeenEffect> = {}) =>
  seenEffect({ do: 'delete', at: { path, scope }, recursive: false }, more);
const approvable = (effects: readonly SeenEffect[], cwd = '/home/dev/project') =>
  approvableEffects(judgeEffects(effects, [], settings), cwd);

test('an approval covers the same change in other words, from another folder or through sudo', () => {
  const one = approvable([removal('/srv/a', 'outside', { call: 'rm /srv/a' })]);
  const other = approvable([removal('/srv/a', 'outside', { call: 'unlink a', via: ['sudo'], span: [9, 20] })], '/srv');
  assert.deepEqual(one, other);
  assert.notDeepEqual(one, approvable([removal('/srv/b')]));
});

test('an approval ignores effects that pass by themselves', () => {
  assert.deepEqual(
    approvable([removal('/srv/a'), removal('/home/dev/project/x', 'inside')]),
    approvable([removal('/srv/a')]),
  );
});

test('without a place, an approval depends on the command and its folder', () => {
  const publish = (call: string) => seenEffect({ do: 'publish', what: 'a package' }, { call });
  assert.notDeepEqual(approvable([publish('npm publish')]), approvable([publish('npm publish --tag next')]));
  assert.notDeepEqual(approvable([publish('npm publish')], '/a'), approvable([publish('npm publish')], '/b'));
  const inFolder = (cwd: string) => approvable([{ ...publish('npm publish'), cwd }]);
  assert.notDeepEqual(inFolder('/a'), inFolder('/b'));
  assert.equal(inFolder(marks.any), undefined);
  assert.equal(approvable([{ ...publish('npm publish'), setsVariables: true }]), undefined);
  assert.ok(approvable([removal('/srv/a', 'outside', { setsVariables: true })]));
});

test('unknown effects, code, profile writes and agent settings can only be approved for the exact command', () => {
  for (const effect of [
    removal('/srv/x', 'unknown'),
    removal(`/srv/${marks.any}`),
    seenEffect({ do: 'run', code: 'unknown' }),
    seenEffect({ do: 'unread', why: 'depth' }),
    seenEffect({ do: 'write', at: { path: '/home/dev/.bashrc', scope: 'profile' }, how: 'append' }),
    seenEffect({ do: 'publish', what: 'x' }, { call: 'x'.repeat(200) }),
    seenEffect({ do: 'write', at: { path: '/home/dev/.agent/settings.json', scope: 'agent' }, how: 'over' }),
  ])
    assert.equal(approvable([removal('/srv/a'), effect]), undefined);
});

test('there is nothing to approve if the decision is deny or pass', () => {
  assert.equal(approvable([removal('/home/dev/project/x', 'inside')]), undefined);
  assert.equal(approvable([removal('/srv/a'), seenEffect({ do: 'run', code: 'remote' })]), undefined);
});
