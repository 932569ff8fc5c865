import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openAppender } from './appender.js';

function folder(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), 'anyhook-appender-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

test('lines are appended to a file that only its owner may read', (t) => {
  const path = join(folder(t), 'a', 'b', 'lines');
  const file = openAppender(path);
  file.write('one\n', false);
  file.write('zwei ü\ndrei\n', true);
  assert.equal(readFileSync(path, 'utf8'), 'one\nzwei ü\ndrei\n');
  assert.equal(file.size, statSync(path).size);
  assert.equal(statSync(path).mode & 0o777, 0o600);
  file.close();
});

test('a new line is started after an unfinished one', (t) => {
  const path = join(folder(t), 'lines');
  writeFileSync(path, 'hal');
  const file = openAppender(path);
  file.write('whole\n', false);
  file.write('more\n', false);
  file.close();
  assert.equal(readFileSync(path, 'utf8'), 'hal\nwhole\nmore\n');
});

test('only a regular file can be opened for appending', (t) => {
  const dir = folder(t);
  mkdirSync(join(dir, 'sub'));
  assert.throws(() => openAppender(join(dir, 'sub')));
  assert.throws(() => openAppender('/dev/null'), /expected a file/);
});
