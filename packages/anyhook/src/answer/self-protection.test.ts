import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { slashedPath } from '@anyhook/core';
import { agents, loadInstalls } from '../agents/index.js';
import { type InstallScope, scopesOf, targetsOf } from '../agents/kit/install.js';
import type { GuardedPaths } from '../handlers/builtins/self-protection/guarded-paths.js';
import { settingsNamedIn } from '../handlers/builtins/self-protection/guarded-settings.js';
import { selfProtectionHook } from './self-protection.js';

// Full paths: on Windows they have a drive.
const root = resolve('/p');
const home = resolve('/h');
const hook = selfProtectionHook({ cwd: root, home, env: {} });
const { settings } = (hook.handler.kind === 'builtin' ? hook.handler.args : {}) as GuardedPaths;

const place = (scope: InstallScope) => ({
  scope,
  home,
  env: {},
  root,
  isWindows: false,
  realPath: (path: string) => path,
  namesIn: () => ['own.json'],
});

/** Does the list hold this file? `{…}` stands for any part of its name. */
const lists = (files: readonly string[], file: string): boolean =>
  files.some((one) => {
    const [before = '', after = ''] = one.split(/\{[^}]*\}/);
    return one.includes('{') ? file.startsWith(before) && file.endsWith(after) : one === file;
  });

for (const install of await loadInstalls())
  test(`every file in which init writes entries of ${install.agent} is among its guarded settings`, () => {
    const guarded = settings.find(({ agent }) => agent === install.agent);
    assert.ok(guarded);
    const files = [...guarded.userFiles, ...guarded.projectFiles.map((file) => `${slashedPath(root)}/${file}`)];
    for (const scope of scopesOf(install))
      for (const target of targetsOf(install, place(scope))) {
        const file = slashedPath(target.kind === 'files' ? target.file('AnyEvent') : target.file);
        assert.ok(lists(files, file), file);
      }
  });

test('the pattern of the hook is a list of plain words, so that it loads no regular expression', () => {
  assert.doesNotMatch(hook.match.input?.source ?? '.', /[\\^$.*+?()[\]{}]/);
  for (const word of hook.match.input?.source.split('|') ?? []) assert.ok(word.length > 2, word);
});

test('a variable that moves the folder of an agent moves what is guarded, and the usual folder stays guarded', () => {
  const env = { CLAUDE_CONFIG_DIR: '~/cc', KIMI_SHARE_DIR: resolve('/k') };
  const moved = selfProtectionHook({ cwd: root, home, env });
  const all = (moved.handler.kind === 'builtin' ? moved.handler.args : {}) as GuardedPaths;
  const files = all.settings.flatMap(({ userFiles }) => userFiles);
  for (const name of ['/h/cc/settings.json', '/h/.claude/settings.json', '/k/config.toml', '/h/.kimi/config.toml']) {
    const file = slashedPath(resolve(name));
    assert.ok(files.includes(file), file);
  }
});

test('every agent that is a program has settings in its row', () => {
  for (const { name, settings: own, isProtocol } of agents) assert.equal(own === undefined, isProtocol === true, name);
});

for (const { agent, userFiles, projectFiles } of settings)
  test(`code that names a settings file of ${agent} in a hidden folder asks`, () => {
    const look = { guarded: { settings } as unknown as GuardedPaths, cwd: '/p', agent };
    for (const file of [...userFiles, ...projectFiles].map((one) => one.replace(/\{.*?\}/, 'Own')))
      if (file.includes('/')) assert.equal(settingsNamedIn(`open('${file}', 'w')`, look)?.agent, agent, file);
  });
