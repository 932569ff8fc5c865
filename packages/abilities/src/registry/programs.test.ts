import assert from 'node:assert/strict';
import { delimiter, join, resolve } from 'node:path';
import { describe, test } from 'node:test';
import { isWindows } from '../../../anyhook/test/support/systems.js';
import { type AbilityProgram, programScripts } from './programs.js';

const root = resolve('/repo');
const files = ['a.mjs', 'pre.mjs', 'run', 'run.txt', 'data.json', 'bin/tool', 'bin/start.cmd', 'o\'"dd.mjs'].map(
  (name) => join(root, name),
);
const systemProgram = isWindows ? 'C:\\Windows\\System32\\where.exe' : '/usr/bin/env';
const exists = (path: string): boolean => files.includes(path) || path === systemProgram;

/** A list of paths, joined as in variables of this system. */
const list = (...paths: readonly string[]): string => paths.join(delimiter);

describe('the files of a program that trust covers', () => {
  const rows: readonly (readonly [string, AbilityProgram, readonly string[]])[] = [
    ['its command', { command: './a.mjs', args: [] }, ['a.mjs']],
    ['an argument', { command: 'env', args: ['node', 'a.mjs'] }, ['a.mjs']],
    ['a script with the name of a data file', { command: 'bash', args: ['run.txt'] }, ['run.txt']],
    ['a bare name behind a flag', { command: 'bash', args: ['-e', 'run'] }, ['run']],
    ['a file that a flag names', { command: 'node', args: ['--import=./pre.mjs', 'a.mjs'] }, ['pre.mjs', 'a.mjs']],
    ['a name with both quotes', { command: 'node', args: ['o\'"dd.mjs'] }, ['o\'"dd.mjs']],
    ['a command inside a word', { command: 'sh', args: ['-c', 'echo "it\'s"; node ./a.mjs'] }, ['a.mjs']],
    [
      'a variable that loads code',
      { command: 'node', args: [], env: { NODE_OPTIONS: '--require ./pre.mjs' } },
      ['pre.mjs'],
    ],
    [
      'one of several paths in a variable',
      { command: 'x', args: [], env: { LD_PRELOAD: list('/lib/x.so', './run') } },
      ['run'],
    ],
    [
      'a bare name on the PATH of its env',
      { command: 'tool', args: [], env: { PATH: list('./bin', '/usr/bin') } },
      ['bin/tool'],
    ],
    [
      'a name without the extension that Windows adds',
      { command: './bin/start', args: [] },
      isWindows ? ['bin/start.cmd'] : [],
    ],
    ['a script but not data files', { command: 'node', args: ['a.mjs', 'data.json', '--to=data.json'] }, ['a.mjs']],
    ['no file for a system program', { command: systemProgram, args: [] }, []],
  ];
  for (const [what, program, found] of rows)
    test(what, () => {
      assert.deepEqual([...programScripts(program, root, exists)].sort(), found.map((name) => join(root, name)).sort());
    });
});

describe('the files of a program that trust covers on Windows', () => {
  const project = 'C:\\my proj';
  const there = ['a.js', 'b.js', 'bin\\tool.cmd'].map((name) => `${project}\\${name}`);
  const rows: readonly (readonly [string, AbilityProgram['env'], readonly string[]])[] = [
    ['two paths in a variable', { X: 'C:\\my proj\\a.js;C:\\my proj\\b.js' }, ['a.js', 'b.js']],
    ['relative paths in a variable', { X: 'a.js;.\\b.js' }, ['a.js', 'b.js']],
    ['paths separated by ":" as in a Unix shell', { X: './a.js:C:/my proj/b.js' }, ['a.js', 'b.js']],
    ['a path after an option', { NODE_OPTIONS: '--no-warnings --require=.\\a.js' }, ['a.js']],
    ['a program on the Path of its env', { Path: 'C:\\x;bin' }, ['bin\\tool.cmd']],
  ];
  for (const [what, env, found] of rows)
    test(what, () => {
      const program = { command: 'tool', args: [], ...(env && { env }) };
      assert.deepEqual(
        [...programScripts(program, project, (path) => there.includes(path), 'win32')].sort(),
        found.map((name) => `${project}\\${name}`).sort(),
      );
    });
});
