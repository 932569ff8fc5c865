import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { plainPath } from '../../../test/support/plain-path.js';
import { isWindows } from '../../../test/support/systems.js';
import { scriptsIn, substitute } from './scripts.js';

const systemProgram = isWindows ? 'C:/Windows/System32/where.exe' : '/bin/bash';
const present = new Set([
  '/p/check.sh',
  '/p/hooks/a.sh',
  '/p/hooks/my dir/b.py',
  '/p/guard',
  '/p/test',
  '/p/run.log',
  '/p/out/result',
  '/abs/c.js',
  '/p/tools/start.cmd',
  plainPath(systemProgram),
]);
const find = (command: string, vars = {}) =>
  scriptsIn(command, { base: '/p', vars, exists: (path) => present.has(plainPath(path)) });

for (const [command, expected] of [
  ['bash check.sh', ['/p/check.sh']],
  ['./check.sh --strict', ['/p/check.sh']],
  ['bash hooks/a.sh && node /abs/c.js', ['/p/hooks/a.sh', '/abs/c.js']],
  ['bash ${ROOT}/hooks/a.sh', ['/p/hooks/a.sh']],
  ['"$ROOT"/hooks/a.sh', ['/p/hooks/a.sh']],
  ['python3 "$ROOT/hooks/my dir/b.py"', ['/p/hooks/my dir/b.py']],
  ['bash -c "node /abs/c.js; ./check.sh"', ['/abs/c.js', '/p/check.sh']],
  ['sh guard', ['/p/guard']],
  ['npm test', []],
  ['FILE=hooks/a.sh sh -e', ['/p/hooks/a.sh']],
  ['echo hi >> out/result', []],
  ['echo hi 2>out/result', []],
  ['cat run.log', []],
  [`${systemProgram} -c true`, []],
  ["echo 'see hooks/a.sh'", []],
  ["# don't\nhooks/a.sh", ['/p/hooks/a.sh']],
  ["cat <<EOF\ndon't\nEOF\nhooks/a.sh", ['/p/hooks/a.sh']],
  ['check.sh check.sh', ['/p/check.sh']],
  ['curl https://example.org/hooks/a.sh', []],
  ['', []],
] as const) {
  test(`scripts are found in: ${JSON.stringify(command)}`, () => {
    assert.deepEqual(
      find(command, { ROOT: '/p' }),
      expected.map((path) => join(path)),
    );
  });
}

test('a name without an extension resolves to the script that Windows starts for it', {
  skip: !isWindows && 'other systems add no ending',
}, () => {
  assert.deepEqual(find('./tools/start --fast'), [join('/p', 'tools', 'start.cmd')]);
});

test('a command with a megabyte of quotes is read in linear time', () => {
  assert.deepEqual(find(`${"'".repeat(500_001)}${'"'.repeat(500_001)} x`), []);
});

test('only known variables are substituted', () => {
  assert.equal(substitute('$A ${A} $B ${constructor}', { A: '$B' }), '$B $B $B ${constructor}');
  assert.equal(substitute('$A ${A}', { A: 'x' }, { bracedOnly: true }), '$A x');
});
