import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { lazyParts } from '../../../scripts/lazy-parts.mjs';
import { pathOf, sourceFiles } from '../../../scripts/reference/imports.js';

const parts = lazyParts();

test('every module in the list of lazy parts exists and is in only one part', () => {
  const files = [...parts.values()].flat();
  assert.deepEqual(
    files.filter((file) => !existsSync(file)),
    [],
  );
  assert.deepEqual(
    files.filter((file, at) => files.indexOf(file) < at),
    [],
  );
  const names = [...parts.keys()];
  for (const start of ['agents-codex', 'formats-hook-md', 'guard-judgement', 'guard-packs-table-'])
    assert.ok(
      names.some((name) => name.startsWith(start)),
      start,
    );
});

for (const [name, files] of parts)
  test(`the modules of the lazy part ${name} export functions only, each name once`, async () => {
    const names: string[] = [];
    for (const file of files) {
      const path = file.startsWith('packages/')
        ? `../../../${file.replace(/ts$/, 'js')}`
        : pathToFileURL(resolve(file)).href;
      const exported = Object.entries((await import(path)) as object);
      assert.ok(exported.length > 0, file);
      for (const [one, value] of exported) {
        assert.ok(typeof value === 'function' && !/^class\b/.test(String(value)), `${file} exports ${one}`);
        names.push(one);
      }
    }
    assert.equal(new Set(names).size, names.length);
  });

test('no source file has the name of a stub, and no source file is generated', () => {
  const stubs = [...sourceFiles().keys()].filter((name) => /(?:^|[/.])on-demand\.ts$/.test(name));
  assert.deepEqual(stubs, []);
  const made = [...sourceFiles()].filter(([, text]) => /^\/\/ Generated\b/.test(text)).map(([name]) => pathOf(name));
  assert.deepEqual(made, []);
});
