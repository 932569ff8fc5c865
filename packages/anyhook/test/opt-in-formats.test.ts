import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { findAgent } from '../src/agents/index.js';
import { openProject } from '../src/answer/engine.js';
import type { FireReport } from '../src/answer/fire-report.js';
import { engineParts } from '../src/answer/project-engine.js';
import { type InitMachine, initMachine, terminal } from './cli/init-world.js';
import { addWaitingFormat, waitingHookFile } from './support/toy-format/waiting.js';

addWaitingFormat();

const shell = ['tool.before', '--tool', 'shell', '--input', '{"command":"ls"}', '--json'];
const waitingNote = /1 hook does not run yet, because earlier versions of anyhook did not read such files \(toy\)/;

/** A machine set up by an earlier version: it has an install record but no list of formats. */
function oldMachine(t: Parameters<typeof initMachine>[0], files: Readonly<Record<string, string>>): InitMachine {
  const here = initMachine(t, files);
  const install = join(here.env['XDG_STATE_HOME'] ?? '', 'anyhook', 'install');
  for (const folder of [join(install, '..', '..'), join(install, '..'), install]) mkdirSync(folder, { mode: 0o700 });
  writeFileSync(join(install, 'manifest.json'), JSON.stringify({ version: 1, files: [], folders: [] }));
  return here;
}

const decisionOf = async (here: InitMachine, ...args: string[]) =>
  (await here.json<FireReport>(['fire', ...shell, ...args])).decision;

test('on a machine without an earlier installation, hooks of a new format run at once', async (t) => {
  const here = initMachine(t, {});
  here.put('~/.toy/mine.toy', waitingHookFile('mine', 'never'));
  assert.equal(await decisionOf(here), 'deny');
});

test('on a machine set up by an earlier version, hooks of a new format wait, and list and doctor say so', async (t) => {
  const here = oldMachine(t, {});
  here.put('~/.toy/mine.toy', waitingHookFile('mine', 'never'));
  assert.equal(await decisionOf(here), 'pass');
  const { stdout } = await here.run(['list']);
  assert.match(stdout, /^mine .* not run yet /m);
  assert.match(stdout, /\.toy\/mine\.toy: 1 hook, seen and not run yet$/m);
  assert.match(stdout, /"anyhook trust" or "anyhook init" switches them on/);
  const doctor = await here.run(['doctor']);
  assert.match(doctor.stdout, /mine\.toy: 1 hook, seen and not run yet/);
});

test('a session is told about waiting hooks, unless its agent runs them itself', async (t) => {
  const here = oldMachine(t, {});
  here.put('~/.toy/mine.toy', waitingHookFile('mine', 'never'));
  const world = { cwd: here.dir, env: here.env, home: here.home };
  const project = await openProject(world);
  const agent = findAgent('claude-code');
  const { notices, skippedNotices = [] } = engineParts(project, world, { agent });
  assert.match(notices?.().join('\n') ?? '', waitingNote);
  assert.match(skippedNotices.join('\n'), waitingNote);
  const itself = { ...agent, hooksRunByAgent: [{ format: 'toy' }] };
  assert.deepEqual(engineParts(project, world, { agent: itself }).skippedNotices, []);
});

test('a broken file of a waiting format is not an error yet', async (t) => {
  const here = oldMachine(t, {});
  here.put('~/.toy/mine.toy', 'name: mine\nwhen: never\nrun: "true"\n');
  assert.equal(await decisionOf(here), 'pass');
  const { stdout } = await here.run(['doctor']);
  assert.doesNotMatch(stdout, /expected one of before, prompt/);
});

test('a yes to trust enables hooks of a new format, for the project and the user', async (t) => {
  const here = oldMachine(t, { '.toy/ours.toy': waitingHookFile('ours', 'never') });
  here.put('~/.toy/mine.toy', waitingHookFile('mine', 'nowhere'));
  assert.equal(await decisionOf(here), 'pass');
  const { stdout, code } = await here.run(['trust', '--yes'], terminal);
  assert.equal(code, 0, stdout);
  assert.match(stdout, /ours\.toy: 1 hook, seen and not run yet/);
  const report = await here.json<FireReport>(['fire', ...shell]);
  assert.deepEqual(report.hooks.map(({ outcome }) => outcome).sort(), ['blocked', 'blocked']);
});

test('trust asks only about user files if the project has no new ones', async (t) => {
  const here = oldMachine(t, {});
  here.put('~/.toy/mine.toy', waitingHookFile('mine', 'never'));
  const { stdout } = await here.run(['trust', '--yes'], terminal);
  assert.match(stdout, /switched on 1 hook/);
  assert.equal(await decisionOf(here), 'deny');
});

test('--trust-project does not enable waiting hooks, because no person was asked', async (t) => {
  const here = oldMachine(t, { '.toy/ours.toy': waitingHookFile('ours', 'never') });
  assert.equal(await decisionOf(here, '--trust-project'), 'pass');
});

test('init names waiting files, and after a yes enables their hooks and registers their events', async (t) => {
  const here = oldMachine(t, {});
  here.put('~/.toy/mine.toy', waitingHookFile('mine', 'never'));
  const dry = await here.run(['init', '--agent', 'codex', '--dry-run'], terminal);
  assert.match(dry.stdout, /reads {4}~\/\.toy\/mine\.toy: 1 hook$/m);
  assert.equal(await decisionOf(here), 'pass');
  await here.run(['init', '--agent', 'codex', '--yes'], terminal);
  assert.equal(await decisionOf(here), 'deny');
  assert.match(here.get('~/.codex/hooks.json'), /PreToolUse/);
});

test('on a machine set up by this version, no hooks wait', async (t) => {
  const here = initMachine(t);
  await here.run(['trust', '--yes'], terminal);
  here.put('~/.toy/mine.toy', waitingHookFile('mine', 'never'));
  assert.equal(await decisionOf(here), 'deny');
  assert.ok(existsSync(join(here.env['XDG_STATE_HOME'] ?? '', 'anyhook', 'formats.json')));
});

test('a trusted project hook of a new format still guards when the list of formats is lost', async (t) => {
  const here = oldMachine(t, { '.toy/ours.toy': waitingHookFile('ours', 'never') });
  await here.run(['trust', '--yes'], terminal);
  writeFileSync(join(here.env['XDG_STATE_HOME'] ?? '', 'anyhook', 'formats.json'), '{}');
  assert.equal(await decisionOf(here), 'deny');
});

test('no hooks wait if agents do not share their hooks', async (t) => {
  const here = oldMachine(t, {});
  here.put(
    '~/.codex/hooks.json',
    JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: 'command', command: 'true' }] }] } }),
  );
  assert.match((await here.run(['list'])).stdout, /not run yet/);
  here.put('~/.config/anyhook/config.yaml', 'share: false\n');
  assert.doesNotMatch((await here.run(['list'])).stdout, /not run yet/);
});
