import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ToolCall } from '@anyhook/core';
import { writeTargets } from './write-targets.js';

const rows: readonly (readonly [string, Omit<ToolCall, 'nativeName'> & { nativeName?: string }, readonly string[]])[] =
  [
    ['a write', { kind: 'write', input: { path: 'a.ts' } }, ['a.ts']],
    ['an edit', { kind: 'edit', input: { path: 'a.ts' } }, ['a.ts']],
    ['a native path field', { kind: 'edit', input: { file_path: 'a.ts' } }, ['a.ts']],
    ['a read', { kind: 'read', input: { path: 'a.ts' } }, []],
    ['a shell command', { kind: 'shell', input: { command: 'x', path: 'a.ts' } }, []],
    ['a path that is not a string', { kind: 'write', input: { path: 7, file_path: null } }, []],
    ['a list instead of a path', { kind: 'write', input: { path: ['a.ts'] } }, ['a.ts']],
    ['a patch with paths', { kind: 'patch', input: { paths: ['a', 'b'], content: '' } }, ['a', 'b']],
    [
      "a patch in the agents' form",
      {
        kind: 'patch',
        input: { content: '*** Begin Patch\n*** Update File: a\n*** Move to: b\n*** Delete File: c\n' },
      },
      ['a', 'b', 'c'],
    ],
    ['a unified diff', { kind: 'patch', input: { content: '--- /dev/null\n+++ b/src/new.ts\n@@\n' } }, ['src/new.ts']],
    [
      'an mcp tool that writes',
      { kind: 'mcp', input: { path: 'a' }, mcp: { server: 'fs', tool: 'write_file' } },
      ['a'],
    ],
    ['an mcp tool that reads', { kind: 'mcp', input: { path: 'a' }, mcp: { server: 'fs', tool: 'read_file' } }, []],
    [
      'an mcp tool that moves',
      { kind: 'mcp', input: { source: 'a', destination: '.env' }, mcp: { server: 'fs', tool: 'move_file' } },
      ['a', '.env'],
    ],
    [
      'an mcp tool that writes several files',
      { kind: 'mcp', input: { files: [{ path: 'a' }, 'b', null] }, mcp: { server: 'fs', tool: 'write_files' } },
      ['a', 'b'],
    ],
    ['a write with strings that are not paths', { kind: 'write', input: { path: 'a', from: 'x', to: 'y' } }, ['a']],
    ['a tool without a name', { kind: 'other', nativeName: '', input: { path: 'a' } }, ['a']],
  ];
for (const [what, call, expected] of rows) {
  test(`the targets of ${what} are ${JSON.stringify(expected)}`, () => {
    assert.deepEqual(writeTargets({ nativeName: 'x', ...call }), expected);
  });
}
