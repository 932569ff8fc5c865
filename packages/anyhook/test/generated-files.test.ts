import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { generatedFiles } from '../../../scripts/reference/index.js';

const files = await generatedFiles();

for (const [path, text] of files) {
  test(`${path} is up to date with the tables in code`, () => {
    assert.ok(existsSync(path), `${path} is missing: run "npm run generate"`);
    const onDisk = readFileSync(path, 'utf8');
    assert.ok(onDisk === text, `${path} is out of date: run "npm run generate" and commit the result`);
  });
}

test('the folders of generated files contain no other files', () => {
  const beside = ['packages/anyhook/schemas', 'docs/reference', 'packages/anyhook/conformance'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath}/${entry.name}`),
  );
  assert.deepEqual(beside.filter((path) => !files.has(path)).sort(), []);
});
