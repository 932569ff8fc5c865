import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { commandHandler, fileWithHandler } from '../../../test/support/claude-samples.js';
import { sampleFile } from '../../../test/support/format-samples.js';
import { plainPath } from '../../../test/support/plain-path.js';
import type { NamedFileText } from '../../formats/kit/format.js';
import { claudeLoader } from './format.js';

/** Loads the hooks of a plugin manifest, with these other files next to it; paths are POSIX. */
function loadManifest(hooks: unknown, files: Readonly<Record<string, NamedFileText>> = {}) {
  const manifest = JSON.stringify({ name: 'x', keywords: ['any'], hooks });
  return claudeLoader.load(
    sampleFile(resolve('/project/.claude-plugin/plugin.json'), manifest, {
      flavour: 'plugin',
      root: resolve('/project'),
      exists: (path: string) => plainPath(path) in files,
      readNamedFile: (path: string) => files[plainPath(path)] ?? 'unreadable',
    }),
  );
}

const guard = { text: JSON.stringify(fileWithHandler(commandHandler())) };

test('hooks inside the manifest are loaded', () => {
  const { hooks, problems } = loadManifest(fileWithHandler(commandHandler()).hooks);
  assert.deepEqual(problems, []);
  assert.deepEqual(
    hooks.map(({ id, flavour, source }) => [id, flavour, source]),
    [['plugin-manifest.claude.PreToolUse.0.0', 'plugin', resolve('/project/.claude-plugin/plugin.json')]],
  );
});

test('hooks in a file that the manifest names are loaded, with that file as their source', () => {
  const file = resolve('/project/config/guards.json');
  const { hooks, problems } = loadManifest('./config/guards.json', { '/project/config/guards.json': guard });
  assert.deepEqual(problems, []);
  assert.deepEqual(
    hooks.map(({ id, source, files }) => [id, source, files]),
    [['plugin-guards.claude.PreToolUse.0.0', file, [file]]],
  );
});

test('a list of files and events is loaded, each file once; files found by default are not loaded again', () => {
  const inline = fileWithHandler(commandHandler(), 'Stop').hooks;
  const list = ['./hooks/hooks.json', './.claude-plugin/hooks.json', './a.json', 'a.json', inline, inline];
  const all = { '/project/a.json': guard, '/project/hooks/hooks.json': guard };
  const { hooks, problems } = loadManifest(list, all);
  assert.deepEqual(problems, []);
  assert.deepEqual(
    hooks.map(({ id }) => id),
    ['plugin-a.claude.PreToolUse.0.0', 'plugin-manifest.claude.Stop.4.0.0', 'plugin-manifest.claude.Stop.5.0.0'],
  );
});

test('a named file that is missing or outside the plugin is a warning, because Claude Code skips it', () => {
  const { hooks, problems } = loadManifest(['./no.json', '../up.json', '/etc/x.json'], { '/up.json': guard });
  assert.deepEqual(hooks, []);
  assert.deepEqual(
    problems.map(({ severity, field, message }) => [severity, field, message.replace(/^.*: /, '')]),
    [
      ['warning', 'hooks.0', 'there is no such file'],
      ['warning', 'hooks.1', "it is outside of the plugin's folder"],
      ['warning', 'hooks.2', "it is outside of the plugin's folder"],
    ],
  );
});

test('a named file that cannot be read or parsed leaves a placeholder hook', () => {
  for (const content of ['unreadable', { text: '{' }] as const) {
    const { hooks } = loadManifest('./a.json', { '/project/a.json': content });
    assert.equal(hooks.length, 1);
    assert.notEqual(hooks[0]?.unloadable, undefined);
  }
});

test('a manifest that names itself does not loop', () => {
  const file = '/project/.claude-plugin/plugin.json';
  assert.equal(loadManifest('./.claude-plugin/plugin.json', { [file]: guard }).hooks.length, 1);
});

test('a manifest without hooks reports no problem, even if it is broken', () => {
  for (const text of ['{"name":"x"}', '{"name":', ''])
    assert.deepEqual(claudeLoader.load(sampleFile('/p/.claude-plugin/plugin.json', text, { flavour: 'plugin' })), {
      hooks: [],
      problems: [],
    });
  assert.match(loadManifest(5).problems[0]?.message ?? '', /expected a map of events, the path of a file or a list/);
});
