import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TrialWorld, tryProgram } from '../../../anyhook/test/support/guard-program-machine.js';
import { filterPrograms } from './filters.js';
import { writePrograms } from './write.js';

const all = { ...writePrograms(), ...filterPrograms() };
const effectsOf = (line: string, trial?: TrialWorld): readonly string[] => tryProgram(all, line, trial).seen;
const printed = (line: string, stdin?: string): string | undefined =>
  tryProgram(all, line, stdin === undefined ? {} : { stdin }).printed;

test('tee, dd and truncate write', () => {
  assert.deepEqual(effectsOf('tee -a /etc/sudoers', { stdin: 'x' }), ['write /etc/sudoers append (x)']);
  assert.equal(printed('tee /tmp/x', 'hello'), 'hello');
  assert.deepEqual(effectsOf('dd of=/dev/sda if=/dev/zero'), ['write /dev/sda over (…)']);
  assert.equal(printed('dd if=/home/dev/.ssh/id_rsa'), '(a secret)');
  assert.deepEqual(effectsOf('truncate --size=0 /etc/passwd'), ['write /etc/passwd over']);
  assert.deepEqual(effectsOf('truncate -s 0 a'), ['write /home/dev/project/a over']);
  assert.deepEqual(effectsOf('touch /etc/x'), []);
});

test('a secret that tee or dd copies elsewhere is revealed', () => {
  assert.equal(effectsOf('tee /tmp/k', { stdin: '\uE002' }).at(-1), 'reveal a copy in k');
  assert.equal(effectsOf('dd if=/home/dev/.ssh/id_rsa of=/tmp/k')[0], 'reveal a copy of id_rsa');
  assert.equal(effectsOf('tee -a .env', { stdin: '\uE002' }).length, 1);
});

test('chmod reads modes that look like options', () => {
  assert.deepEqual(effectsOf('chmod 777 -R /'), ['permit / recursive 777']);
  assert.deepEqual(effectsOf('chmod --recur 777 /'), ['permit / recursive 777']);
  assert.deepEqual(effectsOf('chmod -x a'), ['permit /home/dev/project/a -x']);
  assert.deepEqual(effectsOf('chmod -R -w /etc'), ['permit /etc recursive -w']);
  assert.deepEqual(effectsOf('chmod u+s /bin/sh'), ['permit /bin/sh u+s']);
  assert.deepEqual(effectsOf('chmod --reference=a b'), ['permit /home/dev/project/b --reference=a']);
});

test('chown, chgrp, chattr and setfacl change permissions', () => {
  assert.deepEqual(effectsOf('chown -R nobody /'), ['permit / recursive']);
  assert.deepEqual(effectsOf('chown --reference=a b'), ['permit /home/dev/project/b']);
  const env = { USER: 'dev' };
  assert.deepEqual(effectsOf('chown -R dev:dev a', { env }), ['permit /home/dev/project/a recursive u+rwX']);
  assert.deepEqual(effectsOf('chown -R developer a', { env }), ['permit /home/dev/project/a recursive']);
  assert.deepEqual(effectsOf('chgrp -R dev a', { env }), ['permit /home/dev/project/a recursive']);
  assert.deepEqual(effectsOf('chattr -R +i /etc'), ['permit /etc recursive']);
  assert.deepEqual(effectsOf('setfacl -R -m u:x:rwx /'), ['permit / recursive u:x:rwx']);
});

test('sed edits files in place in every spelling', () => {
  for (const line of [
    'sed -i s/x// /etc/a',
    'sed -i.bak s/x// /etc/a',
    'sed -n -i -e s/x//p /etc/a',
    'sed -in s/x// /etc/a',
    'sed --in-place=.b s/x// /etc/a',
    "sed -i '' s/x// /etc/a",
    'sed -ni s/x//p /etc/a',
  ])
    assert.equal(effectsOf(line)[1], 'write /etc/a edit', line);
  assert.deepEqual(effectsOf("sed -n '1e rm x' a"), ['code sed 1e rm x']);
  assert.equal(printed('sed s/a/b/ .env'), '…(a secret)');
});

test('sed and awk compute the output of plain programs for known text', () => {
  assert.equal(printed('sed s/X/m/', 'rX -rf /\n'), 'rm -rf /\n');
  assert.equal(printed("sed 's/^/r/;s/$/!/'", 'm\n'), 'rm!\n');
  assert.equal(printed('sed y/abc/xyz/', 'aabbcc'), 'xxyyzz');
  assert.equal(printed("sed 's/a.*/b/'", 'abc'), 'b');
  assert.equal(printed("awk '{print $2}'", 'x rm\n'), 'rm\n');
  assert.equal(printed("awk -F: '{print $2, $1}'", 'a:b\n'), 'b a\n');
  assert.deepEqual(effectsOf("awk -i inplace '{print}' /etc/a"), ['code awk {print}', 'write /etc/a edit']);
});

test('sed computes simple patterns, and gives up on others', () => {
  const sed = (script: string, text: string): string | undefined => printed(`sed '${script}'`, text);
  assert.equal(sed('s/^..//', 'xxrm'), 'rm');
  assert.equal(sed('s/ .*//', 'rm -rf x'), 'rm');
  assert.equal(sed('s/[0-9]//g', 'r1m2'), 'rm');
  assert.equal(sed('s|/|-|g', 'a/b'), 'a-b');
  assert.equal(sed('s/\\//-/', 'a/b'), 'a-b');
  assert.equal(sed('s/b/<&>/', 'abc'), 'a<b>c');
  assert.equal(sed('', 'abc'), 'abc');
  assert.equal(printed("sed -n 's/a/b/;p'", 'a'), 'b');
  assert.equal(printed("sed -E 's/a+//'", 'aab'), 'b');
  assert.equal(printed("sed -E 's/(a|b)//'", 'ab'), '…');
  assert.equal(sed('1d', 'a'), '…');
  assert.equal(sed('s/a*a*a*a*b//', 'a'.repeat(5_000)), '…');
  assert.equal(sed('s/a*a*b//g', 'a'.repeat(5_000)), '…');
});
