import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  executableCandidates,
  foldedName,
  hasFolder,
  homeIn,
  isFullPath,
  isPlainName,
  isWithin,
  leavesFolder,
  listedPaths,
  pathCandidates,
  pathFromHome,
  pathInFile,
  pathKey,
  pathOfAddress,
  resolvedPath,
  slashedPath,
  textWithoutFolder,
} from './file-path.js';

describe('pathOfAddress', () => {
  for (const [address, expected] of [
    ['file:///home/x/a', '/home/x/a'],
    ['file://host/home/x#1', '/home/x'],
    ['FILE:/home/x?q', '/home/x'],
    ['file:///C:/x/a', 'C:/x/a'],
    ['file://C:\\x\\a', 'C:\\x\\a'],
    ['file:C:/x', 'C:/x'],
    ['/home/x', undefined],
    ['https://x/a', undefined],
  ] as const)
    test(`${address} is ${expected}`, () => assert.equal(pathOfAddress(address), expected));
});

test('the home folder is read from USERPROFILE on Windows only', () => {
  const env = { USERPROFILE: 'C:\\Users\\x' };
  assert.deepEqual([homeIn(env, 'win32'), homeIn(env, 'linux')], ['C:\\Users\\x', undefined]);
  assert.equal(homeIn({ ...env, HOME: 'D:\\h' }, 'win32'), 'D:\\h');
});

test('an empty or relative home folder counts as unset', () => {
  for (const HOME of ['', '.', 'h', './h']) assert.equal(homeIn({ HOME }, 'linux'), undefined);
  assert.equal(homeIn({ HOME: '/h' }, 'linux'), '/h');
  assert.equal(homeIn({ HOME: '/h', USERPROFILE: 'C:\\Users\\x' }, 'win32'), 'C:\\Users\\x');
});

test('a backslash in a command word names a folder on Windows only', () => {
  assert.deepEqual([hasFolder('.\\run.cmd', 'win32'), hasFolder('.\\run.cmd', 'linux')], [true, false]);
  assert.deepEqual([hasFolder('run.cmd', 'win32'), hasFolder('./run', 'linux')], [false, true]);
});

describe('slashedPath', () => {
  for (const [path, expected] of [
    ['C:\\proj\\secrets\\a', 'C:/proj/secrets/a'],
    ['C:/proj/secrets/a', 'C:/proj/secrets/a'],
    ['\\\\?\\C:\\proj\\.env', 'C:/proj/.env'],
    ['\\\\.\\C:\\proj\\.env', 'C:/proj/.env'],
    ['//?/C:/proj/.env', 'C:/proj/.env'],
    ['\\\\?\\UNC\\server\\share\\a', '//server/share/a'],
    ['\\\\server\\share\\a', '//server/share/a'],
    ['.env.', '.env'],
    ['.env. .', '.env'],
    ['.env::$DATA', '.env'],
    ['C:\\proj\\.env:hidden', 'C:/proj/.env'],
    ['C:\\proj. \\.env', 'C:/proj/.env'],
    ['..\\up\\.\\x', '../up/./x'],
    ['C:x', 'C:x'],
    ['', ''],
  ] as const)
    test(`win32: ${path} is ${expected}`, () => assert.equal(slashedPath(path, 'win32'), expected));

  test('other systems keep every character, because names may contain it', () => {
    for (const path of ['a\\b', '.env.', 'a:b', '/x ']) assert.equal(slashedPath(path, 'linux'), path);
  });
});

describe('resolvedPath', () => {
  for (const [folder, path, expected] of [
    ['C:\\proj', 'secrets\\a', 'C:/proj/secrets/a'],
    ['C:\\proj', 'src/../secrets/a', 'C:/proj/secrets/a'],
    ['C:\\proj', '\\etc\\x', 'C:/etc/x'],
    ['C:\\proj', '/etc/x', 'C:/etc/x'],
    ['C:\\proj', 'D:\\x', 'D:/x'],
    ['C:\\proj', 'c:x', 'C:/proj/x'],
    ['C:\\proj', 'D:x', 'D:/x'],
    ['C:\\proj', '..\\..\\..\\x', 'C:/x'],
    ['C:\\', 'x', 'C:/x'],
    ['/p', '/p/src/../a', '/p/a'],
    ['/p', 'a', '/p/a'],
    ['\\\\server\\share\\proj', '\\x', '//server/share/x'],
  ] as const)
    test(`win32: ${path} in ${folder} is ${expected}`, () =>
      assert.equal(resolvedPath(folder, path, 'win32'), expected));

  test('paths on other systems resolve by POSIX rules', () => {
    assert.equal(resolvedPath('/home/a', '../b/./c', 'linux'), '/home/b/c');
    assert.equal(resolvedPath('/home/a', 'C:\\x', 'linux'), '/home/a/C:\\x');
  });
});

test('on Windows, a Git Bash path may also mean a path on a drive', () => {
  assert.deepEqual(pathCandidates('D:\\proj', '/c/proj/a', 'win32'), ['D:/c/proj/a', 'c:/proj/a']);
  assert.deepEqual(pathCandidates('D:\\proj', '/cygdrive/c/a', 'win32'), ['D:/cygdrive/c/a', 'c:/a']);
  assert.deepEqual(pathCandidates('/proj', '/c/proj/a', 'linux'), ['/c/proj/a']);
});

test('a path stored in a project file uses / on every system', () => {
  assert.equal(pathInFile('C:\\proj', 'C:\\proj\\.agents\\hooks\\x', 'win32'), '.agents/hooks/x');
  assert.equal(pathInFile('/proj', '/proj/.agents/hooks/x', 'linux'), '.agents/hooks/x');
});

test('a full path on Windows needs a drive or a server', () => {
  for (const path of ['C:\\x', 'c:/x', '\\\\server\\share', '\\\\?\\C:\\x']) assert.ok(isFullPath(path, 'win32'), path);
  for (const path of ['\\etc\\anyhook', '/etc/anyhook', 'C:x', 'x', '']) assert.ok(!isFullPath(path, 'win32'), path);
  assert.ok(isFullPath('/etc', 'linux'));
  assert.ok(!isFullPath('C:\\etc', 'linux'));
});

test('a name that Windows would open as another file is not plain there', () => {
  for (const name of ['..\\..\\x.cmd', 'a\\b', 'C:x', 'a.js:b', 'a.js::$DATA', 'a.', 'a ', 'a. .', '...']) {
    assert.ok(!isPlainName(name, 'win32'), name);
    assert.ok(isPlainName(name, 'linux'), name);
  }
  for (const name of ['a', '.env', 'a b.js', 'a..b']) assert.ok(isPlainName(name, 'win32'), name);
});

describe('leavesFolder', () => {
  const everywhere = ['..', '../x', 'a/../../x', './../x', '/x', '//server/x'];
  const onWindows = ['..\\x', 'a\\..\\..\\x', 'a/..\\..\\x', '\\x', 'C:\\x', 'C:x', '\\\\server\\x', '\\\\?\\C:\\x'];
  const nowhere = ['.', '', 'a', 'a/..', 'a/../b', './a', '..a/b', 'a..', 'ab:c'];
  for (const path of everywhere)
    test(`${path} leaves the folder`, () =>
      assert.deepEqual([leavesFolder(path, 'win32'), leavesFolder(path, 'linux')], [true, true]));
  for (const path of onWindows)
    test(`${path} leaves the folder on Windows only`, () =>
      assert.deepEqual([leavesFolder(path, 'win32'), leavesFolder(path, 'linux')], [true, false]));
  for (const path of nowhere)
    test(`${path || 'an empty path'} stays in the folder`, () =>
      assert.deepEqual([leavesFolder(path, 'win32'), leavesFolder(path, 'linux')], [false, false]));
});

describe('listedPaths', () => {
  for (const [text, expected] of [
    ['C:\\proj\\a.js;C:\\proj\\b.js', ['C:\\proj\\a.js', 'C:\\proj\\b.js']],
    ['lib;src', ['lib', 'src']],
    ['lib:src', ['lib', 'src']],
    ['C:/a:D:/b:/c/x', ['C:/a', 'D:/b', '/c/x']],
    ['--require=C:\\a.js:b', ['--require=C:\\a.js', 'b']],
    ['lib', ['lib']],
  ] as const)
    test(`win32: ${text}`, () => assert.deepEqual(listedPaths(text, 'win32'), expected));

  test('other systems split the list only at :', () => {
    assert.deepEqual(listedPaths('a:/b;c', 'linux'), ['a', '/b;c']);
  });
});

test('a path below the home folder is shown with ~ and /', () => {
  assert.equal(pathFromHome('C:\\Users\\a\\.codex\\x', 'C:\\Users\\a', 'win32'), '~/.codex/x');
  assert.equal(pathFromHome('C:\\Users\\ab', 'C:\\Users\\a', 'win32'), 'C:\\Users\\ab');
  assert.equal(pathFromHome('/home/a/x', '/home/a', 'linux'), '~/x');
  assert.equal(pathFromHome('/home/a', '/home/a', 'linux'), '~');
});

test('textWithoutFolder removes the folder in either slash style', () => {
  const text = 'C:\\shop\\a.sh and C:/shop/b.sh were changed';
  assert.equal(textWithoutFolder(text, 'C:\\shop', 'win32'), 'a.sh and b.sh were changed');
  assert.equal(textWithoutFolder('/shop/a.sh was changed', '/shop', 'linux'), 'a.sh was changed');
});

test('executable candidates have extensions on Windows only', () => {
  assert.deepEqual(executableCandidates('C:\\p\\run', 'win32'), [
    'C:\\p\\run',
    'C:\\p\\run.exe',
    'C:\\p\\run.com',
    'C:\\p\\run.cmd',
    'C:\\p\\run.bat',
  ]);
  assert.deepEqual(executableCandidates('/p/run', 'linux'), ['/p/run']);
});

describe('isWithin', () => {
  for (const [path, folder, system, expected] of [
    ['C:\\mono\\pkg', 'C:\\mono', 'win32', true],
    ['c:/MONO/pkg', 'C:\\mono', 'win32', true],
    ['C:\\mono', 'C:\\mono\\', 'win32', true],
    ['C:\\monorail', 'C:\\mono', 'win32', false],
    ['C:\\x', 'C:\\', 'win32', true],
    ['D:\\mono\\pkg', 'C:\\mono', 'win32', false],
    ['/Users/a/STATE/x', '/Users/a/state', 'darwin', true],
    ['/Users/a/caf\u0065\u0301/x', '/Users/a/caf\u00e9', 'darwin', true],
    ['/home/a/STATE/x', '/home/a/state', 'linux', false],
    ['/home/a/state/x', '/home/a/state', 'linux', true],
    ['/x', '/', 'linux', true],
    ['/home/ab', '/home/a', 'linux', false],
  ] as const)
    test(`${system}: ${path} is ${expected ? '' : 'not '}within ${folder}`, () =>
      assert.equal(isWithin(path, folder, system), expected));
});

test('different spellings of a path share a key where the system treats them as the same file', () => {
  assert.equal(pathKey('\\\\?\\C:\\Proj\\.ENV.', 'win32'), pathKey('c:/proj/.env::$DATA', 'win32'));
  assert.notEqual(pathKey('/proj/.ENV', 'linux'), pathKey('/proj/.env', 'linux'));
  assert.equal(foldedName('CAFE\u0301'), foldedName('caf\u00e9'));
});
