import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usualVariable } from '../shell/variables.js';
import type { GuardWorld } from '../world.js';
import { placeOf } from './scope.js';

const world: GuardWorld = { cwd: '/home/ann/shop/a', root: '/home/ann/shop', home: '/home/ann', temp: [], env: {} };

test('TMPDIR is the known temporary folder even if unset', () => {
  assert.equal(placeOf(`${usualVariable('TMPDIR', world)}/x`, world.cwd, world).scope, 'temp');
  assert.equal(usualVariable('TMPDIR', { ...world, temp: ['/scratch'] }), '/scratch');
});

test('USER, XDG folders and the CI workspace are derived from the known folders', () => {
  assert.equal(usualVariable('USER', world), 'ann');
  assert.equal(usualVariable('XDG_CACHE_HOME', world), '/home/ann/.cache');
  assert.equal(usualVariable('GITHUB_WORKSPACE', world), '/home/ann/shop');
});

test('other variables are unknown', () => {
  for (const name of ['BUILD_DIR', 'X', 'constructor', '__proto__', ''])
    assert.equal(usualVariable(name, world), undefined);
});
