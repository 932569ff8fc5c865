import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { writeProgram } from './doctor-world.js';
import { type InitMachine, initMachine } from './init-world.js';

const canPlay = process.platform !== 'win32' && spawnSync('python3', ['-c', 'import pty']).status === 0;
const question = 'Enter to go on, names to switch (tests context), n to leave: ';

interface Play {
  readonly shown: string;
  readonly status: number;
}

/** Agents that only know their version. */
const agents = { claude: '2.1.197', codex: '0.166.0', gemini: '0.61.0' };

function machineWithAgents(t: TestContext): InitMachine {
  const here = initMachine(t, {});
  for (const [name, version] of Object.entries(agents)) writeProgram(join(here.home, 'bin', name), `echo ${version}`);
  return here;
}

/** Runs the built program in a real terminal of 80 columns, without blocking this process. */
function play(here: InitMachine, answers: readonly (readonly [string, string])[], env = {}): Promise<Play> {
  const args = [
    'test/support/pty-play.py',
    JSON.stringify(answers),
    process.execPath,
    resolve('bin/anyhook.cjs'),
    'init',
  ];
  const child = spawn('python3', [resolve(args[0] ?? ''), ...args.slice(1), '--cwd', here.dir], {
    env: { ...here.env, PATH: `${join(here.home, 'bin')}:/usr/bin:/bin`, TERM: 'xterm', LANG: 'C.UTF-8', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (piece: Buffer) => {
    text += piece.toString();
  });
  return new Promise((done) => {
    child.on('close', () => done(JSON.parse(text) as Play));
  });
}

const plain = (text: string) => text.replace(/\u001b\[\d+m/g, '');
const withoutTimes = (text: string) =>
  plain(text)
    .replace(/\d+ ms/g, 'N ms')
    .replace(/in \d+ s/g, 'in N s');

test('the screen is the one in the guide: one question, under 25 lines and under 20 s', {
  skip: !canPlay,
}, async (t) => {
  const here = machineWithAgents(t);
  const [, screen = ''] =
    /```text\n\$ npx anyhook init\n([\s\S]*?)```/.exec(readFileSync('docs/guides/first-run.md', 'utf8')) ?? [];
  const began = Date.now();
  const { shown, status } = await play(here, [[question, '\n']]);
  assert.equal(status, 0, shown);
  assert.equal(withoutTimes(shown), withoutTimes(screen));
  assert.ok(screen.trimEnd().split('\n').length <= 25, 'lines');
  assert.ok(
    screen.split('\n').every((line) => line.length <= 80),
    'columns',
  );
  assert.ok(Date.now() - began < 20_000, `${Date.now() - began} ms`);
  assert.equal(shown.split(': \n').length, 2, 'one question');
});

test('Ctrl-C at the question writes nothing and exits with 130', { skip: !canPlay }, async (t) => {
  const here = machineWithAgents(t);
  const { shown, status } = await play(here, [[question, '\u0003']]);
  assert.deepEqual([status, plain(shown).endsWith('Nothing was written.\n')], [130, true], shown);
  assert.equal(existsSync(here.at('~/.claude')), false);
});

test('names and n work in a real terminal, and nothing is left behind', { skip: !canPlay }, async (t) => {
  const here = machineWithAgents(t);
  const { shown, status } = await play(
    here,
    [
      [question, 'context\n'],
      ['(tests), n to leave: ', 'n\n'],
    ],
    { NO_COLOR: '1' },
  );
  assert.deepEqual([status, shown.includes('\u001b')], [0, false]);
  assert.match(shown, /\[x\] context {6}agents start[\s\S]*Nothing was written\.\n$/);
  assert.equal(existsSync(here.at('~/.config/anyhook')), false);
});
