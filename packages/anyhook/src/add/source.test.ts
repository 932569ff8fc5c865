import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSource } from './source.js';

const world = { cwd: '/home/u/project', home: '/home/u', isFolder: () => false, plugins: [] };

for (const text of ['npm:--foo', 'npm:-g', 'npm:@-a/b', '--foo', '-g', 'npm:--foo@1.0.0'])
  test(`${text} is not a package source: a program would parse it as an option`, () =>
    assert.throws(() => parseSource(text, world), /cannot add/));

for (const text of ['npm:foo', 'npm:@a/b@1.0.0', 'foo-bar@^2'])
  test(`${text} is an npm package source`, () => assert.equal(parseSource(text, world).kind, 'npm'));
