import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { formatNames } from '../../src/formats/index.js';
import { testProject } from './harness.js';

const hasShell = (name: string) => spawnSync(name, ['-c', 'true']).status === 0;

for (const shell of ['bash', 'zsh', 'fish']) {
  test(`the ${shell} script names every command and its options`, async (t) => {
    const here = testProject(t);
    const { code, stdout } = await here.run(['completion', shell]);
    assert.equal(code, 0);
    for (const word of [
      'validate',
      'fire',
      'trust',
      'convert',
      'claude-code',
      'tool.before',
      'hook-md',
      'trust-project',
    ])
      assert.ok(stdout.includes(word), word);
    if (!hasShell(shell)) return;
    // Not on stdin: Node gives a socket, which fish does not read.
    here.write({ script: stdout });
    assert.equal(spawnSync(shell, ['-n', join(here.dir, 'script')]).status, 0);
  });
}

/** The completions that bash offers for a line; the last word is being typed. */
async function completionsOf(script: string, words: readonly string[]): Promise<readonly string[]> {
  const quoted = words.map((word) => `'${word}'`).join(' ');
  const run = `${script}\nCOMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _anyhook; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, status, stderr } = spawnSync('bash', ['-c', run], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return stdout.split('\n').filter((line) => line !== '');
}

const lines: readonly [string, readonly string[], readonly string[]][] = [
  ['a command', ['anyhook', 'li'], ['list']],
  ['an option', ['anyhook', 'list', '--tr'], ['--trust-project']],
  ['an event', ['anyhook', 'fire', 'tool.b'], ['tool.before']],
  ['the value of --agent', ['anyhook', 'fire', '--agent', 'cla'], ['claude-code']],
  ['the value of --format', ['anyhook', 'hooks', 'new', 'x', '--format', ''], formatNames()],
  ['the value of --lang', ['anyhook', 'hooks', 'new', 'x', '--lang', 'p'], ['py']],
  ['a shell', ['anyhook', 'completion', 'z'], ['zsh']],
  ['free text', ['anyhook', 'fire', '--prompt', 'x'], []],
];
for (const [what, words, expected] of lines) {
  test(`bash completes ${what}: ${words.slice(1).join(' ')}`, {
    skip: process.platform === 'win32' && 'the scripts are for shells of Unix',
  }, async (t) => {
    const { stdout } = await testProject(t).run(['completion', 'bash']);
    assert.deepEqual(await completionsOf(stdout, words), expected);
  });
}

test('an unknown shell is an error that lists the supported shells', async (t) => {
  const { code, stderr } = await testProject(t).run(['completion', 'tcsh']);
  assert.equal(code, 1);
  assert.match(stderr, /Allowed choices are bash, zsh, fish/);
});
