import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { walkTree } from '@anyhook/core';
import { tempFolder, writeTestFiles } from '../../../anyhook/test/builtin-world.js';
import { documentTree, readDocuments, tableLimits } from './documents.js';
import { surveyedDocuments, surveyFiles } from './route-index.js';

const found = (root: string): readonly string[] =>
  surveyedDocuments(surveyFiles({ root, registry: [], watchedFiles: [] }, 0));
const markdown = (...rows: readonly string[]) => `| Topic | Read |\n|---|---|\n${rows.join('\n')}\n`;

test('routing documents are found up to the depth limit, but not in node_modules, .git, hidden or output folders', () => {
  using folder = tempFolder({
    'ABILITY.md': '',
    'ROUTING.md': '',
    'routing.md': '',
    'a/b/c/ROUTING.md': '',
    '.system/ABILITY.md': '',
    '.agents/x/ROUTING.md': '',
    '1/2/3/4/5/6/ROUTING.md': '',
    '1/2/3/4/5/6/7/ROUTING.md': '',
    'node_modules/x/ABILITY.md': '',
    '.git/ROUTING.md': '',
    '.hidden/ROUTING.md': '',
    'packages/y/dist/ROUTING.md': '',
    'folder/ROUTING.md/x': '',
  });
  assert.deepEqual(found(folder.path), [
    'ABILITY.md',
    'ROUTING.md',
    '.system/ABILITY.md',
    '.agents/x/ROUTING.md',
    'a/b/c/ROUTING.md',
    '1/2/3/4/5/6/ROUTING.md',
  ]);
});

test('a link to a folder is not followed, and a document that links outside the project is not read', () => {
  using outside = tempFolder({ 'ROUTING.md': markdown('| secret | x.md |') });
  using folder = tempFolder({ 'in/real.md': markdown('| open | x.md |') });
  symlinkSync(outside.path, join(folder.path, 'loop'));
  symlinkSync(folder.path, join(folder.path, 'in', 'self'));
  symlinkSync(join(outside.path, 'ROUTING.md'), join(folder.path, 'ROUTING.md'));
  symlinkSync('real.md', join(folder.path, 'in', 'ROUTING.md'));
  assert.deepEqual(found(folder.path), ['ROUTING.md', 'in/ROUTING.md']);
  assert.deepEqual(
    readDocuments(folder.path, found(folder.path)).map(({ topic }) => topic),
    ['open'],
  );
});

test('a tree with many folders is walked up to a limit, upper folders first', () => {
  const names = Array.from({ length: 30 }, (_, i) => `f${i}/deep/x`);
  using folder = tempFolder(Object.fromEntries(names.map((name) => [name, ''])));
  const seen = walkTree(folder.path, { ...documentTree, maxFolders: 20 });
  assert.equal(seen.length, 20);
  assert.ok(seen.every(({ path }) => !path.includes('/')));
});

const places: readonly (readonly [cell: string, path: string | undefined])[] = [
  ['guide.md', 'sub/guide.md'],
  ['./guide.md', 'sub/guide.md'],
  ['../docs/top.md', 'docs/top.md'],
  ['docs/top.md', 'docs/top.md'],
  ['/docs/top.md', 'docs/top.md'],
  ['guide.md#part', 'sub/guide.md'],
  ['[the guide](guide.md#x)', 'sub/guide.md'],
  ['missing.md', 'sub/missing.md'],
  ['https://example.com/guide.md', undefined],
  ['file:///etc/passwd', undefined],
  ['../../outside.md', undefined],
  ['..', undefined],
  ['#part', undefined],
];
for (const [cell, path] of places) {
  test(`the document ${cell} is ${path ?? 'not in the project'}`, () => {
    using folder = tempFolder({
      'sub/ROUTING.md': markdown(`| a topic | ${cell} |`),
      'sub/guide.md': '',
      'docs/top.md': '',
    });
    const [row] = readDocuments(folder.path, ['sub/ROUTING.md']);
    // If no other document is named, it is the routing document itself.
    assert.deepEqual(row?.documents, [path ?? 'sub/ROUTING.md']);
  });
}

test('every column of a row is read into its field', () => {
  const header = '| Ability | Keywords | Topic | Not | Document | Summary | Scope | Stage |\n|-|-|-|-|-|-|-|-|\n';
  using folder = tempFolder({
    'ABILITY.md': `${header}| a, b | k1, k2 | t1, t2 | n | d.md | What, it does | s | Test |\n| c |  | t |  |  |  |  |  |\n`,
  });
  assert.deepEqual(readDocuments(folder.path, ['ABILITY.md']), [
    {
      abilities: ['a', 'b'],
      keywords: ['k1', 'k2', 't2'],
      negativeKeywords: ['n'],
      documents: ['d.md'],
      summary: 'What, it does',
      topic: 't1',
      scope: 's',
      stage: 'test',
      source: 'ABILITY.md',
      line: 3,
    },
    {
      abilities: ['c'],
      keywords: [],
      negativeKeywords: [],
      documents: [],
      summary: '',
      topic: 't',
      source: 'ABILITY.md',
      line: 4,
    },
  ]);
});

test('a document over the size limit is read up to its last complete line', () => {
  using folder = tempFolder();
  const line = `| topic${'x'.repeat(993)} | x.md |`;
  writeTestFiles(folder.path, { 'ROUTING.md': markdown(...Array.from({ length: 400 }, () => line)) });
  const rows = readDocuments(folder.path, ['ROUTING.md']);
  assert.ok(rows.length < 400 && rows.length >= Math.floor(tableLimits.bytes / line.length) - 1, `${rows.length}`);
  assert.ok(rows.every(({ documents }) => documents[0] === 'x.md'));
});
