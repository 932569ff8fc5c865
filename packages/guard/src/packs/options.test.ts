import assert from 'node:assert/strict';
import { test } from 'node:test';
import { marks } from '../value.js';
import { type OptionTable, readWords } from './options.js';

/** Options such as `-n=web -f`, and operands, as strings for short comparisons. */
function read(words: string, table: OptionTable = {}): { options: string; operands: string } {
  const { options, operands } = readWords(words.split(' '), table);
  return {
    options: options.map(({ name, value }) => (value === undefined ? name : `${name}=${value}`)).join(' '),
    operands: operands.join(' '),
  };
}

test('a cluster is split into options, and the first that takes a value takes the rest', () => {
  assert.deepEqual(read('-xvf a.tar b', { values: ['-f'] }), { options: '-x -v -f=a.tar', operands: 'b' });
  assert.deepEqual(read('-nweb pods', { values: ['-n'] }), { options: '-n=web', operands: 'pods' });
});

test('a long option has its value after = or in the next word', () => {
  const table = { values: ['--name'] };
  assert.deepEqual(read('--name=x y', table), { options: '--name=x', operands: 'y' });
  assert.deepEqual(read('--name x y', table), { options: '--name=x', operands: 'y' });
  assert.deepEqual(read('--name --help', table), { options: '--name=--help', operands: '' });
  assert.deepEqual(read('--color=x y'), { options: '--color=x', operands: 'y' });
});

test('an option at the end without its value has no value', () => {
  assert.deepEqual(read('-n', { values: ['-n'] }), { options: '-n', operands: '' });
});

test('an optional value must be attached to its option', () => {
  const table = { values: ['-p?', '-e'] };
  assert.deepEqual(read('-psecret -e x', table), { options: '-p=secret -e=x', operands: '' });
  assert.deepEqual(read('-p db', table), { options: '-p', operands: 'db' });
  assert.deepEqual(read('-odir -y', { values: ['-o?'], oneDash: true }), { options: '-o=dir -y', operands: '' });
});

test('a unique prefix of a long option is accepted unless abbreviations are off', () => {
  const table = { values: ['--reference'], flags: ['--recursive', '--force'] };
  assert.equal(read('--rec --fo', table).options, '--recursive --force');
  assert.equal(read('--ref x', table).options, '--reference=x');
  assert.equal(read('--re', table).options, '--re', 'two options fit');
  assert.equal(read('--rec', { ...table, allowsAbbreviation: false }).options, '--rec');
});

test('-- ends the options, and its position is kept', () => {
  const words = readWords(['a', '-f', '--', '-g', '--', 'b']);
  assert.deepEqual(words.operands, ['a', '-g', '--', 'b']);
  assert.equal(words.hasDashes, true);
  assert.equal(words.operandsBeforeDashes, 1);
  assert.deepEqual(read('-n -- x', { values: ['-n'] }), { options: '-n=--', operands: 'x' });
});

test('a single dash is an operand', () => {
  assert.deepEqual(read('- -x'), { options: '-x', operands: '-' });
});

test('words after the first operand stay unchanged if the program stops there', () => {
  assert.deepEqual(read('-u root rm -rf x', { values: ['-u'], stopsAtOperand: true }), {
    options: '-u=root',
    operands: 'rm -rf x',
  });
});

test('with oneDash, long options may have one or two dashes', () => {
  const table = { values: ['-target'], oneDash: true };
  const options = '-target=a -auto-approve -target=b';
  assert.deepEqual(read('-target=a --auto-approve --target b x', table), { options, operands: 'x' });
});

test('a table may list some long options with one dash', () => {
  assert.equal(read('-pw x -ab', { values: ['-pw'] }).options, '-pw=x -a -b');
  assert.equal(read('-pw=x', { values: ['-pw'] }).options, '-pw=x');
  assert.equal(read('-long', { flags: ['-long'] }).options, '-long');
});

test('a subcommand may add value options or remove one', () => {
  const table: OptionTable = {
    values: ['-n', '-x'],
    subcommands: [
      { operands: [['apply', 'create']], values: ['-f'] },
      { operands: [['logs']], values: ['!-x'] },
      { operands: [['set'], ['*']], values: ['-k'] },
    ],
  };
  assert.deepEqual(read('-n web apply -f a.yaml', table), { options: '-n=web -f=a.yaml', operands: 'apply' });
  assert.deepEqual(read('logs -f pod -x one', table), { options: '-f -x', operands: 'logs pod one' });
  assert.deepEqual(read('-f apply', table), { options: '-f', operands: 'apply' });
  assert.deepEqual(read('set -k a -k b', table), { options: '-k -k=b', operands: 'set a' });
  assert.deepEqual(read('logs -x one', table).operands, 'logs one', 'an earlier call does not change the table');
  assert.deepEqual(read('get -x one', table).operands, 'get');
});

test('a value keeps its marks', () => {
  assert.equal(readWords([`--name=${marks.any}`]).options[0]?.value, marks.any);
  assert.equal(readWords([`-n${marks.secret}`], { values: ['-n'] }).options[0]?.value, marks.secret);
});

test('a word with an unknown start may hide an option', () => {
  assert.equal(readWords([marks.any]).mayHideOptions, true);
  assert.equal(readWords([`-r${marks.any}`]).mayHideOptions, true);
  assert.deepEqual(
    readWords([`-r${marks.any}`]).options.map(({ name }) => name),
    ['-r'],
  );
  assert.equal(readWords([`--no${marks.any}`]).mayHideOptions, true);
  assert.equal(readWords([`dir/${marks.any}`]).mayHideOptions, false);
  assert.equal(readWords(['--', marks.any]).mayHideOptions, false);
  assert.equal(readWords([`-n${marks.any}`], { values: ['-n'] }).mayHideOptions, false);
});

test('each option and operand has the index of its word', () => {
  const { options, operandsAt } = readWords(['a', '-xy', '-n', 'v', 'b'], { values: ['-n'] });
  assert.deepEqual(
    options.map(({ at }) => at),
    [1, 1, 2],
  );
  assert.deepEqual(operandsAt, [0, 4]);
});
