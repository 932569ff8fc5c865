import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuTime } from '../../../anyhook/test/support/cpu-time.js';
import { makeNotingMachine } from '../../../anyhook/test/support/noting-machine.js';
import { runEditor } from './editor-commands.js';

/** Programs that the commands run, and files that they write and delete. */
function logOf(text: string): readonly string[] {
  const machine = makeNotingMachine();
  runEditor(text, machine, 'vim');
  const deleted = machine.effects.flatMap((effect) => (effect.do === 'delete' ? [`delete: ${effect.at.path}`] : []));
  return [...machine.log, ...deleted];
}

for (const command of [
  ...['!rm -rf /', ':!rm -rf /', ': !rm -rf /', 'silent !rm -rf /', ':sil! !rm -rf /', '%!rm -rf /', '1,$!rm -rf /'],
  ...[
    'r !rm -rf /',
    'r!rm -rf /',
    'read !rm -rf /',
    'w !rm -rf /',
    '%w !rm -rf /',
    'term rm -rf /',
    ':terminal rm -rf /',
  ],
  ...['set nu | !rm -rf /', "call system('rm -rf /')", 'echo system("rm -rf /")', "let x = systemlist('rm -rf /')"],
]) {
  test(`the editor command "${command}" runs a shell`, () => {
    assert.deepEqual(logOf(command), ['shell: rm -rf /']);
  });
}

test('a quoted command after exe runs', () => {
  assert.match(logOf(`exe '!rm -rf /'`).join(), /^shell: rm -rf \//);
});

test('an editor command runs code in other languages', () => {
  assert.deepEqual(logOf('lua os.execute("x")'), ['lua: os.execute("x")']);
  assert.deepEqual(logOf('py3 import os'), ['python: import os']);
});

test('files that an editor writes or deletes are reported', () => {
  assert.deepEqual(logOf('w /etc/hosts'), ['write: /etc/hosts']);
  assert.deepEqual(logOf('w! /etc/hosts'), ['write: /etc/hosts']);
  assert.deepEqual(logOf('saveas x | q'), ['write: x']);
  assert.deepEqual(logOf('w >> ~/.bashrc'), ['write: ~/.bashrc']);
  assert.deepEqual(logOf("call delete('/x', 'rf')"), ['delete: /x']);
});

test('plain editor commands and typed text have no effects', () => {
  for (const text of ['wq!', 'q!', ':x', '%s/rm/!rm/g', 'set nu', 'a\n!rm -rf /\n.\nw', 'PlugInstall', '12', 'e x']) {
    assert.deepEqual(logOf(text), [], text);
  }
});

test('hostile editor commands end quickly', () => {
  for (const text of ['|'.repeat(100_000), 'silent '.repeat(20_000), "system('".repeat(10_000), '\n'.repeat(100_000)]) {
    const start = cpuTime();
    logOf(text);
    assert.ok(cpuTime() - start < 500);
  }
});
