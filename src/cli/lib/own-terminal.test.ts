import assert from 'node:assert/strict';
import { test } from 'node:test';
import { personAncestry, sampleProcess } from '../../../test/support/ancestry-samples.js';
import { isOpenedByPerson } from './own-terminal.js';

const init = sampleProcess('systemd', { pid: 1, isOfSystem: true });
const shell = (...args: readonly string[]) => sampleProcess('bash', { args });
const system = (file: string) => sampleProcess(file.slice(file.lastIndexOf('/') + 1), { file, isOfSystem: true });

test('a shell that a person opened counts, also through programs that the shell started', () => {
  assert.equal(isOpenedByPerson(personAncestry.ancestors), true);
  assert.equal(isOpenedByPerson([sampleProcess('npx'), shell('bash'), system('/usr/bin/xterm'), init]), true);
  assert.equal(isOpenedByPerson([shell('-zsh'), sampleProcess('login', { isOfSystem: true }), init]), true);
  const recorded = [shell('/bin/bash', '-i'), system('/usr/bin/script'), ...personAncestry.ancestors];
  assert.equal(isOpenedByPerson(recorded), true);
});

for (const [what, ancestors] of Object.entries({
  'no ancestor at all': [],
  'a shell without a terminal program': [shell('bash'), init],
  'a terminal that was opened for one command': [shell('bash', '-c', 'anyhook off'), system('/usr/bin/xterm'), init],
  'a login for one command': [shell('bash', '-lc', 'anyhook off'), sampleProcess('sshd', { isOfSystem: true }), init],
  'a terminal program without a shell': [system('/usr/bin/kitty'), init],
  script: [shell('sh'), system('/usr/bin/script'), init],
  tmux: [shell('bash'), system('/usr/bin/tmux'), init],
  'a program that calls itself a terminal': [shell('sh'), { ...system('/usr/bin/script'), name: 'sshd' }, init],
  'a copy in a folder of the user': [shell('sh'), sampleProcess('xterm', { file: '/tmp/xterm' }), init],
  'a shell that runs a script': [shell('bash', 'deploy.sh'), system('/usr/bin/xterm'), init],
}))
  test(`not the terminal of a person: ${what}`, () => assert.equal(isOpenedByPerson(ancestors), false));
