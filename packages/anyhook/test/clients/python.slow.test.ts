import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

const folder = 'clients/python';
const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ANYHOOK_TEST_NODE: process.execPath };
const python = (...args: readonly string[]) =>
  spawnSync('python3', args, { cwd: folder, env, encoding: 'utf8', timeout: 300_000 });

test("python3 is at least 3.9, as the Python client's tests need", () => {
  const { error, status } = python('-c', 'import sys; sys.exit(sys.version_info < (3, 9))');
  assert.equal(error?.message, undefined, 'install python3: the Python client is part of the product');
  assert.equal(status, 0, 'python3 is older than 3.9');
});

test('the Python client passes its own suite against the real engine', () => {
  const { status, stderr, stdout } = python('-X', 'dev', '-m', 'unittest');
  assert.equal(status, 0, `${stdout}${stderr}`);
  assert.match(stderr, /^Ran [1-9]\d* tests/m);
});
