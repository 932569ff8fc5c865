import assert from 'node:assert/strict';
import { chmodSync, cpSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { loadInstalls } from '../../src/agents/index.js';
import {
  callEntry,
  type EntryRow,
  entryCommand,
  entryRows,
  type InitMachine,
  initMachine,
  shellPayload,
} from './init-world.js';

const installs = await loadInstalls();

const launcher = '~/.local/share/anyhook/bin/anyhook-hook';
const silent = { status: 0, stdout: '', stderr: '' };
const init = (here: InitMachine, { host, scope }: Pick<EntryRow, 'host' | 'scope'>) =>
  here.run(['init', '--host', host, '--scope', scope, '--yes']);
const setLine = (here: InitMachine, name: string, value: string) =>
  here.put(
    launcher,
    here.get(launcher).replace(new RegExp(`^${name}=.*$`, 'm'), () => `${name}=${value}`),
  );
const overlooks = ({ host }: EntryRow) => installs.some((one) => one.host === host && !one.missingBlocks);

/** A PATH with the tools of a shell, and no Node. */
function pathWithoutNode(here: InitMachine): string {
  const folder = join(here.dir, '..', 'tools');
  mkdirSync(folder, { recursive: true });
  for (const tool of ['sh', 'grep', 'cat', 'env'])
    if (!existsSync(join(folder, tool))) symlinkSync(`/bin/${tool}`, join(folder, tool));
  return folder;
}

for (const row of entryRows) {
  test(`${row.host}, ${row.scope}: without its package, its Node or its launcher the agent goes on`, async (t) => {
    const here = initMachine(t);
    await init(here, row);
    const command = entryCommand(here, row);
    const input = shellPayload(row, 'rm -rf /', here.dir);
    const env = { PATH: pathWithoutNode(here) };
    setLine(here, 'program', '/nowhere/anyhook.cjs');
    assert.deepEqual(callEntry(here, command, input, env), silent);
    setLine(here, 'program', resolve('bin/anyhook.cjs'));
    setLine(here, 'node', '/nowhere/node');
    assert.deepEqual(callEntry(here, command, input, env), silent);
    rmSync(here.at(launcher));
    const answer = callEntry(here, command, input, env);
    if (row.scope === 'user' && overlooks(row)) assert.notEqual(answer.status, 2);
    else assert.deepEqual(answer, silent);
  });
}

const claude: EntryRow = { host: 'claude-code', scope: 'user', file: '~/.claude/settings.json', before: 'PreToolUse' };
const shared: EntryRow = { host: 'gemini', scope: 'project', file: '.gemini/settings.json', before: 'BeforeTool' };

test('an anyhook on PATH whose Node is gone is no error', async (t) => {
  const here = initMachine(t);
  for (const row of [claude, shared]) {
    await init(here, row);
    const command = entryCommand(here, row);
    const path = pathWithoutNode(here);
    rmSync(join(path, 'anyhook'), { force: true });
    symlinkSync(resolve('bin/anyhook.cjs'), join(path, 'anyhook'));
    const text = here.get(launcher);
    setLine(here, 'program', '/nowhere/anyhook.cjs');
    setLine(here, 'node', '/nowhere/node');
    assert.deepEqual(callEntry(here, command, '{}', { PATH: path }), silent);
    rmSync(here.at(launcher));
    if (row.scope === 'project') assert.deepEqual(callEntry(here, command, '{}', { PATH: path }), silent);
    here.put(launcher, text);
    chmodSync(here.at(launcher), 0o755);
  }
});

test('an anyhook on PATH runs by the Node of init, though that one is not on PATH', async (t) => {
  const here = initMachine(t);
  await here.run(['trust', '--yes'], { columns: 80 });
  await init(here, claude);
  const path = pathWithoutNode(here);
  symlinkSync(resolve('bin/anyhook.cjs'), join(path, 'anyhook'));
  setLine(here, 'program', '/nowhere/anyhook.cjs');
  const answer = callEntry(here, entryCommand(here, claude), shellPayload(claude, 'rm -rf /', here.dir), {
    PATH: path,
  });
  assert.match(answer.stdout, /never that/);
});

/** The package as it is installed, in a folder of its own. */
function installedPackage(here: InitMachine): string {
  const folder = join(here.dir, '..', 'package');
  for (const part of ['bin', 'dist', 'package.json']) cpSync(resolve(part), join(folder, part), { recursive: true });
  return folder;
}

test('a package that is only half there lets the agent go on, and with failClosed blocks', async (t) => {
  const here = initMachine(t);
  await init(here, claude);
  const folder = installedPackage(here);
  setLine(here, 'program', join(folder, 'bin/anyhook.cjs'));
  rmSync(join(folder, 'dist'), { recursive: true });
  const command = entryCommand(here, claude);
  const open = callEntry(here, command, '{}');
  assert.deepEqual([open.status, open.stdout], [0, '']);
  assert.match(open.stderr, /^anyhook: this installation is damaged, install it again .* goes on without hooks\n$/);
  here.put('~/.config/anyhook/config.yaml', 'failClosed: true\n');
  const closed = callEntry(here, command, '{}');
  assert.deepEqual([closed.status, closed.stdout], [2, '']);
  assert.match(closed.stderr, /blocked, because failClosed is set\n$/);
  assert.equal(callEntry(here, command, '{}', { ANYHOOK: 'off' }).status, 0);
});

for (const [what, text, status] of [
  ['switched on after init is obeyed', 'failClosed: true\n', 2],
  ['in another key is nothing', 'x:\n  failClosed: true\n', 0],
  ['that is false is nothing', 'failClosed: false\n', 0],
] as const) {
  test(`failClosed ${what} where anyhook is gone`, async (t) => {
    const here = initMachine(t);
    await init(here, claude);
    setLine(here, 'program', '/nowhere/anyhook.cjs');
    here.put('~/.config/anyhook/config.yaml', text);
    const answer = callEntry(here, entryCommand(here, claude), '{}', { PATH: pathWithoutNode(here) });
    assert.equal(answer.status, status);
    if (status === 2) assert.match(answer.stderr, /failClosed is set; install it again, or start .* ANYHOOK=off\n$/);
  });
}

test('failClosed that was switched off again goes with the next init, and init shows it', async (t) => {
  const here = initMachine(t);
  here.put('~/.config/anyhook/config.yaml', 'failClosed: true\n');
  await init(here, claude);
  here.put('~/.config/anyhook/config.yaml', '');
  const { stdout } = await init(here, claude);
  assert.match(stdout, /^-.*failClosed is set/m);
  renameSync(here.at(launcher), here.at(`${launcher}.old`));
  assert.notEqual(callEntry(here, entryCommand(here, claude), '{}').status, 2);
});
