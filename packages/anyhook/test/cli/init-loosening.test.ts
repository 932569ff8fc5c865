import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { CliRunOptions } from './harness.js';
import { type InitMachine, initMachine, terminal } from './init-world.js';

const yes = ['init', '--yes', '--agent', 'claude-code'];

/** A machine on which `init` ran. */
async function initialised(t: TestContext): Promise<InitMachine> {
  const here = initMachine(t);
  mkdirSync(here.at('~/.claude'));
  const { code, stdout, stderr } = await here.run(yes);
  assert.equal(code, 0, stdout + stderr);
  return here;
}

/** What a script might try: arguments and environment variables. */
const attempts: Readonly<Record<string, (here: InitMachine) => readonly [readonly string[], CliRunOptions['env']]>> = {
  'keeps hooks from other agents': () => [['--no-share'], {}],
  'names another config folder': (here) => [[], { XDG_CONFIG_HOME: here.at('~/other') }],
  'names another state folder': (here) => [[], { XDG_STATE_HOME: `${here.dir}/../other` }],
  'lets agents trust every project': () => [['--ci', '--trust', 'project'], {}],
  'lets agents trust lock files': () => [['--ci', '--trust', 'lock'], {}],
  'names another managed config': (here) => [[], { ANYHOOK_MANAGED_CONFIG: here.at('~/other.yaml') }],
  'puts another launcher into the entries': (here) => [
    [],
    { XDG_DATA_HOME: here.at('~/data'), XDG_CONFIG_HOME: here.at('~/other') },
  ],
};

for (const [what, attempt] of Object.entries(attempts))
  test(`init --yes in a script writes nothing if it ${what}; a person at a terminal may`, async (t) => {
    const here = await initialised(t);
    const before = here.tree();
    const [args, env = {}] = attempt(here);
    const script = await here.run([...yes, ...args], { env });
    assert.equal(script.code, 1, script.stdout);
    assert.match(script.stderr, /needs a person at a terminal; nothing was written; a script may only add/);
    assert.deepEqual(here.tree(), before);
    const person = await here.run([...yes, ...args], { ...terminal, env: { ...terminal.env, ...env } });
    assert.equal(person.code, 0, person.stdout + person.stderr);
  });

test('init --ci sets the trust mode on a fresh machine, and may later only repeat or reduce it', async (t) => {
  const here = initMachine(t);
  mkdirSync(here.at('~/.claude'));
  const ci = ['init', '--ci', '--agent', 'claude-code'];
  for (const trust of [['--trust', 'project'], ['--trust', 'project'], ['--trust', 'lock'], []])
    assert.equal((await here.run([...ci, ...trust])).code, 0, trust.join(' '));
  const { code, stderr } = await here.run([...ci, '--trust', 'lock']);
  assert.equal(code, 1);
  assert.match(stderr, /to run hooks that you have not reviewed in all agents \(--trust lock\) needs a person/);
});

test('init starts env from the system folders, whatever is first on PATH', {
  skip: process.platform === 'win32' && 'Windows has no env',
}, async (t) => {
  const here = await initialised(t);
  const tools = here.at('~/tools');
  mkdirSync(tools);
  writeFileSync(join(tools, 'env'), '#!/bin/sh\n', { mode: 0o755 });
  const { code, stdout } = await here.run(yes, { env: { PATH: `${tools}${delimiter}${process.env['PATH']}` } });
  assert.equal(code, 0, stdout);
  const launchers = ['anyhook-node', 'anyhook-hook'].map((name) => here.at(`~/.local/share/anyhook/bin/${name}`));
  const launcher = launchers
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  assert.match(launcher, /^env='?\/(?:usr\/)?bin\/env'?$/m);
});

test('init --yes in a script still adds an agent, without asking for a person if nothing is loosened', async (t) => {
  const here = await initialised(t);
  mkdirSync(here.at('~/.codex'));
  const { code, stdout } = await here.run(['init', '--yes']);
  assert.equal(code, 0, stdout);
  assert.ok(existsSync(here.at('~/.codex/hooks.json')));
  assert.equal((await here.run(['init', '--yes'])).code, 0);
});
