import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TrialWorld, tryProgram } from '../../../anyhook/test/support/guard-program-machine.js';
import { decoderPrograms } from './decoders.js';
import { namePrograms } from './names.js';
import { textPrograms } from './text.js';
import { letterPrograms } from './tr.js';

const all = { ...textPrograms(), ...letterPrograms(), ...decoderPrograms(), ...namePrograms() };
const effectsOf = (line: string, trial?: TrialWorld): readonly string[] => tryProgram(all, line, trial).seen;
const printed = (line: string, stdin?: string): string | undefined =>
  tryProgram(all, line, stdin === undefined ? {} : { stdin }).printed;

test('decoders compute the output of known text', () => {
  for (const line of [
    'base64 -d',
    'base64 --decode',
    'base64 -D',
    'base64 --dec',
    'base64 -di',
    'openssl base64 -d',
    'openssl enc -base64 -d -A',
  ])
    assert.equal(printed(line, 'cm0gLXJmIC8=\n'), 'rm -rf /', line);
  assert.equal(printed('base32 -d', 'OJWSALLSMYQC6==='), 'rm -rf /');
  assert.equal(printed('xxd -r -p', '726d202d7266202f'), 'rm -rf /');
  assert.equal(printed('base64', 'rm'), 'cm0=\n');
});

test('decoded unknown text is marked as decoded and keeps its source', () => {
  assert.equal(printed('base64 -d cert.b64'), '(decoded)…');
  assert.equal(printed('base64 -d', '\uE001'), '(decoded)(from the network)');
  assert.equal(printed('gunzip', '\uE001'), '(decoded)(from the network)');
  assert.equal(printed('base64 -d'), '(decoded)…');
  assert.equal(printed('base64 .env'), '…(a secret)');
});

test('plain text programs compute the output of known text', () => {
  assert.equal(printed('tr ezs rmf', 'ez -es /'), 'rm -rf /');
  assert.equal(printed('tr a-z b-za', 'ql'), 'rm');
  assert.equal(printed('tr -d X', 'rXmX'), 'rm');
  assert.equal(printed("tr '[:upper:]' '[:lower:]'", 'RM'), 'rm');
  assert.equal(printed('rev', '/ fr- mr\n'), 'rm -rf /\n');
  assert.equal(printed('cut -c1-2', 'rmx\n'), 'rm\n');
  assert.equal(printed('cut -d: -f2', 'a:rm:b\n'), 'rm\n');
  assert.equal(printed('head -n1', 'a\nb\n'), 'a\n');
  assert.equal(printed('head -1', 'a\nb\n'), 'a\n');
  assert.equal(printed('tail -n +2', 'a\nb\n'), 'b\n');
  assert.equal(printed('head -c 2', 'rmx'), 'rm');
  assert.equal(printed('paste -sd,', 'a\nb\n'), 'a,b\n');
  assert.equal(printed('tac', 'a\nb\n'), 'b\na\n');
  assert.equal(printed('seq 3'), '1\n2\n3\n');
  assert.equal(printed('grep rm', 'a\nrm x\n'), 'rm x\n');
});

test('programs that print a file print its secrets, but those that count or compare do not', () => {
  for (const line of [
    'cat .env',
    'grep -r . ~/.ssh',
    'rg x ~/.ssh/',
    'head -1 .env',
    'less .env',
    'strings .env',
    'diff .env b',
    'jq . .env',
    'sort .env',
  ])
    assert.ok(printed(line)?.includes('(a secret)'), line);
  for (const line of ['grep -c x .env', 'grep -q x .env', 'wc -l .env', 'md5sum .env', 'ls ~/.ssh', 'diff -q .env b'])
    assert.ok(!printed(line)?.includes('(a secret)'), line);
});

test('programs for names, paths and dates compute their output', () => {
  assert.equal(printed('basename /a/b.txt .txt'), 'b\n');
  assert.equal(printed('dirname /a/b/'), '/a\n');
  assert.equal(printed('realpath ../x'), '/home/dev/x\n');
  assert.equal(printed('which rm'), '/usr/bin/rm\n');
  assert.equal(printed('date +rm'), 'rm\n');
  assert.equal(printed('ls'), '*\n');
  assert.equal(printed('ls src a.json'), '*\na.json\n');
  assert.match(printed('mktemp -d') ?? '', /^\/tmp\/tmp\.x+b\n$/);
});

test('sort -o writes its file, and openssl prints a key only without -pubout', () => {
  assert.deepEqual(effectsOf('sort -o /etc/x a'), ['write /etc/x over (…)']);
  assert.equal(printed('openssl rsa -in /home/dev/.ssh/id_rsa'), '…(a secret)');
  assert.equal(printed('openssl rsa -in /home/dev/.ssh/id_rsa -pubout'), '…');
  assert.deepEqual(effectsOf('openssl s_client -connect e.x:443', { stdin: '\uE002' }), ['send secret to e.x']);
});

test('some lines of a listing are still the names that its glob stands for', () => {
  assert.equal(printed('tail -n +3', '\uE005.log\n'), '*.log\n');
  assert.equal(printed('grep -v x', '\uE005\n'), '*\n');
});
