import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usualVariable } from '../shell/variables.js';
import type { GuardWorld } from '../world.js';
import { placeOf } from './scope.js';

const world: GuardWorld = { cwd: '/home/ann/shop/a', root: '/home/ann/shop', home: '/home/ann', temp: [], env: {} };

test('a folder for temporary files is known though no variable names it', () => {
  assert.equal(placeOf(`${usualVariable('TMPDIR', world)}/x`, world.cwd, world).scope, 'temp');
  assert.equal(usualVariable('TMPDIR', { ...world, temp: ['/scratch'] }), '/scratch');
});

test('the user and the folders of the user follow from the home folder', () => {
  assert.equal(usualVariable('USER', world), 'ann');
  assert.equal(usualVariable('XDG_CACHE_HOME', world), '/home/ann/.cache');
  assert.equal(usualVariable('GITHUB_WORKSPACE', world), '/home/ann/shop');
});

test('nobody knows other variables', () => {
  for (const name of ['BUILD_DIR', 'X', 'constructor', '__proto__', ''])
    assert.equal(usualVariable(name, world), undefined);
});
