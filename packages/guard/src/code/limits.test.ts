import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeLog, codeMachine } from '../../../anyhook/test/support/code-machine.js';
import { cpuTime } from '../../../anyhook/test/support/cpu-time.js';
import type { Language } from '../machine.js';
import { marks } from '../value.js';
import { runCode } from './index.js';

const languages: readonly Language[] = ['python', 'javascript', 'ruby', 'perl', 'php', 'lua', 'awk', 'sed', 'tcl', 'r'];
const pieces = [
  '(',
  '[',
  '{',
  '"',
  '`',
  'f(',
  '${',
  'f"{',
  'x=',
  'for ',
  '!',
  'x=x+x;',
  '[x for x in ',
  '<<A\n',
  's/',
  'sub {',
  'lambda:',
];

test('hostile programs end quickly and never throw', () => {
  for (const language of languages) {
    for (const piece of pieces) {
      const start = cpuTime();
      codeLog(language, piece.repeat(Math.ceil(8000 / piece.length)));
      assert.ok(cpuTime() - start < 2000, `${language} ${piece}`);
    }
  }
});

test('a program that is too long is reported as unread', () => {
  assert.ok(codeLog('python', ' '.repeat(70_000)).includes('unread length'));
});

test('brackets that nest too deep are reported as unread', () => {
  assert.ok(codeLog('python', '('.repeat(2000)).includes('unread depth'));
});

test('code from the network or a decoder is reported, but not if it is only a string', () => {
  assert.deepEqual(codeLog('python', marks.net), ['run code remote']);
  assert.deepEqual(codeLog('python', marks.decoded), ['run code decoded']);
  assert.deepEqual(codeLog('python', marks.any), []);
  assert.deepEqual(codeLog('python', `x = '${marks.net}'`), []);
});

test('a deletion of an unknown path keeps the path unknown', () => {
  assert.deepEqual(codeLog('python', `import os; os.remove('${marks.any}')`), ['delete …']);
});

test('input that a program passes to a command is followed', () => {
  const stdin = 'rm -rf /etc\n';
  assert.deepEqual(codeLog('python', 'import os,sys; os.system(sys.stdin.read())', { stdin }), ['shell rm -rf /etc\n']);
  assert.deepEqual(codeLog('awk', '{system($0)}', { stdin }), ['shell rm -rf /etc']);
  assert.deepEqual(codeLog('perl', 'system $_', { stdin }), ['shell rm -rf /etc']);
  assert.deepEqual(codeLog('perl', 'unlink', { stdin: '/etc/passwd\n' }), ['delete /etc/passwd']);
  assert.deepEqual(codeLog('sed', 'e', { stdin: 'ls' }), ['shell ls']);
});

test('arguments that a program uses as paths are followed', () => {
  assert.deepEqual(codeLog('python', 'import os,sys; os.remove(sys.argv[1])', { args: ['-c', '/etc/passwd'] }), [
    'delete /etc/passwd',
  ]);
});

test('runCode returns what a program prints', () => {
  const { machine } = codeMachine();
  assert.equal(runCode('python', "print('rm -rf /')", machine).trim(), 'rm -rf /');
  assert.equal(runCode('perl', 'print "a" . "b"', machine).trim(), 'ab');
  assert.equal(runCode('awk', 'BEGIN { print "a" "b" }', machine).trim(), 'ab');
});

test('a long list of paths is followed up to a limit, then the path is unknown', () => {
  const list = (count: number) => `[${Array.from({ length: count }, (_, at) => `'a${at}'`).join(',')}, '/etc']`;
  const loop = (count: number) => codeLog('python', `import shutil\nfor p in ${list(count)}: shutil.rmtree(p)`);
  assert.ok(loop(20).includes('delete /etc recursive'));
  assert.ok(loop(100).includes('delete … recursive'));
});
