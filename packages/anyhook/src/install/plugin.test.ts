import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUnchangedPlugin, pluginText, readConnection } from './plugin.js';

const source = [
  '// anyhook-hook: written by "anyhook init".',
  "const connection = { command: '', args: [], failClosed: false, timeouts: {} };",
  'export default connection;',
  '',
].join('\n');
const connection = {
  command: `sh -c 'echo "$&"; exec "$0" "$@"' '/a b/anyhook-hook' some-agent`,
  args: ['some-agent', '--entry', 'project'],
  failClosed: true,
  timeouts: { 'tool.before': 30_000, stop: 62_000 },
};

test('a connection survives the round trip, whatever characters its command has', () => {
  const text = pluginText(source, connection);
  assert.deepEqual(readConnection(text), connection);
  assert.equal(pluginText(text, connection), text, 'writing the connection again changed the plugin');
  assert.deepEqual(text.split('\n').toSpliced(1, 1), source.split('\n').toSpliced(1, 1));
});

test('a source without a place for the connection is an error', () => {
  assert.throws(() => pluginText('export default 1;\n', connection), /has no line "const connection/);
});

const unreadable: readonly (readonly [what: string, text: string])[] = [
  ['a file without a connection line', 'export default 1;\n'],
  ['a line that is not JSON', 'const connection = { command };\n'],
  ['a connection without timeouts', 'const connection = {"command":"x"};\n'],
  ['a list', 'const connection = [];\n'],
];

for (const [what, text] of unreadable) {
  test(`no connection is read from ${what}`, () => assert.equal(readConnection(text), undefined));
}

test('invalid timeouts are dropped', () => {
  const text = 'const connection = {"command":"x","timeouts":{"a":1000,"b":"2","c":-1}};\n';
  assert.deepEqual(readConnection(text), { command: 'x', args: [], failClosed: false, timeouts: { a: 1000 } });
});

test('a plugin counts as unchanged with any connection, and as changed with one more character', () => {
  const text = pluginText(source, connection);
  assert.equal(isUnchangedPlugin(text, source), true);
  assert.equal(isUnchangedPlugin(`${text}\n`, source), false);
  assert.equal(isUnchangedPlugin(source, source), false, 'the unconnected source has no connection');
});
