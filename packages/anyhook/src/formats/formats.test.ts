import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { agentRows, agents } from '../agents/index.js';
import { configFormat, formatNamed, formatNames, formats, loadLoaders } from './index.js';

test('every format is named after its folder, or belongs to one agent', () => {
  for (const [key, { name }] of Object.entries(formats)) assert.equal(name, key);
  const ofAgents = agentRows.flatMap(({ format }) => (format ? [format.name] : []));
  const folders = readdirSync('packages/anyhook/src/formats', { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  const names = folders.map(({ name }) => name).filter((name) => name !== 'kit');
  assert.deepEqual([...formatNames()].sort(), [...names, ...ofAgents].sort());
});

test('every format has a writer, and a loader unless its hooks are in the config', async () => {
  for (const { name, writer } of Object.values(formats)) assert.equal(typeof (await writer()).write, 'function', name);
  const withFiles = formatNames().filter((name) => name !== configFormat);
  assert.deepEqual(Object.keys(await loadLoaders()), withFiles);
});

test('an unknown format name is an error that lists the formats', () => {
  for (const name of ['toString', 'docke'])
    assert.throws(
      () => formatNamed(name),
      new RegExp(`there is no hook format ".*" \\(known: ${formatNames().join(', ')}\\)`),
    );
});

test('an agent that runs hook files itself refers to a known format', () => {
  const named = agents.flatMap(({ hooksRunByAgent = [] }) => hooksRunByAgent.map(({ format }) => format));
  assert.ok(named.length > 0);
  for (const name of named) assert.ok(formatNames().includes(name), name);
});

test('a copy of a format has the fields of its codec', () => {
  for (const [name, row] of Object.entries(formats)) {
    const copy = { ...row };
    assert.deepEqual([copy.name, copy.stdin, copy.events], [name, row.stdin, row.events]);
    assert.equal(typeof copy.read, 'function');
  }
});
