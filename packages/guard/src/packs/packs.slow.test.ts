import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shippedPackFiles } from '../../../../scripts/pack-tables.js';
import { parseYaml } from '../../../anyhook/src/formats/kit/parse.js';
import { readCommand } from '../guard.js';
import { judgeEffects } from '../rules/judge.js';
import type { GuardWorld } from '../world.js';
import { loadPacks } from './load-packs.js';

const world: GuardWorld = {
  cwd: '/home/dev/project',
  root: '/home/dev/project',
  home: '/home/dev',
  temp: ['/tmp'],
  env: {},
};

const decide = (command: string) => judgeEffects(readCommand(command, world).effects, [], world).decision;
const quoted = (command: string) => `'${command.replaceAll("'", "'\\''")}'`;
const withProgram = (command: string, change: (program: string) => string) => command.replace(/^\S+/, change);

/** Other ways to write a command with the same effect. */
const disguises: Readonly<Record<string, (command: string) => string>> = {
  sudo: (command) => `sudo ${command}`,
  'env with a variable': (command) => `env A=1 ${command}`,
  'bash -c': (command) => `bash -c ${quoted(command)}`,
  eval: (command) => `eval ${quoted(command)}`,
  'a quoted program name': (command) => withProgram(command, (program) => `"${program}"`),
  'a backslash': (command) => `\\${command}`,
  'the program name in a variable': (command) => `T=${command.split(' ')[0]}; ${withProgram(command, () => '$T')}`,
  'a function': (command) => `f() { ${command}; }; f`,
  'a subshell': (command) => `(${command})`,
  'a branch': (command) => `if true; then ${command}; fi`,
  'a command before it': (command) => `cd src && ${command}`,
  'nohup in the background': (command) => `nohup ${command} &`,
};

const examples = loadPacks(shippedPackFiles(), parseYaml)
  .packs.flatMap((pack) => [...pack.examples.caught, ...pack.examples.passed])
  // A disguise works for a single command only.
  .filter((command) => !/[|&;<>]/.test(command) && !/^\w+=/.test(command));

for (const [name, disguise] of Object.entries(disguises)) {
  test(`packs judge disguised commands like plain ones: ${name}`, () => {
    const isCaught = (command: string) => decide(command) !== 'pass';
    assert.deepEqual(
      examples.map(disguise).filter((command, at) => isCaught(command) !== isCaught(examples[at] ?? '')),
      [],
    );
  });
}
