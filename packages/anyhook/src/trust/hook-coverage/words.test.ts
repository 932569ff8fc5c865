import assert from 'node:assert/strict';
import { test } from 'node:test';
import { workTreeOf } from './words.js';

test('the root of a repository is the folder with .git, however paths are written', () => {
  for (const path of ['/p/.git', '/p/.git/HEAD']) assert.equal(workTreeOf(path), '/p');
  for (const path of ['C:\\p\\.git', 'C:\\p\\.git\\HEAD']) assert.equal(workTreeOf(path), 'C:\\p');
  assert.equal(workTreeOf('/p/.git/x/.git/HEAD'), '/p/.git/x');
});
