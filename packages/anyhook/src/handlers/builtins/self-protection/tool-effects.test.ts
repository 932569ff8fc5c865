import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { home, said } from '../../../../test/support/self-protection-world.js';

type Call = readonly [tool: string, input: Readonly<Record<string, unknown>>];

const state = join(home, '.local/state/anyhook');
const patchOf = (header: string) => `*** Begin Patch\n*** ${header}\n@@\n-a\n+b\n*** End Patch\n`;

/** Calls with the expected decision of the hook. */
const calls: Readonly<Record<'deny' | 'ask' | 'pass', readonly Call[]>> = {
  deny: [
    ['write', { path: `${state}/trust.json`, content: '{}' }],
    ['edit', { path: '~/.local/state/anyhook/off.json', oldText: 'a', newText: 'b' }],
    ['patch', { content: patchOf(`Delete File: ${state}/trust.json`) }],
    ['mcp__files__move_file', { source: state, destination: '/tmp/x' }],
    ['mcp__files__delete_directory', { path: '~/.local/state', recursive: true }],
    ['mcp__sh__exec', { command: 'f() { rm -rf "$1"; }; f ~/.local/state/anyhook' }],
    ['mcp__sh__exec', { command: 'bash', args: ['-c', 'rm -rf ~/.local/state/anyhook'] }],
    ['mcp__sh__exec', { argv: ['anyhook', 'off'] }],
    ['mcp__sh__exec', { command: ['npx', 'anyhook', 'approve', '--yes'] }],
    ['mcp__term__send_keys', { keys: 'alias a=anyhook\na off\n' }],
    ['mcp__jobs__create', { steps: [{ name: 'x', script: 'anyhook down' }] }],
    ['mcp__py__execute_code', { code: `import shutil\nshutil.rmtree(${JSON.stringify(state)})` }],
    ['mcp__js__run_node', { code: `require('fs').rmSync(${JSON.stringify(state)}, { recursive: true })` }],
    ['shell', { command: ['bash', '-lc', 'anyhook trust --yes'] }],
  ],
  ask: [
    ['write', { path: '.agents/anyhook.yaml', content: 'hooks: []' }],
    ['edit', { notebook_path: '.agents/anyhook.yaml', path: 'a.ipynb', oldText: '', newText: '' }],
    ['patch', { content: patchOf('Update File: .claude/settings.json') }],
    ['patch', { content: '--- a/x\n+++ b/.agents/anyhook.yaml\n@@ -1 +1 @@\n-a\n+b\n' }],
    ['mcp__files__rename', { old_path: 'x', new_path: '.claude/settings.local.json' }],
    ['mcp__files__create', { directory: '.agents', filename: 'anyhook.yaml', content: '' }],
    ['mcp__sh__exec', { command: 'pkill -f anyhook' }],
    ['mcp__sh__exec', { command: 'ANYHOOK=off claude -p go' }],
    ['mcp__py__execute_code', { code: "p = '.claude'\nopen(p + '/settings.json', 'w')" }],
    ['mcp__nb__edit_cell', { cell: '!sed -i d .agents/anyhook.yaml', source: 'open(".agents/anyhook.yaml", "w")' }],
    ['shell', { command: 'rm settings.json', workdir: '~/.claude' }],
  ],
  pass: [
    ['read', { path: '~/.claude/settings.json' }],
    ['search', { query: 'anyhook off', path: '.' }],
    ['list', { path: '.agents' }],
    ['write', { path: 'docs/hooks.md', content: 'anyhook off\nrm -rf ~/.local/state/anyhook\n' }],
    ['write', { path: 'test/off.sh', content: '#!/bin/sh\nanyhook off\n' }],
    ['edit', { path: 'README.md', oldText: 'anyhook off', newText: 'anyhook off 30m' }],
    ['patch', { content: patchOf('Update File: docs/settings.md') }],
    ['patch', { content: patchOf('Add File: .agents/hooks/new/HOOK.md') }],
    ['write', { path: '.claude/commands/go.md', content: 'settings' }],
    ['write', { path: '.vscode/settings.json', content: '{}' }],
    ['task', { prompt: 'explain anyhook trust and ~/.claude/settings.json' }],
    ['fetch', { url: 'https://example.com/anyhook/off', prompt: 'settings' }],
    ['mcp__files__read_text_file', { path: '.agents/anyhook.yaml' }],
    ['mcp__files__get_file_info', { path: state }],
    ['mcp__git__git_log', { repo_path: '.', path: '.claude/settings.json' }],
    ['mcp__sh__exec', { command: 'cat .agents/anyhook.yaml | head' }],
    ['mcp__sh__exec', { command: ['anyhook', 'list'] }],
    ['mcp__sh__exec', { command: 'git commit -m "say what anyhook off does"' }],
    ['mcp__py__execute_code', { code: 'import settings\nprint(settings.hooks)' }],
    ['mcp__chat__post_message', { text: 'Run `anyhook approve` please; see .claude/settings.json' }],
    ['mcp__github__create_pull_request', { title: 'hooks', body: 'anyhook trust asks, anyhook off stops' }],
    ['mcp__files__write_file', { path: 'docs/x.md', content: 'never edit ~/.claude/settings.json' }],
    ['mcp__memory__add', { observation: 'anyhook off is for people' }],
  ],
};

for (const [decision, all] of Object.entries(calls))
  describe(`calls with the decision ${decision}`, () => {
    for (const [tool, input] of all)
      test(`${tool} ${JSON.stringify(input).replaceAll(home, '~').slice(0, 120)}`, () =>
        assert.equal(said(tool, input), decision));
  });

test('there are more than forty calls, and about half of them are harmless', () => {
  const { deny, ask, pass } = calls;
  assert.ok(deny.length + ask.length + pass.length > 40);
  assert.ok(pass.length >= 20);
});
