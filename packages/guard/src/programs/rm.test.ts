import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tryProgram } from '../../../anyhook/test/support/guard-program-machine.js';
import { deletePrograms } from './rm.js';

const effectsOf = (line: string): readonly string[] => tryProgram(deletePrograms(), line).seen;

test('rm is recursive in every spelling, and options may follow operands', () => {
  for (const line of [
    'rm -rf /etc',
    'rm -fR /etc',
    'rm --recursive /etc',
    'rm --recur /etc',
    'rm /etc -r',
    'rm -r -i -- /etc',
  ])
    assert.deepEqual(effectsOf(line), ['delete /etc recursive'], line);
});

test('rm without -r deletes single files', () => {
  assert.deepEqual(effectsOf('rm -f a b'), ['delete /home/dev/project/a', 'delete /home/dev/project/b']);
  assert.deepEqual(effectsOf('rm -d x'), ['delete /home/dev/project/x']);
});

test('words after -- are operands', () => {
  assert.deepEqual(effectsOf('rm -- -r'), ['delete /home/dev/project/-r']);
});

test('rm --help deletes nothing, but rm deletes if --help follows an operand', () => {
  assert.deepEqual(effectsOf('rm --help'), []);
  assert.deepEqual(effectsOf('rm -rf / --help'), ['delete / recursive']);
});

test('shred deletes files and overwrites devices', () => {
  assert.deepEqual(effectsOf('shred -n 3 -u notes'), ['delete /home/dev/project/notes']);
  assert.deepEqual(effectsOf('shred /dev/sda'), ['write /dev/sda over']);
});

test('unlink deletes, but rmdir and trash have no effects', () => {
  assert.deepEqual(effectsOf('unlink /etc/passwd'), ['delete /etc/passwd']);
  assert.deepEqual(effectsOf('rmdir /etc/x'), []);
  assert.deepEqual(effectsOf('trash ~/x'), []);
});

test('an unknown word before the operands may be -r', () => {
  assert.deepEqual(effectsOf('rm $ANY /etc').at(-1), 'delete /etc recursive');
});
