import assert from 'node:assert/strict';
import { mkdirSync, rmSync } from 'node:fs';
import { test } from 'node:test';
import { knownAgents } from '../../src/agents/index.js';
import { env, freshMachine, person } from './init-fresh.js';
import { initMachine } from './init-world.js';

test('answering n, ending the input, or selecting no preset writes nothing', async (t) => {
  const here = freshMachine(t);
  const before = here.tree();
  for (const stdin of ['n\n', 'no\n', 'tests', 'shell-guard secrets undo\n\n']) {
    const { code, stdout } = await here.run(['init'], { ...person, stdin });
    assert.deepEqual([code, stdout.endsWith('Nothing was written.\n')], [0, true], stdout);
  }
  assert.deepEqual(here.tree(), before);
});

test('without a terminal init says how to answer its question, and writes nothing', async (t) => {
  const here = freshMachine(t);
  const before = here.tree();
  const { code, stdout, stderr } = await here.run(['init'], { env });
  assert.deepEqual([code, stdout], [1, '']);
  assert.equal(
    stderr,
    [
      'anyhook: init asks one question, and there is no terminal. Nothing was written.',
      '  anyhook init --yes                        what is recommended',
      '  anyhook init --yes --preset shell-guard   only this',
      '  anyhook init --yes --scope project        into the repository, for a team',
      '',
    ].join('\n'),
  );
  assert.deepEqual(here.tree(), before);
});

test('inside an agent init is refused, but read-only forms work', async (t) => {
  const here = freshMachine(t);
  const before = here.tree();
  const inside = { ...person, env: { ...env, CLAUDECODE: '1' } };
  for (const args of [['init'], ['init', '--yes'], ['init', '--ci']]) {
    const { code, stdout, stderr } = await here.run(args, inside);
    assert.deepEqual([code, stdout], [1, '']);
    assert.equal(
      stderr,
      'anyhook: init is for a person, and this runs inside Claude Code (CLAUDECODE is\nset). Nothing was written. Ask the user to run it: npx anyhook init\n',
    );
  }
  for (const args of [['--dry-run'], ['--list'], ['--diff']]) {
    const { code, stdout } = await here.run(['init', ...args], inside);
    assert.deepEqual([code, /shell-guard/.test(stdout)], [0, true], args.join(' '));
  }
  assert.deepEqual(here.tree(), before);
});

test('--diff shows every line; the default output names only the files', async (t) => {
  const here = freshMachine(t);
  const { stdout } = await here.run(['init', '--dry-run', '--diff'], { env });
  assert.match(stdout, /^\+ {2}- id: shell-guard$/m);
  assert.doesNotMatch((await here.run(['init', '--dry-run'], { env })).stdout, /^\+/m);
});

test('finding no agent is an error that names the places searched', async (t) => {
  const here = initMachine(t, {});
  const count = knownAgents.installable.length;
  rmSync(here.home, { recursive: true });
  mkdirSync(here.home);
  const { code, stdout } = await here.run(['init', '--yes'], { env });
  assert.deepEqual(
    [code, stdout],
    [1, `No agent found: looked for ${count} programs on PATH and their folders. Name one: --agent codex\n`],
  );
});

test('with sudo, the home of root is refused', {
  skip: process.getuid?.() !== 0 && 'only root can do this',
}, async (t) => {
  const here = freshMachine(t);
  const { code, stderr } = await here.run(['init', '--yes'], { env: { ...env, SUDO_USER: 'ann', HOME: '/root' } });
  assert.deepEqual([code, stderr], [1, "anyhook: This is root's home (/root), not yours. Run it without sudo.\n"]);
});

test('an agent with an unconfirmed mod above hooks is not reported as guarded', async (t) => {
  const here = freshMachine(t);
  here.put('~/.claude/skills/quiet/.claude-plugin/plugin.json', '{"name":"quiet"}');
  here.put('~/.claude/skills/quiet/hooks/hooks.json', '{"modules":["./register.js"]}');
  here.put('~/.claude/skills/quiet/hooks/register.js', 'export function register() {}\n');
  const first = await here.run(['init', '--yes', '--agent', 'claude-code'], person);
  assert.equal(first.code, 1);
  assert.match(
    first.stdout.replace(/\s+/g, ' '),
    /~\/\.claude\/skills\/quiet is a mod of Claude Code .* a mod may answer before it/,
  );
  assert.match(first.stdout, /No agent is guarded/);
  await here.run(['trust', '--yes'], person);
  const second = await here.run(['init', '--yes', '--agent', 'claude-code'], person);
  assert.deepEqual([second.code, /denied, \d+ ms/.test(second.stdout)], [0, true], second.stdout);
});
