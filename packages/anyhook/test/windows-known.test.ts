import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

// `.ci/windows` treats a failure listed in these tables as skipped; the second table applies without a shell.
const rows = ['.ci/windows-known.jsonl', '.ci/windows-without-shell.jsonl']
  .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
  .filter(Boolean)
  .map((line) => JSON.parse(line) as { file: string; reason: string; titles: readonly string[] });

test('every row of the Windows tables names a test file that exists', () => {
  assert.ok(rows.length > 0);
  for (const { file, titles } of rows) {
    assert.ok(existsSync(file), file);
    assert.ok(titles.length > 0, file);
  }
});

test('tests of guards against attacks on Windows are not listed as known failures', () => {
  const guards = ['packages/anyhook/test/windows.test.ts', 'packages/core/src/file-path.test.ts'];
  assert.deepEqual(
    rows.filter(({ file }) => guards.includes(file)).map(({ file, titles }) => `${file}: ${titles}`),
    [],
  );
});
