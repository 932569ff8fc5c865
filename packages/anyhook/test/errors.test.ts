import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { sourceFiles } from '../../../scripts/reference/imports.js';
import { RuntimeError } from '../../abilities/src/runtime/errors.js';
import { StoreError } from '../../abilities/src/tasks/store/errors.js';
import { AnyhookError, errorCodes } from '../../core/src/errors.js';
import { ServeError } from '../src/api/serve/contract.js';

const sources = [...sourceFiles().values()];
const thrown = new Set(
  sources.flatMap((text) =>
    [...text.matchAll(/(?:new AnyhookError|extends AnyhookError [\s\S]{1,400}?super)\(\s*'([A-Z_]+)'/g)].map(
      ([, code]) => code ?? '',
    ),
  ),
);
const page = readFileSync('docs/reference/errors.md', 'utf8');

for (const code of Object.keys(errorCodes)) {
  test(`${code} is documented in the reference and thrown in the code`, () => {
    assert.match(page, new RegExp(`^\\| \`${code}\` \\| \\S`, 'm'));
    assert.ok(thrown.has(code), `no code throws ${code}: remove it from errorCodes`);
  });
}

test('every thrown code is in the table of error codes', () => {
  assert.deepEqual(
    [...thrown].filter((code) => !Object.hasOwn(errorCodes, code)),
    [],
  );
});

test('an error carries its code, its message and its cause', () => {
  const cause = new Error('disk full');
  const error = new AnyhookError('BAD_STATE', 'cannot write', { cause });
  assert.deepEqual(
    [error.name, error.code, error.message, error.cause],
    ['AnyhookError', 'BAD_STATE', 'cannot write', cause],
  );
});

test("every coded error has its own class and a code from that class's table", () => {
  const errors = [
    new AnyhookError('FAILED', 'x'),
    new RuntimeError('TOO_MANY', 'x'),
    new ServeError('CANCELLED', 'x', { failClosed: true }),
    new StoreError('x', 'do y'),
  ];
  assert.deepEqual(
    errors.map((error) => [error.name, error.code, error.message, Object.prototype.toString.call(error)]),
    [
      ['AnyhookError', 'FAILED', 'x', '[object Error]'],
      ['RuntimeError', 'TOO_MANY', 'x', '[object Error]'],
      ['ServeError', 'CANCELLED', 'x', '[object Error]'],
      ['StoreError', 'STORE', 'x; do y', '[object Error]'],
    ],
  );
  assert.equal(errors.filter((error) => error instanceof AnyhookError).length, 1);
  assert.match(errors[0]?.stack ?? '', /^\w*Error: x/);
});
