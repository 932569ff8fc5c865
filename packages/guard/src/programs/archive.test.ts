import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TrialWorld, tryProgram } from '../../../anyhook/test/support/guard-program-machine.js';
import { archivePrograms } from './archive.js';

const effectsOf = (line: string, trial?: TrialWorld): readonly string[] =>
  tryProgram(archivePrograms(), line, trial).seen;
const project = '/home/dev/project';

test('tar unpacks into its target folder, in every option style', () => {
  for (const line of [
    'tar -C / -xf a',
    'tar xzf a -C /',
    'tar xfC a /',
    'tar --extract --file=a --dir=/',
    'tar -xvzf a -C/',
  ])
    assert.deepEqual(effectsOf(line), ['write / unpack'], line);
  assert.deepEqual(effectsOf('tar xf a'), [`write ${project} unpack`]);
  assert.deepEqual(effectsOf('tar -xPf a'), [`write ${project} unpack`, 'write / unpack']);
  assert.deepEqual(effectsOf('tar tf a'), []);
});

test('tar runs the commands in its options', () => {
  for (const line of [
    "tar cf a x --checkpoint=1 --checkpoint-action='exec=rm x'",
    "tar xf a --to-command='rm x'",
    "tar -I 'rm x' -tf a",
  ])
    assert.equal(effectsOf(line)[0], 'shell rm x', line);
});

test('an archive of secrets is itself a secret', () => {
  assert.equal(tryProgram(archivePrograms(), 'tar czf - ~/.ssh').printed, '…(a secret)');
  assert.equal(effectsOf('tar czf /tmp/x.tgz ~/.ssh').at(-1), 'reveal an archive of secrets: x.tgz');
  assert.equal(effectsOf('zip -r /tmp/x.zip ~/.aws').at(-1), 'reveal an archive of secrets: x.zip');
  assert.deepEqual(effectsOf('tar czf out.tgz dist'), [`write ${project}/out.tgz over (…)`]);
});

test('archivers that remove their sources are deletions', () => {
  assert.ok(effectsOf('tar cf /tmp/a.tar --remove-files ~').includes('delete /home/dev recursive'));
  assert.ok(effectsOf('zip -rm /tmp/a.zip /etc').includes('delete /etc recursive'));
  assert.ok(effectsOf('7z a -sdel /tmp/a.7z /etc').includes('delete /etc recursive'));
});

test('zip, unzip, 7z and cpio write where they unpack, and zip runs its test command', () => {
  assert.equal(effectsOf("zip a.zip x -T -TT 'rm x'")[0], 'shell rm x');
  assert.deepEqual(effectsOf('unzip -o a.zip -d /etc'), ['write /etc unpack']);
  assert.deepEqual(effectsOf('unzip -l a.zip'), []);
  assert.deepEqual(effectsOf('7z x a.7z -o/etc'), ['write /etc unpack']);
  for (const line of ['7z x -spf a.7z', '7z x a.7z -spf2', 'unrar x -ep3 a.rar', 'cpio -i --absolute-filenames <a'])
    assert.deepEqual(effectsOf(line), [`write ${project} unpack`, 'write / unpack'], line);
  assert.deepEqual(effectsOf('cpio -idm -D /etc', { stdin: 'x' }), ['write /etc unpack']);
});
