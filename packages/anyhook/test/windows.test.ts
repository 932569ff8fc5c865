import assert from 'node:assert/strict';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { gitChangedFiles } from '../../core/src/platform/git/git-work.js';
import { runProcess } from '../../core/src/platform/process/run-process.js';
import { windowsStart } from '../../core/src/platform/process/windows-start.js';
import { userPaths } from '../../core/src/platform/user-paths.js';
import type { Builtin } from '../src/handlers/builtins/builtin.js';
import { configProtection } from '../src/handlers/builtins/config-protection.js';
import { validateChanges } from '../src/handlers/builtins/validate-changes.js';
import { builtinToolEvent, contextWith } from './builtin-world.js';
import { home, said } from './support/self-protection-world.js';
import { isWindows } from './support/systems.js';

describe('attacks specific to Windows', { skip: !isWindows && 'needs a Windows Node' }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'anyhook-attack-'));
  const planted: string[] = [];
  after(() => {
    for (const path of [folder, ...planted]) rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  });
  /** A new folder on the drive, where any user may create one. */
  const plant = (path: string) => {
    assert.equal(existsSync(path), false, `${path} is there already`);
    planted.push(path);
    mkdirSync(path, { recursive: true });
  };

  test('a program in the project is never started instead of git', async () => {
    const project = join(folder, 'project');
    mkdirSync(join(project, '.git'), { recursive: true });
    writeFileSync(join(project, 'git.cmd'), `@echo ran>"${join(folder, 'ran.txt')}"\r\n`);
    copyFileSync('C:\\Windows\\System32\\cmd.exe', join(project, 'git.exe'));
    for (const PATH of ['', '.', project, `${delimiter}.${delimiter}`, '\\']) {
      const { files } = await gitChangedFiles({ cwd: project, env: { ...process.env, PATH, Path: PATH } });
      assert.deepEqual(files, [], PATH);
    }
    assert.equal(existsSync(join(folder, 'ran.txt')), false);
  });

  test('C:\\bin\\sh.exe is not used as the shell of hooks', () => {
    plant('C:\\bin');
    copyFileSync('C:\\Windows\\System32\\cmd.exe', 'C:\\bin\\sh.exe');
    for (const PATH of ['', '\\bin', 'C:bin', '/bin']) {
      const start = windowsStart({ file: '/bin/sh', args: [], cwd: folder, env: { PATH } });
      assert.doesNotMatch(typeof start === 'string' ? '' : start.file, /^C:\\bin\\/i, PATH);
    }
  });

  test('settings in C:\\etc are not read', () => {
    plant('C:\\etc\\anyhook');
    writeFileSync('C:\\etc\\anyhook\\config.yaml', 'overrides: { guard: { enabled: false } }\n');
    planted.push('C:\\etc');
    for (const env of [{}, { ANYHOOK_MANAGED_CONFIG: '\\etc\\anyhook\\config.yaml' }]) {
      const { managedConfig, systemConfig } = userPaths(env, 'C:\\users\\x');
      assert.deepEqual([managedConfig, systemConfig], Array(2).fill('C:\\ProgramData\\anyhook\\config.yaml'));
    }
  });

  const state = join(home, '.local\\state\\anyhook\\trust.json');
  for (const path of [
    state,
    state.replaceAll('\\', '/'),
    state.toUpperCase(),
    `\\\\?\\${state}`,
    `\\\\.\\${state}`,
    `//?/${state.replaceAll('\\', '/')}`,
    `${state}.`,
    `${state} `,
    `${state}::$DATA`,
    `${state}:stream`,
    state.replace('anyhook\\', 'anyhook.\\'),
    state.replace('\\trust', '\\x\\..\\trust'),
    state.replace('\\trust', '\\\\trust'),
    state.replace(/^[a-z]:/i, ''),
    `/${state[0]?.toLowerCase()}${state.slice(2).replaceAll('\\', '/')}`,
  ])
    test(`a write to ${path.replace(home, '~')} is denied`, () =>
      assert.equal(said('write', { path, content: '{}' }), 'deny'));

  for (const command of [
    `del "${state}"`,
    `cmd /c del /q "${state}"`,
    `rm -f '${state.replaceAll('\\', '/')}'`,
    'anyhook.cmd trust --yes',
    'anyhook.exe off',
    'AnyHook.CMD off',
  ])
    for (const tool of ['Bash', 'PowerShell'])
      test(`${tool} ${command.replace(home, '~')} is denied`, () =>
        assert.equal(said('shell', { command }, tool), 'deny'));

  const decideWrite = async ({ run }: Builtin, path: string) => {
    const event = builtinToolEvent('tool.before', folder, { kind: 'write', input: { path, content: '' } });
    return (await run(event, {}, contextWith())).decision;
  };

  test('a file on another drive lies outside the project', async () => {
    assert.equal(await decideWrite(validateChanges, 'Z:\\elsewhere\\x.txt'), 'deny');
    assert.equal(await decideWrite(validateChanges, join(folder, 'x.txt')), 'pass');
  });

  for (const name of [
    '.eslintrc.json',
    '.ESLINTRC.JSON',
    '.eslintrc.json.',
    '.eslintrc.json::$DATA',
    'sub\\biome.json',
  ])
    test(`config-protection also protects a file under the name ${name}`, async () =>
      assert.equal(await decideWrite(configProtection, join(folder, name)), 'deny'));

  test('processes started by a program are gone after its timeout', async () => {
    const log = join(folder, 'grandchild.txt');
    writeFileSync(log, '');
    const write = `setInterval(() => require('fs').appendFileSync(${JSON.stringify(log)}, 'x'), 20)`;
    const leader = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(write)}], { stdio: 'ignore' }); setInterval(() => {}, 1000)`;
    const job = { file: process.execPath, args: ['-e', leader], cwd: folder, env: process.env, stdin: '' };
    const running = runProcess({ ...job, timeoutMs: 10_000 });
    for (let waited = 0; statSync(log).size === 0 && waited < 9_000; waited += 50) await wait(50);
    assert.ok(statSync(log).size > 0, 'the grandchild never wrote');
    assert.equal((await running).kind, 'timeout');
    await wait(200);
    const before = readFileSync(log, 'utf8').length;
    await wait(1_000);
    assert.equal(readFileSync(log, 'utf8').length, before);
  });
});
