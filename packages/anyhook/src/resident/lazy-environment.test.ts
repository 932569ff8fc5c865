import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lazyEnvironment, namesStartingWith, wholeEnvironment } from './lazy-environment.js';
import { joinWords } from './protocol.js';

const words = ['A=1', 'A=2', 'EMPTY=', '=C:=odd', 'noequals', '__proto__=p', 'B=x=y', 'MULTI=a\nb', 'LAST=ü'];
const made = () => lazyEnvironment(Buffer.from(joinWords(words)));
const all = { A: '1', EMPTY: '', ['__proto__']: 'p', B: 'x=y', MULTI: 'a\nb', LAST: 'ü' };

test('every name is an own property, and the first of two equal names wins', () => {
  const env = made();
  assert.deepEqual(Object.entries(env).sort(), Object.entries(all).sort());
  assert.equal(Object.getPrototypeOf(env), null);
});

test('a variable is found without parsing the others', () => {
  for (const [name, value] of Object.entries(all)) assert.equal(made()[name], value, name);
  const missing = ['a', 'AA', '', '=C:', 'C:', 'noequals', 'noequals\0__proto__', 'B=x', 'MULT', 'toString'];
  for (const name of missing) {
    assert.equal(made()[name], undefined, name);
    assert.equal(name in made(), false, name);
  }
});

test('variables read before are listed once, and missing ones are not listed', () => {
  const env = made();
  assert.deepEqual([env['MULTI'], env['nothing'], 'B' in env], ['a\nb', undefined, true]);
  assert.deepEqual({ ...env }, { ...all });
  assert.equal(Object.hasOwn(env, 'A'), true);
  assert.equal(Object.hasOwn(env, 'nothing'), false);
});

test('the whole environment is a plain object with the same variables, whatever was read before', () => {
  const env = made();
  assert.equal(env['B'], 'x=y');
  assert.deepEqual({ ...wholeEnvironment(env) }, { ...all });
  assert.deepEqual({ ...env }, { ...all });
  const other = { A: '1', B: undefined };
  assert.equal(wholeEnvironment(other), other);
});

test('the same environment is parsed once, another one separately', () => {
  const first = lazyEnvironment(Buffer.from('A=1\0'));
  assert.equal(lazyEnvironment(Buffer.from('A=1\0')), first);
  assert.equal(lazyEnvironment(Buffer.from('A=2\0'))['A'], '2');
  assert.equal(lazyEnvironment(Buffer.from('A=1\0'))['A'], '1');
});

test("an event's environment cannot be changed", () => {
  const env = made() as Record<string, string>;
  assert.throws(() => {
    env['A'] = '3';
  }, TypeError);
  assert.throws(() => {
    delete env['A'];
  }, TypeError);
  assert.equal(env['A'], '1');
});

test('names are found by their first letters, for any kind of environment', () => {
  assert.deepEqual(namesStartingWith(made(), 'BE_').toSorted(), ['B', 'EMPTY', '__proto__']);
  assert.deepEqual(namesStartingWith({ ABLE: '1', BAKER: undefined, C: '' }, 'BC'), ['BAKER', 'C']);
  assert.deepEqual(namesStartingWith(lazyEnvironment(undefined), 'A'), []);
});

test('an unterminated last variable is read', () => {
  assert.deepEqual({ ...lazyEnvironment(Buffer.from('A=1\0B=2')) }, { A: '1', B: '2' });
});

test('a large environment is read in one pass, in its order', () => {
  const names = Array.from({ length: 20_000 }, (_, n) => `VARIABLE_${n}`);
  const env = lazyEnvironment(Buffer.from(joinWords(names.map((name) => `${name}=1`))));
  const began = performance.now();
  assert.deepEqual(Object.keys(env), names);
  assert.ok(performance.now() - began < 1_000);
});
