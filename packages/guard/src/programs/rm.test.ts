import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tryProgram } from '../../../anyhook/test/support/guard-program-machine.js';
import { deletePrograms } from './rm.js';

const seen = (line: string): readonly string[] => tryProgram(deletePrograms(), line).seen;

test('rm is recursive in every spelling, and options may follow operands', () => {
  for (const line of [
    'rm -rf /etc',
    'rm -fR /etc',
    'rm --recursive /etc',
    'rm --recur /etc',
    'rm /etc -r',
    'rm -r -i -- /etc',
  ])
    assert.deepEqual(seen(line), ['delete /etc recursive'], line);
});

test('rm without -r deletes single files', () => {
  assert.deepEqual(seen('rm -f a b'), ['delete /home/dev/project/a', 'delete /home/dev/project/b']);
  assert.deepEqual(seen('rm -d x'), ['delete /home/dev/project/x']);
});

test('words after -- are operands', () => {
  assert.deepEqual(seen('rm -- -r'), ['delete /home/dev/project/-r']);
});

test('a question for help deletes nothing, but help after an operand does not save it', () => {
  assert.deepEqual(seen('rm --help'), []);
  assert.deepEqual(seen('rm -rf / --help'), ['delete / recursive']);
});

test('shred loses content, and writes to devices', () => {
  assert.deepEqual(seen('shred -n 3 -u notes'), ['delete /home/dev/project/notes']);
  assert.deepEqual(seen('shred /dev/sda'), ['write /dev/sda over']);
});

test('unlink deletes; empty folders and the trash are harmless', () => {
  assert.deepEqual(seen('unlink /etc/passwd'), ['delete /etc/passwd']);
  assert.deepEqual(seen('rmdir /etc/x'), []);
  assert.deepEqual(seen('trash ~/x'), []);
});

test('words that nobody knows may be -r', () => {
  assert.deepEqual(seen('rm $ANY /etc').at(-1), 'delete /etc recursive');
});
