import assert from 'node:assert/strict';
import { test } from 'node:test';
import { projectOfHookFile } from './project-of-hook-file.js';

const locations = ['.agents', 'hooks/hooks.json'];
const rows: readonly (readonly [path: string, system: string, project: string | undefined])[] = [
  ['/p/.agents/hooks/guard/HOOK.md', 'linux', '/p'],
  ['/p/.agents/sub/.agents/anyhook.yaml', 'linux', '/p/.agents/sub'],
  ['/p/hooks/hooks.json', 'linux', '/p'],
  ['/p/.agents-old/x', 'linux', undefined],
  ['C:\\p\\.agents\\hooks\\guard\\HOOK.md', 'win32', 'C:\\p'],
  ['C:\\p\\sub/hooks\\hooks.json', 'win32', 'C:\\p\\sub'],
  ['/p\\.agents/x', 'linux', undefined],
];
for (const [path, system, project] of rows)
  test(`the project of ${path} on ${system} is ${project}`, () =>
    assert.equal(projectOfHookFile(path, locations, system), project));
