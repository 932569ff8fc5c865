import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathProblem } from './package-file.js';

test('a package path must stay in the package and have no backslash or line break', () => {
  for (const path of ['a', 'a/b.js', '.x/a b', 'a..b'])
    for (const system of ['linux', 'win32']) assert.equal(pathProblem(path, system), undefined, path);
  for (const path of ['/a', '../a', 'a/../b', 'a//b', './a', 'a\\b', '..\\a', 'a\nb'])
    for (const system of ['linux', 'win32']) assert.notEqual(pathProblem(path, system), undefined, path);
});

test('a path that Windows would open as another file is rejected there', () => {
  for (const path of ['C:x', 'a.js:b', 'hooks./a.js', 'a.js ']) {
    assert.match(pathProblem(path, 'win32') ?? '', /names another file on this system/);
    assert.equal(pathProblem(path, 'linux'), undefined);
  }
});
