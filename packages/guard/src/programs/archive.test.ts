import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TrialWorld, tryProgram } from '../../../anyhook/test/support/guard-program-machine.js';
import { archivePrograms } from './archive.js';

const seen = (line: string, trial?: TrialWorld): readonly string[] => tryProgram(archivePrograms(), line, trial).seen;
const project = '/home/dev/project';

test('tar unpacks at its folder, in every style of options', () => {
  for (const line of [
    'tar -C / -xf a',
    'tar xzf a -C /',
    'tar xfC a /',
    'tar --extract --file=a --dir=/',
    'tar -xvzf a -C/',
  ])
    assert.deepEqual(seen(line), ['write / unpack'], line);
  assert.deepEqual(seen('tar xf a'), [`write ${project} unpack`]);
  assert.deepEqual(seen('tar -xPf a'), [`write ${project} unpack`, 'write / unpack']);
  assert.deepEqual(seen('tar tf a'), []);
});

test('tar runs the commands in its options', () => {
  for (const line of [
    "tar cf a x --checkpoint=1 --checkpoint-action='exec=rm x'",
    "tar xf a --to-command='rm x'",
    "tar -I 'rm x' -tf a",
  ])
    assert.equal(seen(line)[0], 'shell rm x', line);
});

test('an archive of secrets is a copy of them', () => {
  assert.equal(tryProgram(archivePrograms(), 'tar czf - ~/.ssh').printed, '…(a secret)');
  assert.equal(seen('tar czf /tmp/x.tgz ~/.ssh').at(-1), 'reveal an archive of secrets: x.tgz');
  assert.equal(seen('zip -r /tmp/x.zip ~/.aws').at(-1), 'reveal an archive of secrets: x.zip');
  assert.deepEqual(seen('tar czf out.tgz dist'), [`write ${project}/out.tgz over (…)`]);
});

test('archivers that remove their sources delete', () => {
  assert.ok(seen('tar cf /tmp/a.tar --remove-files ~').includes('delete /home/dev recursive'));
  assert.ok(seen('zip -rm /tmp/a.zip /etc').includes('delete /etc recursive'));
  assert.ok(seen('7z a -sdel /tmp/a.7z /etc').includes('delete /etc recursive'));
});

test('zip, unzip, 7z and cpio', () => {
  assert.equal(seen("zip a.zip x -T -TT 'rm x'")[0], 'shell rm x');
  assert.deepEqual(seen('unzip -o a.zip -d /etc'), ['write /etc unpack']);
  assert.deepEqual(seen('unzip -l a.zip'), []);
  assert.deepEqual(seen('7z x a.7z -o/etc'), ['write /etc unpack']);
  for (const line of ['7z x -spf a.7z', '7z x a.7z -spf2', 'unrar x -ep3 a.rar', 'cpio -i --absolute-filenames <a'])
    assert.deepEqual(seen(line), [`write ${project} unpack`, 'write / unpack'], line);
  assert.deepEqual(seen('cpio -idm -D /etc', { stdin: 'x' }), ['write /etc unpack']);
});
