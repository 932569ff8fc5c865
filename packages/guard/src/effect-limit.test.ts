import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeCommand } from './guard.js';

test('a danger behind more effects than the limit is not passed', () => {
  const world = { cwd: '/home/dev/project', root: '/home/dev/project', home: '/home/dev', temp: ['/tmp'], env: {} };
  const harmless = (count: number) => Array.from({ length: count }, (_, i) => `rm f${i}`).join(';');
  const decide = (command: string) => judgeCommand(command, world, { ...world, rules: [] }).decision;
  assert.equal(decide(harmless(150)), 'pass');
  assert.equal(decide(`${harmless(150)};rm -rf /`), 'deny');
  assert.equal(decide(`${harmless(300)};rm -rf /`), 'ask');
});
