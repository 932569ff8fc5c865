import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { home, said } from '../../../../test/support/self-protection-world.js';

const yaml = '.agents/anyhook.yaml';
const state = join(home, '.local/state/anyhook/off.json');

type Call = readonly [tool: string, input: Readonly<Record<string, unknown>>];

/** Calls that change guarded files. None may pass. */
const attempts: Readonly<Record<string, readonly Call[]>> = {
  'a tool that runs commands': [
    ['mcp__shell__execute_command', { command: 'anyhook off' }],
    ['mcp__shell__execute', { cmd: 'rm -rf ~/.local/state/anyhook' }],
    ['mcp__x__terminal', { script: 'rm .agents/anyhook.yaml' }],
    ['mcp__x__run', { command: ['rm', '-rf', '.agents'] }],
    ['mcp__x__run', { command: 'rm', args: ['-rf', state] }],
    ['mcp__x__run', { command: 'rm', args: [yaml] }],
    ['mcp__x__python', { code: "open('.agents/anyhook.yaml', 'w').write('')" }],
    ['mcp__x__python', { code: "import os\nos.remove(os.path.join(home, '.claude', 'settings.json'))" }],
    ['mcp__x__batch', { steps: [{ commands: ['ls', 'anyhook approve --yes'] }] }],
    ['mcp__x__read_output', { command: 'anyhook trust --yes' }],
    ['some_tool', { commandLine: 'anyhook uninstall --yes' }],
    ['mcp__x__call', { arguments: JSON.stringify({ command: 'anyhook off' }) }],
  ],
  'a name without a writing word': [
    ['mcp__fs__put', { path: yaml }],
    ['mcp__fs__copy_file', { from: 'x', to: yaml }],
    ['mcp__fs__rm', { path: yaml }],
    ['mcp__fs__rm', { path: '.agents' }],
    ['mcp__fs__unlink', { path: state }],
    ['mcp__fs__set_contents', { path: yaml, text: '' }],
    ['mcp__fs__do', { path: yaml }],
    ['mcp__db__query', { database: state, sql: 'delete from tasks' }],
    ['mcp__fs__trash', { folder: '.agents' }],
    ['upload', { destination: yaml }],
  ],
  'a field with another name': [
    ['mcp__fs__write', { filepath: yaml }],
    ['mcp__fs__write', { target: yaml }],
    ['mcp__fs__write', { uri: `file://${state}` }],
    ['mcp__fs__write', { uri: 'file:///x/%2eagents/anyhook.yaml' }],
    ['mcp__fs__write', { relative_path: yaml }],
    ['mcp__fs__write', { absolutePath: state }],
    ['mcp__fs__write', { files: [{ file_path: yaml }] }],
    ['mcp__fs__write', { edits: [{ path: 'a' }, { path: yaml }] }],
    ['mcp__fs__write', { a: { b: { c: [[{ d: yaml }]] } } }],
    ['mcp__fs__write', { changes: { [yaml]: 'hooks: []' } }],
    ['mcp__fs__apply', { diff: `--- a/${yaml}\n+++ b/${yaml}\n@@ -1 +1 @@\n-a\n+b\n` }],
    ['edit', { path: 'a', more: [{ file: yaml }] }],
  ],
  'settings of a connected agent': [
    ['write', { path: '.claude/settings.local.json', content: '{"env":{"ANYHOOK":"off"}}' }],
    ['write', { path: '~/.claude/settings.local.json', content: '{}' }],
    ['write', { path: 'packages/a/.claude/settings.json', content: '{"disableAllHooks":true}' }],
    ['edit', { path: '~/.kimi/config.toml', oldText: 'a', newText: 'b' }],
    ['write', { path: '.clinerules/hooks/TaskStart', content: '' }],
    ['write', { path: '~/.qwen/trustedFolders.json', content: '{}' }],
    ['mcp__fs__rename', { source: '~/.claude/settings.json', destination: 'x' }],
  ],
  'the program of anyhook': [
    ['write', { path: 'node_modules/anyhook/dist/run/run.cjs', content: '' }],
    ['write', { path: join(process.cwd(), 'packages/anyhook/dist/run/run.cjs'), content: '' }],
    ['mcp__fs__delete', { path: 'node_modules/anyhook' }],
    ['write', { path: '~/.local/share/anyhook/versions/1.0.0-0123456789abcdef/bin/anyhook.cjs', content: '' }],
  ],
  'a path in another spelling': [
    ['mcp__fs__put', { files: { [state]: '{}' } }],
    ['mcp__fs__put', { path: '%2Eagents/anyhook.yaml' }],
    ['mcp__fs__put', { uri: 'file:///x/.%61gents/%61nyhook.yaml#L1' }],
    ['mcp__fs__put', { path: ` ${yaml}\n` }],
    ['mcp__fs__put', { path: `"${yaml}"` }],
    ['mcp__fs__put', { dir: '~/.claude', name: 'settings.json' }],
    ['mcp__fs__put', { path: ['.agents', 'anyhook.yaml'] }],
    ['mcp__fs__put', { paths: `a.txt\n${yaml}` }],
    ['mcp__fs__put', { payload: '{"path":".a\\u0067ents/\\u0061nyhook.yaml"}' }],
    ['mcp__fs__put', { payload: JSON.stringify(JSON.stringify({ path: yaml })) }],
  ],
  'a name with a reading word for a tool that writes': [
    ['mcp__fs__copy_tree', { dst: yaml }],
    ['mcp__fs__set_status', { path: yaml }],
    ['mcp__fs__fetch_to_file', { path: yaml }],
    ['mcp__fs__find_and_sed', { path: yaml }],
    ['mcp__fs__check_out', { path: yaml }],
  ],
  'a tool or field that runs what it gets': [
    ['mcp__term__send_keys', { text: 'anyhook off\n' }],
    ['mcp__term__write_stdin', { chars: 'rm -rf ~/.local/state/anyhook\n' }],
    ['mcp__term__do', { bash_command: 'anyhook off' }],
    ['mcp__term__do', { shellCommand: 'anyhook off' }],
    ['mcp__term__exec', { line: 'anyhook off' }],
    ['mcp__term__do', { exe: 'anyhook', params: ['off'] }],
    ['mcp__term__do', { command: 'anyhook', args: 'off' }],
    ['mcp__term__do', { command: 'rm -rf anyhook', path: '~/.local/state' }],
    ['mcp__py__run_cell', { cell: "open('.agents/anyhook.yaml', 'w')" }],
    ['mcp__db__do', { sql: `ATTACH '${state}' AS a` }],
    ['shell', { command: 'ls', cmd: 'anyhook off' }],
  ],
  'a patch of another form': [
    ['mcp__x__apply', { patch: `diff --git a/x b/${yaml}\nrename from x\nrename to ${yaml}\n` }],
    ['mcp__x__apply', { patch: `diff --git a/${yaml} b/${yaml}\nold mode 100644\nnew mode 100000\n` }],
    ['mcp__x__apply', { patch: `  *** Update File: ${yaml}\n@@` }],
    ['mcp__x__apply', { patch: `+++ "b/${yaml}"\n@@\n` }],
    ['mcp__x__apply', { patch: ['*** Begin Patch', `*** Update File: ${yaml}`, '@@'] }],
  ],
  'a file that the shell of a person runs': [
    ['write', { path: '~/.bashrc', content: 'anyhook approve --yes\n' }],
    ['edit', { path: '~/.zshrc', oldText: 'a', newText: 'anyhook off' }],
  ],
  'a folder for the shell': [
    ['shell', { command: 'rm -rf anyhook', workdir: '~/.local/state' }],
    ['shell', { command: 'rm anyhook.yaml', cwd: '.agents' }],
  ],
};

const harmless: readonly Call[] = [
  ['read', { path: yaml }],
  ['search', { query: 'anyhook approve', path: '.agents' }],
  ['fetch', { url: 'https://example.com/.claude/settings.json', prompt: 'read' }],
  ['task', { prompt: 'explain .agents/anyhook.yaml and ~/.claude/settings.json' }],
  ['mcp__fs__read_file', { path: '~/.claude/settings.json' }],
  ['mcp__fs__list_directory', { path: '.agents' }],
  ['mcp__git__git_diff', { target: yaml }],
  ['mcp__x__run_tests', { path: '.agents/hooks/own' }],
  ['mcp__x__execute', { command: 'cat .agents/anyhook.yaml' }],
  ['mcp__x__execute', { command: 'npm test -- hooks' }],
  ['mcp__x__execute', { command: 'cat /x/.claude/settings.json' }],
  ['mcp__fs__write_file', { path: 'docs/x.md', content: 'edit .claude/settings.json\nthen run anyhook approve\n' }],
  ['write', { path: 'docs/x.md', content: '.claude/settings.json' }],
  ['edit', { path: 'README.md', oldText: yaml, newText: '.agents/other.yaml' }],
  ['write', { path: '.gemini/settings.json', content: '{}' }],
  ['write', { path: 'src/settings.json', content: '{}' }],
  ['write', { path: 'config.toml', content: '' }],
  ['write', { path: '.claude/agents/reviewer.md', content: 'x' }],
  ['write', { path: 'packages/anyhook/dist/index.js', content: '' }],
  ['write', { path: '~/.bashrc', content: 'export EDITOR=vim\n' }],
  ['mcp__x__sequentialthinking', { thought: 'the user could run anyhook off or edit ~/.claude/settings.json' }],
  ['mcp__memory__create_entities', { entities: [{ name: 'anyhook', observations: ['anyhook trust asks'] }] }],
  ['mcp__slack__post_message', { channel: 'dev', text: 'please run anyhook approve' }],
  ['mcp__db__execute_sql', { sql: "select * from settings where name = 'hooks'" }],
  ['mcp__github__create_issue', { title: 'settings', body: 'the hooks in .claude/settings.json fail' }],
];

for (const [kind, calls] of Object.entries(attempts))
  describe(kind, () => {
    for (const [tool, input] of calls)
      test(`does not pass: ${tool} ${JSON.stringify(input).replaceAll(home, '~')}`, () =>
        assert.notEqual(said(tool, input), 'pass'));
  });

describe('harmless calls', () => {
  for (const [tool, input] of harmless)
    test(`passes: ${tool} ${JSON.stringify(input)}`, () => assert.equal(said(tool, input), 'pass'));
});

test('a deep, wide or large input is searched in bounded time', () => {
  let deep: unknown = yaml;
  for (let i = 0; i < 2_000; i++) deep = [deep];
  for (const input of [
    { deep },
    { wide: Array.from({ length: 50_000 }, () => 'anyhook') },
    { big: 'hooks/'.repeat(1e6) },
  ])
    assert.ok(['pass', 'ask', 'deny'].includes(said('mcp__x__put', input)));
});
