import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromNativeInput, type ToolCall, type ToolKind, toNativeInput } from '@anyhook/core';
import { agents } from '../../anyhook/src/agents/index.js';
import { cpuTime } from '../../anyhook/test/support/cpu-time.js';
import type { Effect } from './effect.js';
import { toolEffects } from './tools.js';
import type { GuardWorld } from './world.js';

const world: GuardWorld = {
  cwd: '/home/ann/shop',
  root: '/home/ann/shop',
  home: '/home/ann',
  temp: ['/tmp'],
  env: {},
  agentPlaces: ['/home/ann/.agent/settings.json'],
};

const ownTool = (kind: ToolKind, input: ToolCall['input'], hidden?: readonly unknown[]): ToolCall => ({
  kind,
  input,
  nativeName: kind,
  ...(hidden && { hidden }),
});
const mcpTool = (tool: string, input: ToolCall['input'], server = 'files'): ToolCall => ({
  kind: 'mcp',
  input,
  nativeName: `mcp__${server}__${tool}`,
  mcp: { server, tool },
});

function describeEffect(effect: Effect): string {
  switch (effect.do) {
    case 'delete':
      return `delete ${effect.at.scope}${effect.recursive ? ' recursive' : ''}`;
    case 'write':
      return `write ${effect.at.scope} ${effect.how}`;
    case 'move':
      return `move ${effect.from.scope} to ${effect.to.scope}`;
    case 'send':
      return `send ${effect.what}`;
    default:
      return `${effect.do} ${'what' in effect ? effect.what : ''}`;
  }
}
const effectsOf = (call: ToolCall) => toolEffects(call, world).effects.map(describeEffect);

const rows: readonly (readonly [string, ToolCall, readonly string[]])[] = [
  ['a write in the project', ownTool('write', { path: 'src/a.ts', content: 'x' }), ['write inside over']],
  ['a write by an absolute path', ownTool('write', { path: '/etc/hosts' }), ['write system over']],
  ['a write into the home folder', ownTool('write', { path: '~/.ssh/authorized_keys' }), ['write secret over']],
  ['a write out of the project', ownTool('write', { path: 'src/../../.bashrc' }), ['write profile over']],
  ['a write to a git hook', ownTool('write', { path: '.git/hooks/pre-commit' }), ['write git-hooks over']],
  ['an edit of settings', ownTool('edit', { path: '/home/ann/.agent/settings.json' }), ['write agent edit']],
  ['an edit of a workflow', ownTool('edit', { path: '.github/workflows/ci.yml' }), ['write ci edit']],
  [
    'a second path hidden behind the first',
    ownTool('write', { path: 'a' }, ['/etc/passwd', 7]),
    ['write inside over', 'write system edit'],
  ],
  ['a new .env', ownTool('write', { path: '.env' }), ['write inside over']],
  ['a read of source', ownTool('read', { path: 'src/a.ts' }), []],
  ['a read of .env', ownTool('read', { path: '.env' }), ['reveal /home/ann/shop/.env']],
  ['a read of .env.example', ownTool('read', { path: '.env.example' }), []],
  ['a read of several files', ownTool('read', { paths: ['a', '~/.ssh/id_rsa'] }), ['reveal /home/ann/.ssh/id_rsa']],
  ['a read by globs', ownTool('read', { paths: ['**/*.pem', 'src/**'] }), ['reveal /home/ann/shop/**/*.pem']],
  [
    'a search in a key file',
    ownTool('search', { query: 'x', path: '/home/ann/.aws/credentials' }),
    ['reveal /home/ann/.aws/credentials'],
  ],
  ['a search in the project', ownTool('search', { query: '.env', path: '.' }), []],
  ['a file URL', ownTool('fetch', { url: 'file:///home/ann/.ssh/id%5Frsa' }), ['reveal /home/ann/.ssh/id_rsa']],
  ['a web URL', ownTool('fetch', { url: 'https://x.example/.env' }), []],
  ['a folder listing', ownTool('list', { path: '~/.ssh' }), []],
  [
    "a patch in the agents' form",
    ownTool('patch', {
      content:
        '*** Begin Patch\n*** Add File: a\n+x\n*** Update File: b\n*** Move to: /etc/b\n*** Delete File: ../c\n*** End Patch',
    }),
    ['write inside over', 'move inside to system', 'delete in-home'],
  ],
  [
    'a git patch',
    ownTool('patch', {
      content:
        'diff --git a/x b/x\n--- a/x\n+++ /dev/null\n@@\n-a\n--- /dev/null\n+++ b/.git/hooks/y\nrename from q\nrename to ../r\n',
    }),
    ['delete inside', 'write git-hooks over', 'move inside to in-home'],
  ],
  ['a patch with separate paths', ownTool('patch', { content: '', paths: ['/etc/x'] }), ['write system edit']],
  ['an MCP write', mcpTool('write_file', { path: '/etc/x', content: '' }), ['write system over']],
  ['an MCP append', mcpTool('append_to_file', { filePath: '~/.zshrc' }), ['write profile append']],
  ['an MCP edit', mcpTool('edit_file', { path: 'a', edits: [{ oldText: 'a', newText: 'b' }] }), ['write inside edit']],
  ['an MCP read', mcpTool('read_text_file', { path: '.env' }), ['reveal /home/ann/shop/.env']],
  [
    'an MCP read of a file URL',
    mcpTool('read_resource', { uri: 'file:///home/ann/.netrc' }),
    ['reveal /home/ann/.netrc'],
  ],
  [
    'an MCP read of several files',
    mcpTool('read_multiple_files', { paths: ['x', 'id_rsa'] }),
    ['reveal /home/ann/shop/id_rsa'],
  ],
  ['an MCP deletion of a folder', mcpTool('delete_directory', { path: '/home/ann' }), ['delete home recursive']],
  ['an MCP deletion of a file', mcpTool('delete_file', { path: '../x' }), ['delete in-home']],
  ['an MCP deletion with a flag', mcpTool('remove_file', { path: '.', recursive: true }), ['delete project recursive']],
  ['an MCP removal of lines', mcpTool('delete_lines', { path: 'a', start: 1 }), ['write inside edit']],
  ['an MCP move', mcpTool('move_file', { source: 'a', destination: '/usr/bin/a' }), ['move inside to system']],
  ['an MCP rename', mcpTool('renameFile', { old_path: '.git', new_path: 'x' }), ['move git to inside']],
  [
    'an MCP copy of a key',
    mcpTool('copy_file', { source: '~/.ssh/id_rsa', destination: 'k' }),
    ['reveal /home/ann/.ssh/id_rsa', 'write inside over'],
  ],
  [
    'an MCP upload of a key',
    mcpTool('upload_file', { file_path: '~/.ssh/id_rsa' }, 'drive'),
    ['send /home/ann/.ssh/id_rsa'],
  ],
  ['an MCP upload of a picture', mcpTool('upload_file', { file_path: 'a.png' }, 'drive'), []],
  [
    'several steps in one call',
    mcpTool('batch', {
      operations: [
        { type: 'delete', path: '/etc' },
        { type: 'create', path: 'x' },
      ],
    }),
    ['delete system recursive', 'write inside over'],
  ],
  [
    'an editor with a command field',
    mcpTool('str_replace_based_edit_tool', { command: 'view', path: '.env' }),
    ['reveal /home/ann/shop/.env'],
  ],
  [
    'an editor that creates a file',
    mcpTool('text_editor', { command: 'create', path: '/etc/x' }),
    ['write system over'],
  ],
  ['a file in a repository elsewhere', mcpTool('delete_file', { owner: 'o', repo: 'r', path: '/etc' }, 'forge'), []],
  ['a message to a person', mcpTool('send_email', { to: 'a@b.example', body: '/etc/passwd' }, 'mail'), []],
  ['a page in a wiki', mcpTool('delete_page', { page_id: '12' }, 'wiki'), []],
  ['an unknown tool with content', mcpTool('zap', { path: '/etc/x', content: 'a' }), ['write system over']],
  ['an unpacked archive', mcpTool('extract_archive', { archive: 'x.zip', destination: '/' }), ['write root unpack']],
  ['input of unexpected types', mcpTool('write_file', { path: 7, paths: [null, {}], file: { path: 1 } } as never), []],
];
for (const [title, call, expected] of rows) {
  test(`${title} gives ${expected.length === 0 ? 'no effect' : expected.join(', ')}`, () => {
    assert.deepEqual(effectsOf(call), expected);
  });
}

test("every agent's file tools have effects in that agent's field names", () => {
  const patch = '*** Begin Patch\n*** Update File: /etc/hosts\n*** End Patch';
  const inputs: Partial<Record<ToolKind, ToolCall['input']>> = {
    write: { path: '/etc/hosts', content: 'x' },
    edit: { path: '/etc/hosts', oldText: 'a', newText: 'b' },
    patch: { content: patch },
    read: { path: '/etc/shadow' },
  };
  const seen = new Set<string>();
  for (const agent of agents) {
    for (const [nativeName, row] of Object.entries(agent.tools)) {
      const input = inputs[row.kind];
      if (!input) continue;
      const call = { kind: row.kind, nativeName, input: fromNativeInput(row, toNativeInput(row, input)) };
      const effects = toolEffects(call, world).effects;
      const place = effects.map((effect) => ('at' in effect ? effect.at?.path : ''));
      assert.deepEqual(place, [row.kind === 'read' ? '/etc/shadow' : '/etc/hosts'], `${agent.name} ${nativeName}`);
      seen.add(agent.name);
    }
  }
  assert.ok(seen.size > 8);
});

test('the files that a tool reads are listed, so that links can be followed', () => {
  assert.deepEqual(toolEffects(ownTool('read', { path: 'notes.txt' }), world).reads, ['/home/ann/shop/notes.txt']);
  assert.deepEqual(toolEffects(ownTool('write', { path: 'notes.txt' }), world).reads, []);
});

test('commands of tools are found with their folder and machine', () => {
  const commands = (call: ToolCall) => toolEffects(call, world).commands;
  assert.deepEqual(commands(ownTool('shell', { command: 'rm -rf x' })), [{ text: 'rm -rf x' }]);
  assert.deepEqual(commands(ownTool('shell', { command: ['bash', '-lc', 'rm -rf x'], workdir: '/srv' })), [
    { text: "bash -lc 'rm -rf x'", cwd: '/srv' },
  ]);
  assert.deepEqual(commands(mcpTool('execute_command', { command: 'ls', cwd: 'a' })), [{ text: 'ls', cwd: 'a' }]);
  assert.deepEqual(commands(mcpTool('start', { command: 'rm', args: ['-rf', 'my dir'] })), [
    { text: "rm -rf 'my dir'" },
  ]);
  assert.deepEqual(commands(mcpTool('run_many', { commands: ['ls', 'pwd'] })), [{ text: 'ls' }, { text: 'pwd' }]);
  assert.deepEqual(commands(mcpTool('exec', { host: 'web1', command: 'id' }, 'ssh')), [{ text: 'id', remote: 'web1' }]);
  assert.deepEqual(commands(mcpTool('send_keys', { keys: 'rm -rf /' }, 'tmux')), [{ text: 'rm -rf /' }]);
  assert.deepEqual(commands(mcpTool('do', { task: { shellCommand: 'id' } })), [{ text: 'id' }]);
  assert.deepEqual(commands(mcpTool('create_issue', { title: 'rm -rf /', text: 'rm -rf /' })), []);
  assert.deepEqual(commands(ownTool('write', { path: 'a', content: 'x', command: 'rm -rf /' })), []);
});

test('code and SQL of tools are found', () => {
  const reading = (call: ToolCall) => toolEffects(call, world);
  assert.deepEqual(reading(mcpTool('execute_python', { code: 'print(1)' })).code, [
    { language: 'python', text: 'print(1)' },
  ]);
  assert.deepEqual(reading(mcpTool('run', { language: 'javascript', code: 'x()' }, 'sandbox')).code, [
    { language: 'javascript', text: 'x()' },
  ]);
  assert.deepEqual(reading(mcpTool('execute_sql', { query: 'drop table a' }, 'x')).sql, ['drop table a']);
  assert.deepEqual(reading(mcpTool('query', { sql: 'select 1' }, 'postgres')).sql, ['select 1']);
  assert.deepEqual(reading(mcpTool('search', { query: 'drop table a' }, 'web')).sql, []);
});

test('hostile tool input is read quickly', () => {
  const started = cpuTime();
  let deep: unknown = { path: 'x' };
  for (let level = 0; level < 5_000; level++) deep = { deep };
  const wide = Array.from({ length: 50_000 }, () => ({ path: '/etc', type: 'delete' }));
  toolEffects(mcpTool('x', { deep, wide, path: '../'.repeat(100_000) } as never), world);
  toolEffects(ownTool('patch', { content: '*** Update File: a\n--- '.repeat(100_000) }), world);
  assert.ok(cpuTime() - started < 1_000);
});
