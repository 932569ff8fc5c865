import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';
import { loadInstalls } from '../../src/agents/index.js';
import { unavailableMessages } from '../../src/install/unavailable-answer.js';
import { noAnswerMessage } from '../../src/install/unavailable-script.js';
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
/** Asserts that the agent continues, and that a message says why no hook runs. */
function assertTold({ status, stdout, stderr }: ReturnType<typeof callEntry>, text: string = noAnswerMessage) {
  assert.ok(
    status === 0 ? stdout.includes(text) : status === 1 && stderr.includes(text),
    `${status} ${stdout} ${stderr}`,
  );
}
/** Asserts that the call is refused in the agent's own form, with the reason. */
function assertRefused({ status, stdout, stderr }: ReturnType<typeof callEntry>) {
  const isRefused =
    status === 2 ? stderr.includes(noAnswerMessage) : status === 0 && /"(?:deny|block|cancel)"/.test(stdout);
  assert.ok(isRefused && `${stdout}${stderr}`.includes(noAnswerMessage), `${status} ${stdout} ${stderr}`);
}
const init = (here: InitMachine, { agent, scope }: Pick<EntryRow, 'agent' | 'scope'>, ...more: readonly string[]) =>
  here.run(['init', '--agent', agent, '--scope', scope, '--yes', ...more]);
const setLine = (here: InitMachine, name: string, value: string) =>
  here.put(
    launcher,
    here.get(launcher).replace(new RegExp(`^${name}=.*$`, 'm'), () => `${name}=${value}`),
  );
const ignoresMissingCommand = ({ agent }: EntryRow) =>
  installs.some((one) => one.agent === agent && !one.missingCommandBlocks);

/** A folder with a shell's usual tools but without Node, for use as PATH. */
function pathWithoutNode(here: InitMachine): string {
  const folder = join(here.dir, '..', 'tools');
  mkdirSync(folder, { recursive: true });
  for (const tool of ['sh', 'grep', 'cat', 'env', 'timeout'])
    if (!existsSync(join(folder, tool))) symlinkSync(`/bin/${tool}`, join(folder, tool));
  return folder;
}

for (const row of entryRows) {
  test(`${row.agent}, ${row.scope}: a missing program or Node refuses calls; a missing launcher only tells the agent`, async (t) => {
    const here = initMachine(t);
    await init(here, row);
    const command = entryCommand(here, row);
    const input = shellPayload(row, 'rm -rf /', here.dir);
    const env = { PATH: pathWithoutNode(here) };
    const program = /^program=(.*)$/m.exec(here.get(launcher))?.[1] ?? '';
    setLine(here, 'path', env.PATH);
    setLine(here, 'program', '/nowhere/anyhook.cjs');
    assertRefused(callEntry(here, command, input, env));
    setLine(here, 'program', program);
    setLine(here, 'node', '/nowhere/node');
    assertRefused(callEntry(here, command, input, env));
    assertRefused(callEntry(here, command, input, { ...env, ANYHOOK: 'off' }));
    rmSync(here.at(launcher));
    const answer = callEntry(here, command, input, env);
    // The shell reports the missing program, and these agents show its message.
    if (row.scope === 'user' && ignoresMissingCommand(row)) assert.match(answer.stderr, /anyhook-hook: not found/);
    else assertTold(answer, unavailableMessages[row.scope]);
  });
}

const claude: EntryRow = { agent: 'claude-code', scope: 'user', file: '~/.claude/settings.json', before: 'PreToolUse' };
const shared: EntryRow = { agent: 'gemini', scope: 'project', file: '.gemini/settings.json', before: 'BeforeTool' };

test('an anyhook on PATH whose Node is gone lets the agent continue with a message', async (t) => {
  const here = initMachine(t);
  await init(here, shared);
  const command = entryCommand(here, shared);
  const path = pathWithoutNode(here);
  symlinkSync(resolve('packages/anyhook/bin/anyhook.cjs'), join(path, 'anyhook'));
  setLine(here, 'program', '/nowhere/anyhook.cjs');
  setLine(here, 'node', '/nowhere/node');
  assertTold(callEntry(here, command, '{}', { PATH: path }));
  rmSync(here.at(launcher));
  assertTold(callEntry(here, command, '{}', { PATH: path }), unavailableMessages.project);
});

/** A program that leaves a mark when it is started. */
function plantProgram(file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '#!/bin/sh\necho "started: $*"\n', { mode: 0o755 });
}

test("a user's entry starts neither a project's anyhook nor one on PATH", async (t) => {
  const here = initMachine(t);
  await init(here, claude);
  setLine(here, 'program', '/nowhere/anyhook.cjs');
  const bin = here.at('node_modules/.bin');
  plantProgram(join(bin, 'anyhook'));
  assertTold(callEntry(here, entryCommand(here, claude), '{}', { PATH: `${bin}:/usr/bin:/bin` }));
});

test("a project's entry starts the project's anyhook if the user's is gone, and says so", async (t) => {
  const here = initMachine(t);
  await init(here, shared);
  const command = entryCommand(here, shared);
  plantProgram(here.at('node_modules/.bin/anyhook'));
  setLine(here, 'program', '/nowhere/anyhook.cjs');
  const { stdout, stderr } = callEntry(here, command, '{}');
  assert.match(stdout, /^started: run --host gemini .*--entry project\n$/);
  assert.match(
    stderr,
    /\/nowhere\/anyhook\.cjs is gone, so the anyhook of this project decides; run: npx anyhook init/,
  );
  rmSync(here.at(launcher));
  assert.match(callEntry(here, command, '{}').stdout, /^started: run --host gemini .*--entry project\n$/);
});

/** A separate copy of the package as it is installed. */
function installedPackage(here: InitMachine): string {
  const folder = join(here.dir, '..', 'package');
  for (const part of ['bin', 'dist', 'package.json'])
    cpSync(resolve('packages/anyhook', part), join(folder, part), { recursive: true });
  return folder;
}

test('an incomplete package refuses calls and reports at other events; with failClosed it blocks', async (t) => {
  const here = initMachine(t);
  await init(here, claude);
  const folder = installedPackage(here);
  setLine(here, 'program', join(folder, 'bin/anyhook.cjs'));
  const command = entryCommand(here, claude);
  writeFileSync(join(folder, 'dist/run/run.cjs'), 'half of');
  const open = callEntry(here, command, '{}');
  assertTold(open);
  assert.match(open.stderr, /^anyhook: this installation is damaged, install it again /);
  assertRefused(callEntry(here, command, shellPayload(claude, 'ls', here.dir)));
  here.put('~/.config/anyhook/config.yaml', 'failClosed: true\n');
  const closed = callEntry(here, command, '{}');
  assert.deepEqual([closed.status, closed.stdout], [2, '']);
  assert.match(closed.stderr, /failClosed is set/);
  assert.equal(callEntry(here, command, '{}', { ANYHOOK: 'off' }).status, 2);
  here.put('~/.config/anyhook/config.yaml', '');
  rmSync(join(folder, 'dist'), { recursive: true });
  assertTold(callEntry(here, command, '{}'));
});

for (const [what, text, status] of [
  ['switched on after init is obeyed', 'failClosed: true\n', 2],
  ['in another key is nothing', 'x:\n  failClosed: true\n', 0],
  ['that is false is nothing', 'failClosed: false\n', 0],
] as const) {
  test(`failClosed ${what} if anyhook is gone`, async (t) => {
    const here = initMachine(t);
    await init(here, claude);
    setLine(here, 'program', '/nowhere/anyhook.cjs');
    here.put('~/.config/anyhook/config.yaml', text);
    const answer = callEntry(here, entryCommand(here, claude), '{}', { PATH: pathWithoutNode(here) });
    assert.equal(answer.status, status);
    if (status === 0) assertTold(answer);
    else assert.match(answer.stderr, /failClosed is set; install it again, or remove its entries from .*\n$/);
  });
}

test('the next init removes a failClosed that was switched off, and shows the change', async (t) => {
  const here = initMachine(t);
  here.put('~/.config/anyhook/config.yaml', 'failClosed: true\n');
  await init(here, claude);
  here.put('~/.config/anyhook/config.yaml', '');
  const { stdout } = await init(here, claude, '--diff');
  assert.match(stdout, /^-.*failClosed is set/m);
  renameSync(here.at(launcher), here.at(`${launcher}.old`));
  assert.notEqual(callEntry(here, entryCommand(here, claude), '{}').status, 2);
});
