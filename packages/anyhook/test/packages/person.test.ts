import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleProcess } from '../support/ancestry-samples.js';
import { packageWorld } from './package-world.js';

const commands = [
  ['hooks', 'add', '../guard', '--yes'],
  ['hooks', 'add', '../guard', '--yes', '--scope', 'project'],
  ['hooks', 'update', '--yes'],
  ['hooks', 'update', '--restore', '--yes'],
  ['hooks', 'remove', 'guard', '--yes'],
  ['hooks', 'import', '--yes'],
  ['hooks', 'import', '--undo', '--yes'],
];

for (const args of commands)
  test(`a script without a terminal cannot run "${args.join(' ')}", and the error names the alternative`, async (t) => {
    const world = packageWorld(t);
    const { code, stderr } = await world.run(args, { columns: 'none' });
    assert.equal(code, 1);
    assert.match(
      stderr,
      /needs a person at a terminal; nothing was written\. For scripts: commit hooks .*"anyhook trust --lock".*init --ci --trust lock/,
    );
    assert.equal((await world.run(['list', '--json'])).stdout.trim(), '[]');
  });

/** A terminal held by an unknown program. */
const tmux = { ancestors: [sampleProcess('bash'), sampleProcess('tmux: server')], isInForeground: true };

test('in a terminal held by an unknown program, --yes is not enough: a word must be typed', async (t) => {
  const world = packageWorld(t);
  const { stdout } = await world.run(['hooks', 'add', '../guard', '--yes'], { ancestry: tmux, stdin: 'y\n' });
  assert.match(stdout, /To install guard for all your projects, type \w{5}: [\s\S]*Nothing was installed\./);
  const json = await world.run(['hooks', 'add', '../guard', '--yes', '--json'], { ancestry: tmux });
  assert.match(json.stdout + json.stderr, /--json cannot ask, and --yes is not enough/);
});
