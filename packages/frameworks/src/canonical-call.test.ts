import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type ToolMeanings, toCanonicalCall } from './canonical-call.js';

describe('a framework’s tool call', () => {
  const cases: readonly [string, unknown, string, object][] = [
    ['bash', { command: 'ls' }, 'shell', { command: 'ls' }],
    ['run_command', { cmd: 'ls', cwd: '/' }, 'shell', { command: 'ls', cwd: '/' }],
    ['WriteFile', { filePath: 'a', text: 'b' }, 'write', { path: 'a', content: 'b' }],
    [
      'str-replace',
      { file_path: 'a', old_string: 'b', new_str: 'c' },
      'edit',
      { path: 'a', oldText: 'b', newText: 'c' },
    ],
    ['grep', { pattern: 'x' }, 'search', { query: 'x' }],
    ['web_search', { q: 'x' }, 'websearch', { query: 'x' }],
    ['bash', { id: 7 }, 'other', { id: 7 }],
    ['bash', { command: ['ls'] }, 'other', { command: ['ls'] }],
    ['deploy', { command: 'ls' }, 'other', { command: 'ls' }],
    ['constructor', {}, 'other', {}],
    ['bash', 'ls', 'other', { value: 'ls' }],
    ['anything', undefined, 'other', { value: undefined }],
    ['anything', [1], 'other', { value: [1] }],
  ];
  for (const [name, input, kind, seen] of cases)
    test(`${name} with ${JSON.stringify(input)} is ${kind}`, () => {
      const { call, toNative } = toCanonicalCall({ name, input }, {});
      assert.deepEqual([call.kind, call.input, call.nativeName], [kind, seen, name]);
      assert.deepEqual(toNative(call.input), input);
    });

  test('has the kind and fields that the user’s tool meanings give it', () => {
    const tools: ToolMeanings = {
      deploy: { kind: 'shell', fields: { command: 'what' } },
      bash: 'other',
      mcp__a__b: 'read',
    };
    const { call, toNative } = toCanonicalCall({ name: 'deploy', input: { what: 'all', now: true } }, tools);
    assert.deepEqual([call.kind, call.input], ['shell', { command: 'all', now: true }]);
    assert.deepEqual(toNative({ command: 'some', now: true }), { what: 'some', now: true });
    assert.equal(toCanonicalCall({ name: 'bash', input: { command: 'ls' } }, tools).call.kind, 'other');
    assert.equal(toCanonicalCall({ name: 'mcp__a__b', input: { path: 'x' } }, tools).call.kind, 'read');
  });

  test('of an MCP server keeps server and tool', () => {
    for (const call of [
      { name: 'mcp__git__pull', input: {} },
      { name: 'mcp.git.pull', input: {} },
      { name: 'pull', input: {}, mcp: { server: 'git', tool: 'pull' } },
    ])
      assert.deepEqual(toCanonicalCall(call, {}).call.mcp, { server: 'git', tool: 'pull' });
  });

  test('__proto__ in a hostile input does not become the prototype', () => {
    const { call } = toCanonicalCall({ name: 'bash', input: JSON.parse('{"cmd":"ls","__proto__":{"x":1}}') }, {});
    assert.equal((call.input as { x?: number }).x, undefined);
  });
});
