import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePackageLock } from './hook-packages.js';

/** The problem of a lock file in which a package lists this file. */
function problemOf(path: string, system: string): string | undefined {
  const entry = { kind: 'folder', source: './x', dialect: 'hook-md', hookFiles: [path], files: {} };
  const asFile = { ...entry, hookFiles: [], files: { [path]: 'abc' } };
  const [first, second] = [entry, asFile].map(
    (one) => parsePackageLock(JSON.stringify({ version: 1, packages: { x: one } }), system).problem,
  );
  assert.equal(first, second);
  return first;
}

test('a path that leaves its package is a problem of the lock file', () => {
  for (const path of ['a', 'hooks/a.md', 'a..b'])
    for (const system of ['linux', 'win32']) assert.equal(problemOf(path, system), undefined, path);
  for (const path of ['/etc/x', '../x', 'a/../../x', 'a/../b', '..'])
    for (const system of ['linux', 'win32']) assert.match(problemOf(path, system) ?? '', /packages\.x: not as/, path);
});

test('a Windows path that leaves its package is a problem on Windows only', () => {
  for (const path of ['..\\x', 'a\\..\\..\\x', 'C:\\x', 'C:x', '\\x', '\\\\server\\x']) {
    assert.match(problemOf(path, 'win32') ?? '', /packages\.x: not as/, path);
    assert.equal(problemOf(path, 'linux'), undefined, path);
  }
});
