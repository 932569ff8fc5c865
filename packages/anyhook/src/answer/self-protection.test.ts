import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { slashedPath, type ToolCall } from '@anyhook/core';
import { agents, loadInstalls } from '../agents/index.js';
import { type InstallScope, scopesOf, targetsOf } from '../agents/kit/install.js';
import { compileMatch, eventMismatch } from '../engine/match.js';
import { type GuardedPaths, isStartFile } from '../handlers/builtins/self-protection/guarded-paths.js';
import { settingsNamedIn } from '../handlers/builtins/self-protection/guarded-settings.js';
import { selfProtectionHook } from './self-protection.js';

// Absolute paths, which on Windows include a drive.
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

/** Whether the list contains this file. `{…}` stands for any part of its name. */
const lists = (files: readonly string[], file: string): boolean =>
  files.some((one) => {
    const [before = '', after = ''] = one.split(/\{[^}]*\}/);
    return one.includes('{') ? file.startsWith(before) && file.endsWith(after) : one === file;
  });

for (const install of await loadInstalls())
  test(`every file to which init writes entries of ${install.agent} is a guarded setting`, () => {
    const guarded = settings.find(({ agent }) => agent === install.agent);
    assert.ok(guarded);
    const files = [...guarded.userFiles, ...guarded.projectFiles.map((file) => `${slashedPath(root)}/${file}`)];
    for (const scope of scopesOf(install))
      for (const target of targetsOf(install, place(scope))) {
        const file = slashedPath(target.kind === 'files' ? target.file('AnyEvent') : target.file);
        assert.ok(lists(files, file), file);
      }
  });

test("the hook's pattern is a list of plain words, so that no regex engine is loaded", () => {
  assert.doesNotMatch(hook.match.input?.source ?? '.', /[\\^$.*+?()[\]{}]/);
  for (const word of hook.match.input?.source.split('|') ?? []) assert.ok(word.length > 2, word);
});

test("a variable that moves an agent's folder adds guarded files, and the default folder stays guarded", () => {
  const env = { CLAUDE_CONFIG_DIR: '~/cc', KIMI_SHARE_DIR: resolve('/k') };
  const moved = selfProtectionHook({ cwd: root, home, env });
  const all = (moved.handler.kind === 'builtin' ? moved.handler.args : {}) as GuardedPaths;
  const files = all.settings.flatMap(({ userFiles }) => userFiles);
  for (const name of ['/h/cc/settings.json', '/h/.claude/settings.json', '/k/config.toml', '/h/.kimi/config.toml']) {
    const file = slashedPath(resolve(name));
    assert.ok(files.includes(file), file);
  }
});

test('every agent that is a program lists its settings files', () => {
  for (const { name, settings: own, isProtocol } of agents) assert.equal(own === undefined, isProtocol === true, name);
});

for (const { agent, userFiles, projectFiles } of settings)
  test(`code that names a settings file of ${agent} in a hidden folder is asked about`, () => {
    const look = { guarded: { settings } as unknown as GuardedPaths, cwd: '/p', agent };
    for (const file of [...userFiles, ...projectFiles].map((one) => one.replace(/\{.*?\}/, 'Own')))
      if (file.includes('/')) assert.equal(settingsNamedIn(`open('${file}', 'w')`, look)?.agent, agent, file);
  });

/** Whether the hook runs for a call. */
async function runsFor(
  kind: ToolCall['kind'],
  input: ToolCall['input'],
  hidden?: readonly unknown[],
): Promise<boolean> {
  const elsewhere = selfProtectionHook({ cwd: resolve('/somewhere'), home, env: {} });
  const call: ToolCall = { kind, nativeName: 'Tool', input, ...(hidden && { hidden }) };
  const event = { name: 'tool.before', host: 'claude-code', sessionId: 's', cwd: root, caller: 'agent', raw: {}, call };
  return eventMismatch(elsewhere, await compileMatch(elsewhere.match), event as never) === undefined;
}

test("the hook ignores the content that a file tool writes, and a command's description", async () => {
  const text = 'claude --bare, then rm -rf ~/.claude/settings.json';
  const path = '/p/src/a.ts';
  assert.deepEqual(
    await Promise.all([
      runsFor('write', { path, content: text }),
      runsFor('edit', { path, oldText: text, newText: text }),
      runsFor('edit', { path, edits: [{ old_string: text, new_string: text }] }),
      runsFor('shell', { command: 'ls -la', description: text }),
    ]),
    [false, false, false, false],
  );
});

test('the hook runs for commands, unknown fields, JSON in a description and input without canonical fields', async () => {
  const text = 'rm -rf ~/.claude/settings.json';
  const path = '/p/src/a.ts';
  assert.deepEqual(
    await Promise.all([
      runsFor('write', { path: '/h/.claude/settings.json', content: '' }),
      runsFor('write', { path, content: '', more: text }),
      runsFor('write', { path, content: '' }, [text]),
      runsFor('shell', { command: text, description: '' }),
      runsFor('shell', { command: 'ls', description: JSON.stringify({ command: text }) }),
      runsFor('mcp', { content: text }),
      // A folder above a project.
      runsFor('shell', { command: 'rm -rf ~/dev' }),
      runsFor('shell', { command: 'python3 -c "import shutil; shutil.rmtree(d)"' }),
    ]),
    [true, true, true, true, true, true, true, true],
  );
});

test('the hook runs for every write to a shell startup file', async () => {
  const files =
    '~/.bashrc ~/.zshrc ~/.kshrc ~/.tcshrc ~/.cshrc ~/.mkshrc ~/.profile ~/.bash_profile ~/.zprofile ~/.zlogin ' +
    '~/.bash_login ~/.login ~/.bash_logout ~/.zlogout ~/.bash_aliases ~/.aliases ~/.zshenv ~/.pam_environment ' +
    '~/.config/fish/config.fish /etc/environment /etc/profile /etc/bash.bashrc /etc/zshenv /etc/zprofile /etc/zshrc ' +
    '/etc/profile.d/a.sh /etc/environment.d/a.conf /etc/fish/conf.d/a.fish';
  for (const path of files.split(' ')) {
    assert.ok(isStartFile(path), path);
    assert.ok(await runsFor('write', { path: path.replace('~', '/h'), content: "alias claude='claude --bare'" }), path);
  }
});
