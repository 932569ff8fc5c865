import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { runProcess } from './run-process.js';
import { windowsStart } from './windows-start.js';

const request = (file: string, ...args: string[]) => ({ file, args, cwd: 'C:\\proj', env: {} });

test('a rooted path without a drive is not started, because any drive could hold it', () => {
  for (const file of ['\\tools\\guard.exe', '/tools/guard.exe', '\\etc\\x.cmd'])
    assert.match(windowsStart(request(file)) as string, /the path has no drive.*expected a path such as C:/, file);
});

test('a Unix program path is looked up on PATH, not on the current drive', () => {
  assert.match(windowsStart(request('/usr/bin/jq')) as string, /^cannot start jq: no such program on PATH$/);
  assert.match(windowsStart(request('/usr/bin/env', 'deno', 'x.ts')) as string, /^cannot start deno: no such program/);
  assert.match(windowsStart(request('/usr/bin/env', '-S', 'deno', 'run')) as string, /^cannot start deno: no such/);
});

test('a batch file runs in cmd with each word quoted', () => {
  assert.deepEqual(windowsStart(request('C:\\my hooks\\run.cmd', 'a b', 'c&d')), {
    file: 'C:\\Windows\\System32\\cmd.exe',
    args: ['/d', '/s', '/v:off', '/c', '""C:\\my hooks\\run.cmd" "a b" "c&d""'],
    windowsVerbatimArguments: true,
  });
});

test('a word that could break out of cmd quotes is refused', () => {
  for (const word of ['a" & calc & "', '%PATH%', 'a\r\ncalc', '!x!'])
    assert.match(windowsStart(request('C:\\run.cmd', word)) as string, /: .* cannot be passed to cmd safely/, word);
});

test('a program with a drive or a relative path is started directly', () => {
  assert.deepEqual(windowsStart(request('C:/tools/guard.exe', 'x')), { file: 'C:\\tools\\guard.exe', args: ['x'] });
  assert.deepEqual(windowsStart(request('tools\\guard.exe')), { file: 'C:\\proj\\tools\\guard.exe', args: [] });
});

describe('on Windows', { skip: process.platform !== 'win32' && 'needs a Windows Node' }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'anyhook start '));
  after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const write = (name: string, text: string) => {
    mkdirSync(join(folder, 'scripts'), { recursive: true });
    writeFileSync(join(folder, 'scripts', name), text);
    return join(folder, 'scripts', name);
  };
  const run = (file: string, env: NodeJS.ProcessEnv = process.env) =>
    runProcess({ file, args: ['word'], cwd: folder, env, stdin: 'input\n', timeoutMs: 20_000 });
  const hasShell = existsSync('C:\\Program Files\\Git\\bin\\sh.exe');

  for (const [name, text] of [
    [
      'run.mjs',
      'process.stdin.on("data", (d) => console.log(process.argv[2], String(d).trim())).on("end", () => process.exit(2))',
    ],
    ['run.cmd', '@echo off\r\nset /p line=\r\necho %~1 %line%\r\nexit /b 2\r\n'],
    [
      'run',
      '#!/usr/bin/env node\nprocess.stdin.on("data", (d) => console.log(process.argv[2], String(d).trim())).on("end", () => process.exit(2))',
    ],
  ] as const)
    test(`${name} starts, reads its input and blocks`, async () => {
      const end = await run(write(name, text));
      assert.ok(end.kind === 'exit', JSON.stringify(end));
      assert.deepEqual([end.exitCode, end.stdout.trim()], [2, 'word input']);
    });

  test('run.sh starts', { skip: !hasShell && 'needs the shell of Git for Windows' }, async () => {
    const end = await run(write('run.sh', 'read -r line; echo "$1 $line"; exit 2\n'));
    assert.ok(end.kind === 'exit', JSON.stringify(end));
    assert.deepEqual([end.exitCode, end.stdout.trim()], [2, 'word input']);
  });

  test('run.sh fails with advice to install Git for Windows', {
    skip: hasShell && 'needs a Windows without a shell',
  }, async () => {
    const end = await run(write('run.sh', 'exit 2\n'));
    assert.ok(end.kind === 'spawn' && end.isSystemFault);
    assert.match(end.error, /install Git for Windows/);
  });

  test('a program in the working folder is not found by its name', async () => {
    writeFileSync(join(folder, 'planted.cmd'), 'echo planted');
    const end = await run('planted', { ...process.env, PATH: `.${delimiter}${folder}${delimiter}\\bin` });
    assert.ok(end.kind === 'spawn', JSON.stringify(end));
    assert.match(end.error, /planted.cmd is not started: its folder is inside the project/);
  });
});
