import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expandFolder, expandValues } from './command.js';

const env = { HOME: '/home/ann', A: 'a', EMPTY: '' };

for (const [folder, expanded] of [
  ['~', '/home/ann'],
  ['~/hooks', '/home/ann/hooks'],
  ['~bob/x', '~bob/x'],
  ['$A/x', 'a/x'],
  ['${A}x', 'ax'],
  ['${env.A}/$A', 'a/a'],
  ['$GONE', '.'],
  ['$EMPTY', '.'],
  ['./plain', './plain'],
] as const)
  test(`the folder ${folder} is expanded to ${expanded}`, () => assert.equal(expandFolder(folder, env), expanded));

test('only ${env.NAME} is expanded in a value', () => {
  assert.deepEqual(expandValues({ X: '${env.A}-$A-${A}-${env.GONE}', Y: '~' }, env), { X: 'a-$A-${A}-', Y: '~' });
});
