import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judge } from './judge.js';

const place = { cwd: '/home/ada/shop', home: '/home/ada' };

test('a command is judged by its effect and place', () => {
  assert.equal(judge('rm -rf build', place).verdict, 'pass');
  const { verdict, effects, reason } = judge('cd .. && rm -rf *', place);
  assert.equal(verdict, 'deny');
  assert.equal(effects[0]?.decision, 'deny');
  assert.match(reason ?? '', /Instead: /);
});

test('a command that passes has no reason', () => {
  assert.deepEqual(judge('ls', place), { verdict: 'pass', effects: [] });
});

test('judge accepts a project root above the working folder, and environment variables', () => {
  assert.equal(
    judge('rm -rf ../dist', { ...place, cwd: '/home/ada/shop/src', root: '/home/ada/shop' }).verdict,
    'pass',
  );
  assert.notEqual(judge('rm -rf "$TARGET"', { ...place, env: { TARGET: '/' } }).verdict, 'pass');
});
