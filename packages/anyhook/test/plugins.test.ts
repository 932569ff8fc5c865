import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { pluginSource } from '../../core/src/platform/files/settings-file.js';
import { isUnchangedPlugin, pluginText, readConnection } from '../src/install/plugin.js';

const agents = readdirSync('packages/anyhook/dist/plugins').map((name) => name.replace(/\.ts$/, ''));

test('every agent that loads code gets its plugin from the build', () => {
  const made = readdirSync('packages/anyhook/src/agents', { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^[^/]+\/plugin\.ts$/.test(name),
  );
  assert.deepEqual([...agents].sort(), made.map((name) => name.replace('/plugin.ts', '')).sort());
});

for (const agent of agents) {
  const text = pluginSource(agent);

  test(`the plugin for ${agent} is one file that needs only Node and names its origin`, () => {
    const imports = [...text.matchAll(/\bfrom\s*["']([^"']+)["']|\b(?:import|require)\(\s*["']([^"']+)/g)];
    assert.deepEqual(
      imports.map(([, path, late]) => path ?? late).filter((path) => !path?.startsWith('node:')),
      [],
    );
    assert.match(text, /^\/\* eslint-disable -- anyhook-hook: written by "anyhook init"/);
    assert.equal(text, readFileSync(`packages/anyhook/dist/plugins/${agent}.ts`, 'utf8'));
  });

  test(`the plugin for ${agent} accepts the connection that init writes`, () => {
    const connection = { command: 'a $& b', args: [agent, '--entry', 'project'], failClosed: true, timeouts: { x: 1 } };
    const installed = pluginText(text, connection);
    assert.deepEqual(readConnection(installed), connection);
    assert.ok(isUnchangedPlugin(installed, text));
  });
}
