import assert from 'node:assert/strict';
import { test } from 'node:test';
import { causes } from '../../.cache/causes.js';
import { type Cause, makeFinding } from './finding.js';

test('a path chosen by a repository is quoted as one word in the command that a user copies', () => {
  const { fix } = makeFinding('script-not-executable', 'x', { file: "/p/$(touch x); it's.sh" });
  assert.equal(fix, `run: chmod +x '/p/$(touch x); it'\\''s.sh'`);
  assert.equal(makeFinding('script-not-executable', 'x', { file: '/p/run.sh' }).fix, 'run: chmod +x /p/run.sh');
});

test('placeholders inside a substituted value are not substituted again', () => {
  assert.equal(
    makeFinding('interpreter-missing', 'x', { program: '{file}', file: '/f' }).fix.includes("'{file}'"),
    true,
  );
});

test('at least twenty causes mean that no hook runs, and each has a meaning, a check and a fix', () => {
  const rows = Object.values(causes as Readonly<Record<string, Cause>>);
  assert.ok(rows.filter(({ severity }) => severity === 'dead').length >= 20);
  for (const { title, found, fix } of rows) assert.ok(title !== '' && found !== '' && fix !== '');
  assert.equal(new Set(rows.map(({ title }) => title)).size, rows.length, 'two causes have the same meaning');
});
