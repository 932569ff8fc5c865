import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { canPlay, playTerminal, type TerminalPlay, type TypedAnswer } from '../support/play-terminal.js';
import { writeProgram } from './doctor-world.js';
import { type InitMachine, initMachine } from './init-world.js';

const question = 'Enter to continue, names to switch (tests context), n to quit: ';

/** Fake agents that only print their version. */
const agents = { claude: '2.1.197', codex: '0.166.0', gemini: '0.61.0' };

function machineWithAgents(t: TestContext): InitMachine {
  const here = initMachine(t, {});
  for (const [name, version] of Object.entries(agents)) writeProgram(join(here.home, 'bin', name), `echo ${version}`);
  return here;
}

const play = (here: InitMachine, answers: readonly TypedAnswer[], env = {}): Promise<TerminalPlay> =>
  playTerminal(['init', '--cwd', here.dir], answers, {
    ...{ ...here.env, PATH: `${join(here.home, 'bin')}:/usr/bin:/bin` },
    ...env,
  });

const plain = (text: string) => text.replace(/\u001b\[\d+m/g, '');
const withoutTimes = (text: string) =>
  plain(text)
    .replace(/\d+ ms/g, 'N ms')
    .replace(/in \d+ s/g, 'in N s');

test('the init screen matches the guide: one question, under 25 lines, under 20 s', {
  skip: !canPlay && 'needs python3 with pty',
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

test('Ctrl-C at the question writes nothing and exits with 130', {
  skip: !canPlay && 'needs python3 with pty',
}, async (t) => {
  const here = machineWithAgents(t);
  const { shown, status } = await play(here, [[question, '\u0003']]);
  assert.deepEqual([status, plain(shown).endsWith('Nothing was written.\n')], [130, true], shown);
  assert.equal(existsSync(here.at('~/.claude')), false);
});

test('toggling names and answering n work in a real terminal, and nothing is left behind', {
  skip: !canPlay && 'needs python3 with pty',
}, async (t) => {
  const here = machineWithAgents(t);
  const { shown, status } = await play(
    here,
    [
      [question, 'context\n'],
      ['(tests), n to quit: ', 'n\n'],
    ],
    { NO_COLOR: '1' },
  );
  assert.deepEqual([status, shown.includes('\u001b')], [0, false]);
  assert.match(shown, /\[x\] context {6}agents start[\s\S]*Nothing was written\.\n$/);
  assert.equal(existsSync(here.at('~/.config/anyhook')), false);
});
