import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { approveAll } from '../../../../e2e/approve.js';
import { canPlayPerson, playPerson, whyNoPerson } from '../support/play-terminal.js';
import { hookMdWithScript, type TestProject, testProject } from './harness.js';

const bin = resolve('packages/anyhook/bin/anyhook.cjs');
const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
// The script program has other options on other systems.
const canPlay = process.platform === 'linux' && has('script');

/** A project whose hook asks, with a pending call, and a program that plays an agent. */
function agentWorld(t: TestContext) {
  const here = testProject(t, hookMdWithScript('careful', 'before_tool', `echo '{"decision":"ask"}'`));
  const tools = join(here.dir, '..', 'tools');
  mkdirSync(tools);
  symlinkSync('/bin/bash', join(tools, 'codex'));
  writeFileSync(join(tools, 'anyhook'), `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`, { mode: 0o755 });
  const payload = {
    hook_event_name: 'PreToolUse',
    session_id: 's',
    cwd: here.dir,
    tool_name: 'Bash',
    tool_input: { command: 'git push' },
  };
  const ask = () =>
    spawnSync(process.execPath, [bin, 'run', '--host', 'codex', '--trust-project'], {
      cwd: here.dir,
      env: here.env,
      input: JSON.stringify(payload),
      encoding: 'utf8',
    }).stdout;
  assert.match(ask(), /"deny"/);
  return { here, tools, ask };
}

/** Runs a line in a process called `codex`, which ends once the line has created the file `done`. */
async function asAgent({ here, tools }: { here: TestProject; tools: string }, line: string): Promise<string> {
  // No variable reveals the agent, and the line may hide other traces.
  const env = { ...here.env, PATH: `${tools}:${here.env['PATH']}`, TERM: 'xterm', TMUX_TMPDIR: tools };
  const agent = spawn(join(tools, 'codex'), ['-c', `${line}\ntrue`], {
    cwd: here.dir,
    env,
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  const done = join(here.dir, 'done');
  for (let i = 0; i < 300 && !existsSync(done); i++) await wait(50);
  agent.kill('SIGKILL');
  const out = join(here.dir, 'out');
  return existsSync(out) ? readFileSync(out, 'utf8') : '';
}

const clean = 'env -i HOME="$HOME" XDG_STATE_HOME="$XDG_STATE_HOME" PATH="$PATH" TERM=xterm';
const python = (text: string) => `python3 -c "${text}"`;

/** Ways in which an agent might try to approve its own call. Every line creates the file `done` at its end. */
const attempts: Readonly<Record<string, string>> = {
  'the command alone': 'anyhook approve --yes > out 2>&1; touch done',
  'its own terminal': `${clean} script -qec "anyhook approve --yes" /dev/null > out 2>&1; touch done`,
  'a command piped into a shell': `echo '${clean} script -qec "anyhook approve --yes" /dev/null' | sh > out 2>&1; touch done`,
  'a new process session': `${clean} setsid -w script -qec "anyhook approve --yes" /dev/null > out 2>&1; touch done`,
  'a process that ignores SIGHUP': `${clean} nohup script -qec "anyhook approve --yes" /dev/null > out 2>&1; touch done`,
  'an orphaned process': `(${clean} setsid sh -c 'sleep 0.3; script -qec "anyhook approve --yes" /dev/null > out 2>&1; touch done' &) ; exit`,
  'an orphaned process that answers yes to every question': `(${clean} setsid sh -c 'sleep 0.3; yes | head -n 50 | script -qec "anyhook approve" /dev/null > out 2>&1; touch done' &) ; exit`,
  'an orphaned process without a terminal': `(${clean} setsid sh -c 'sleep 0.3; anyhook approve --yes > out 2>&1; touch done' &) ; exit`,
  'a shell that reads the command from its terminal': `(${clean} setsid sh -c 'sleep 0.3; (echo "anyhook approve --yes"; sleep 2; echo exit) | script -q /dev/null > out 2>&1; touch done' &) ; exit`,
  'a window of tmux': `${clean} TMUX_TMPDIR="$TMUX_TMPDIR" tmux -L a new -d 'timeout --foreground 4 anyhook approve --yes; touch done'; sleep 9`,
  'keys sent to a shell in tmux': `export TMUX_TMPDIR; ${clean} TMUX_TMPDIR="$TMUX_TMPDIR" tmux -L b new -d sh; tmux -L b send-keys 'timeout --foreground 4 anyhook approve --yes; touch done; exit' Enter; sleep 9`,
  'a terminal made by python': `${clean} ${python("import pty; pty.spawn(['anyhook', 'approve', '--yes'])")} > out 2>&1; touch done`,
  'a terminal made by an orphaned python': `(${clean} setsid sh -c 'sleep 0.3; exec ${python("import os, pty; pty.spawn(['timeout', '--foreground', '4', 'anyhook', 'approve', '--yes']); os.close(os.open('done', os.O_CREAT))").replaceAll("'", `'\\''`)} > out 2>&1' &) ; exit`,
  "another process's terminal": `${clean} script -qec 'tty > tty; sleep 4' /dev/null > /dev/null & sleep 1; (${clean} setsid sh -c 'anyhook approve --yes < $(cat tty) > $(cat tty) 2> out; touch done' &) ; sleep 9`,
  'a copy of script named after a terminal program': `cp "$(which script)" xterm; (${clean} setsid sh -c 'sleep 0.3; (echo "anyhook approve --yes"; sleep 2; echo exit) | ./xterm -q /dev/null > out 2>&1; touch done' &) ; exit`,
  'a process that calls itself sshd': `(${clean} setsid bash -c 'sleep 0.3; (echo "anyhook approve --yes"; sleep 2; echo exit) | (exec -a "sshd: me@pts/0" script -q /dev/null) > out 2>&1; touch done' &) ; exit`,
  'a background job of a terminal': `(${clean} setsid sh -c 'sleep 0.3; script -qec "bash -mc \\"anyhook approve --yes & wait\\"" /dev/null > out 2>&1; touch done' &) ; exit`,
};

for (const [what, line] of Object.entries(attempts))
  test(`an agent cannot approve its own call: ${what}`, {
    skip: (!canPlay && 'needs script') || (/tmux/.test(what) && !has('tmux') && 'needs tmux'),
  }, async (t) => {
    const world = agentWorld(t);
    const shown = await asAgent(world, line);
    assert.ok(existsSync(join(world.here.dir, 'done')), `the attempt ended; it showed: ${shown}`);
    assert.doesNotMatch(shown, /approved: /);
    assert.match(world.ask(), /"deny"/);
    const [waiting] = await world.here.json<{ state: string }[]>(['approve', '--list', '--json']);
    assert.equal(waiting?.state, 'pending');
  });

for (const command of [
  'approve',
  'refuse',
  'trust',
  'trust --lock',
  'trust --lock --list',
  'trust --revoke',
  'off',
  'down',
  'uninstall',
  'approvals',
  'log prune --days 0',
])
  test(`an agent is recognized without any environment variable: ${command}`, {
    skip: !canPlay && 'needs script',
  }, async (t) => {
    const world = agentWorld(t);
    const shown = await asAgent(
      world,
      `${clean} script -qec "anyhook ${command}" /dev/null > out 2>&1 < /dev/null; touch done`,
    );
    assert.match(shown, /this runs inside Codex CLI \(process \d+ is its program\): open your own terminal/);
    assert.equal(existsSync(join(world.here.dir, '.agents/anyhook.lock.json')), false);
  });

test('a person in an unrecognized terminal approves by typing the id', {
  skip: !canPlayPerson && whyNoPerson,
}, async (t) => {
  const { here, ask } = agentWorld(t);
  await approveAll(here.dir, { ...here.env, TERM: 'xterm' });
  assert.doesNotMatch(ask(), /"deny"/);
});

test('engine stop asks nothing when no engine runs', { skip: !canPlayPerson && whyNoPerson }, (t) => {
  const { here } = agentWorld(t);
  const options = { cwd: here.dir, env: { ...here.env, TERM: 'xterm' } };
  const { status, shown } = playPerson([process.execPath, bin, 'engine', 'stop'], options);
  assert.deepEqual([status, shown.trim()], [0, 'the engine was not running']);
});

test('a script without a terminal and without an agent may write the lock file', (t) => {
  const { here } = agentWorld(t);
  const options = { cwd: here.dir, env: here.env, encoding: 'utf8' } as const;
  const { status, stdout } = spawnSync('sh', ['-c', `'${process.execPath}' '${bin}' trust --lock`], options);
  assert.deepEqual([status, /^wrote .*anyhook\.lock\.json/.test(stdout)], [0, true]);
});
