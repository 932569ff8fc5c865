import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  abilityId,
  firstToolName,
  fromNativeInput,
  hiddenValues,
  isToolKind,
  type ToolCall,
  type ToolInput,
  type ToolMap,
  type ToolRow,
  toNativeInput,
  toolName,
  toolRowFor,
} from './tool.js';

const swap: ToolRow = { kind: 'search', fields: { query: 'path', path: 'query' } };
const packed: ToolRow = {
  kind: 'edit',
  fields: { path: 'file_path' },
  pack: ({ oldText, newText, ...rest }) => ({ ...rest, edit: [oldText, newText] }),
  unpack: ({ edit, ...rest }) => ({ ...rest, oldText: (edit as unknown[])[0], newText: (edit as unknown[])[1] }),
};

const inputs: readonly (readonly [string, ToolRow | undefined, Record<string, unknown>])[] = [
  ['no row', undefined, { command: 'ls', x: 1 }],
  ['a row without fields', { kind: 'shell' }, { command: 'ls' }],
  ['a renamed field', { kind: 'shell', fields: { command: 'cmd' } }, { command: 'ls', timeout: 3 }],
  ['two fields that swap names', swap, { query: 'a', path: 'b' }],
  ['one of two fields that swap names', swap, { query: 'a' }],
  ['a packed shape', packed, { path: '/a', oldText: 'x', newText: 'y', extra: null }],
  ['values that are empty or false', { kind: 'shell', fields: { command: 'cmd' } }, { command: '', a: false, b: null }],
];

for (const [title, row, input] of inputs)
  test(`an input survives the mapping to native fields and back: ${title}`, () =>
    assert.deepEqual(fromNativeInput(row, toNativeInput(row, input)), input));

test('a field that collides with a renamed one is left out of the native view', () => {
  const row: ToolRow = { kind: 'search', fields: { query: 'pattern' } };
  assert.deepEqual(toNativeInput(row, { query: 'a', pattern: 'b' }), { pattern: 'a' });
});

test('an own __proto__ field never becomes a prototype', () => {
  const input = JSON.parse('{"command":"ls","__proto__":{"polluted":true}}');
  const view = toNativeInput({ kind: 'shell', fields: { command: 'cmd' } }, input);
  assert.deepEqual(Object.keys(view), ['cmd']);
  assert.equal((view as { polluted?: boolean }).polluted, undefined);
});

const map: ToolMap = { Bash: { kind: 'shell' }, Sh: { kind: 'shell' }, Edit: { kind: 'edit' } };
const mcpName = (server: string, tool: string) => `mcp__${server}__${tool}`;
const call = (more: Partial<ToolCall>): ToolCall => ({ kind: 'shell', nativeName: 'x', input: {}, ...more });

for (const [title, given, name] of [
  ['its own tool name if it has that tool', call({ nativeName: 'Sh' }), 'Sh'],
  ['its first name of the kind for an unknown tool name', call({ nativeName: 'run_shell' }), 'Bash'],
  ['its first name of the kind if its tool of that name has another kind', call({ nativeName: 'Edit' }), 'Bash'],
  ['the native name for a kind that it lacks', call({ kind: 'fetch', nativeName: 'web' }), 'web'],
  ['its own form of an MCP name', call({ kind: 'mcp', mcp: { server: 's', tool: 't' } }), 'mcp__s__t'],
  ['the native name for an MCP tool without server and tool', call({ kind: 'mcp', nativeName: 'm' }), 'm'],
  ['a hostile name unchanged', call({ kind: 'other', nativeName: 'constructor' }), 'constructor'],
] as const)
  test(`an agent or a format uses ${title}`, () => assert.equal(toolName(map, given, mcpName), name));

test('an unknown tool name gets the first row of its kind, if there is one', () => {
  assert.equal(toolRowFor(map, { kind: 'shell', nativeName: 'anything' }), map['Bash']);
  assert.equal(toolRowFor(map, { kind: 'fetch', nativeName: 'anything' }), undefined);
  assert.equal(toolRowFor(map, { kind: 'other', nativeName: '__proto__' }), undefined);
  assert.equal(firstToolName(map, 'todo'), undefined);
});

test('an ability ID comes from the kind, the MCP tool or the native name', () => {
  assert.equal(abilityId(call({})), 'run_command');
  assert.equal(abilityId(call({ kind: 'mcp', mcp: { server: 'git', tool: 'pull' } })), 'mcp.git.pull');
  assert.equal(abilityId(call({ kind: 'other', nativeName: 'Frob' })), 'Frob');
});

test('names of Object.prototype members are not tool kinds', () => {
  for (const name of ['constructor', '__proto__', 'Shell']) assert.equal(isToolKind(name), false);
});

const hiddenRows: readonly (readonly [title: string, row: ToolRow | undefined, given: unknown, hidden: unknown])[] = [
  [
    'no value of a renamed input',
    { kind: 'write', fields: { path: 'file_path' } },
    { file_path: 'a', x: 1 },
    undefined,
  ],
  ['no value of fields that swap names', swap, { query: 'a', path: 'b' }, undefined],
  ['no value of a missing input', undefined, undefined, undefined],
  [
    'a canonical field next to the native one',
    { kind: 'write', fields: { path: 'file_path' } },
    { path: 'b', file_path: 'a' },
    ['b'],
  ],
  ['the values under __proto__', undefined, JSON.parse('{"a":"x","__proto__":{"b":"y"}}'), [{ b: 'y' }]],
  ['an input that is a list', { kind: 'shell' }, ['rm'], [['rm']]],
  ['an input that is a string', { kind: 'shell' }, 'rm', ['rm']],
  [
    'a string that unpacking leaves behind',
    { kind: 'read', unpack: () => ({ path: 'a' }) },
    { files: [{ path: 'a', note: 'b' }] },
    ['b'],
  ],
];
for (const [title, row, given, hidden] of hiddenRows)
  test(`the canonical input hides ${title}`, () => {
    const native = typeof given === 'object' && given !== null && !Array.isArray(given) ? (given as ToolInput) : {};
    assert.deepEqual(hiddenValues(row, given, fromNativeInput(row, native)), hidden);
  });
