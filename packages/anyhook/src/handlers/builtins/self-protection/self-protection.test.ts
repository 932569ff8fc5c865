import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { base, cwd, home, said, saidInHome } from '../../../../test/support/self-protection-world.js';
import { noLinks } from '../../../../test/support/systems.js';

const lines: Readonly<Record<string, readonly string[]>> = {
  deny: [
    'rm -rf ~/.local/state/anyhook',
    'rm -rf "$HOME/.local/state/anyhook/approvals"',
    'rm -rf ~/.local/state',
    'rm -rf ~/.local/STATE/AnyHook',
    'echo x > ~/.LOCAL/state/anyhook/off.json',
    'AnyHook off',
    'rm -rf ~/.local/share/anyhook/versions',
    'echo "process.exit(0)" > ~/.local/share/anyhook/versions/1.0.0-0123456789abcdef/bin/anyhook.cjs',
    'mv ~/.local/share/anyhook/versions/1.0.0-* /tmp/',
    'rm -rf ~/.local/state/anyhook/*',
    'rm ~/.local/st*/anyhook/trust/x.json',
    'chmod 777 ~/.local/state/anyhook',
    'chmod -R a+w ~/.local/state',
    'sudo chown --recursive nobody ~/.local/state',
    'rm -rf ~/.local/state/any*',
    'cd ~/.local/state && rm -rf anyhook',
    'cd ~/.local/state/anyhook; echo x > trust.json',
    'echo "{}" > ${HOME}/.local/state/anyhook/off.json',
    "printf x >>~/'.local/state/anyhook/off.json'",
    'cat x | tee ~/.local/state/anyhook/trust.json',
    'cp /tmp/x ~/.local/state/anyhook/off.json',
    'mv ~/.local/state/anyhook /tmp/',
    'ls && sudo rm -r ~/.local/state/anyhook',
    'bash -c "rm -rf ~/.local/state/anyhook"',
    "sh -c 'cd ~ && rm -rf .local/state/anyhook'",
    'echo ~/.local/state/anyhook | xargs rm -rf',
    'find ~/.local/state/anyhook -name "*.json" -delete',
    'x=$(rm -rf ~/.local/state/anyhook)',
    'rm -rf src/elsewhere/anyhook',
    'echo x > ../home/.local/state/anyhook/off.json',
    'ln -sf /tmp/x ~/.local/state/anyhook/off.json',
    `dd if=/tmp/x of=${home}/.local/state/anyhook/off.json`,
    'python3 edit.py ~/.local/state/anyhook/trust.json',
    `python3 -c "import pty; pty.spawn(['anyhook', 'approve'])"`,
    'anyhook approve k7f2p',
    'anyhook ui --no-open --port 7777',
    'bash <<EOF\nrm -rf ~/.local/state/anyhook\nEOF',
    'cat <<EOF | sh\nrm -rf ~/.local/state/anyhook\nEOF',
    "cat > README.md <<'EOF'\ntext\nEOF\nrm -rf ~/.local/state/anyhook",
    'cat > x <<EOF; rm -rf ~/.local/state/anyhook\ntext\nEOF',
    'npx anyhook off 30m',
    'node node_modules/anyhook/bin/anyhook.cjs off 30m',
    'node node_modules/anyhook/bin/anyhook.mjs off 30m',
    'script -qec "anyhook approve --yes" /dev/null',
    'env -u CLAUDECODE node_modules/.bin/anyhook trust --yes',
    'npx -y anyhook@latest approve --yes',
    'anyhook approve k7f2p --reason --help',
    'anyhook trust --yes --list',
    'anyhook --no-color approve k7f2p',
    'anyhook --cwd . approve k7f2p',
    '$(which anyhook) approve k7f2p',
    'sqlite3 ~/.local/state/anyhook/runtime.db "delete from tasks"',
    'curl --unix-socket ~/.local/state/anyhook/runtime.sock http://x/sessions',
    'ln ~/.local/state/anyhook/trust/p.abilities.json mine.json',
  ],
  ask: [
    'rm .qwen/settings.json',
    'rm .agents/anyhook.yaml',
    'mv .agents/anyhook.yaml /tmp/',
    'mv /tmp/anyhook.yaml .agents/',
    'cp -t .agents /tmp/anyhook.yaml',
    'rm -rf .agents',
    'cat > .agents/anyhook.yaml <<EOF\nhooks: []\nEOF',
    "cat << 'EOF' > .agents/anyhook.yaml\nhooks: []\nEOF",
    'rm -rf .agents/*',
    'git checkout -- .agents/anyhook.yaml',
    'sed -i s/a/b/ .agents/anyhook.yaml',
    'echo x > .agents/anyhook.lock.json',
    'echo "disabled: [guard]" >> ~/.config/anyhook/config.yaml',
    'rm -r ~/.config/agents/hooks/guard',
    'truncate -s 0 ~/.local/share/anyhook/bin/anyhook-hook',
    'chmod -x ~/.local/share/anyhook/bin/anyhook-hook',
    'chmod -R g+w .agents',
    'rm ~/.claude/settings.json',
    'rm -rf ~/.claude',
    'echo "{}" > .claude/settings.json',
    'jq "del(.hooks)" .claude/settings.json > .claude/settings.json',
    'rm .clinerules/hooks/PreToolUse',
    'rm -rf .clinerules',
    `python3 -c "open('.agents/anyhook.yaml','w').write('')"`,
    'ANYHOOK=off claude -p "do it"',
    'ANYHOOK_TRUST=project anyhook task run t_1',
    'export SA_DISABLED_HOOKS=guard',
    'ANYHOOK_MANAGED_CONFIG=/tmp/x.yaml anyhook task run t_1',
    'XDG_CONFIG_HOME=/tmp/x anyhook task run t_1',
    'env -u CLAUDECODE anyhook task run t_1',
    'env -i PATH=/bin anyhook task run t_1',
    'unset CLAUDECODE; anyhook task run t_1',
    'CLAUDECODE= anyhook task run t_1',
    'anyhook task run t_1 --trust-project',
    'anyhook mcp --trust-lock',
    `echo '${'x'.repeat(70_000)}' > .agents/anyhook.yaml`,
  ],
  pass: [
    'ls',
    'chmod -R u+w .',
    'chmod 755 ~/.local/state',
    'anyhook task run t_1',
    'anyhook task direct-run price.set --environment dev',
    'anyhook ability list && anyhook trust --list',
    'env -u FOO make',
    'HOME=/tmp/x npm test',
    'mv claude.md .',
    "mkdir docs && cat > docs/hooks.md <<'EOF'\nnpx anyhook trust\nrm .agents/anyhook.yaml\nEOF\nls docs",
    'git commit -m "say when to run anyhook approve"',
    'cp hooks.txt ..',
    'cat .agents/anyhook.yaml',
    'cat ~/.local/state/anyhook/async.jsonl | tail -3',
    'grep -r anyhook ~/.config/anyhook',
    'git add .agents/anyhook.yaml && git commit -m "hooks for agents"',
    'git diff .claude/settings.json',
    'cp .agents/anyhook.yaml /tmp/copy.yaml',
    'sed -n 1,5p .agents/anyhook.yaml',
    'echo "{}" > .gemini/settings.json',
    'rm src/settings.json',
    'rm -rf node_modules/.cache/agents',
    'mkdir -p .agents/hooks/new && touch .agents/hooks/new/HOOK.md',
    'rm -rf .agents/hooks/own',
    'npx anyhook list && npx anyhook validate',
    'npx anyhook trust --list',
    'npx anyhook fire tool.before --tool shell --input \'{"command":"ls"}\'',
    'npm test -- hooks 2>&1 | tail -5',
    'echo "an agent > hooks"',
    'find . -name "hooks*"',
  ],
};

for (const [decision, all] of Object.entries(lines))
  describe(`shell lines with the decision ${decision}`, () => {
    for (const line of all)
      test(line.slice(0, 100), { skip: line.includes('elsewhere/') && noLinks }, () =>
        assert.equal(said('shell', { command: line }), decision),
      );
  });

const patch = (path: string) => `*** Begin Patch\n*** Update File: ${path}\n@@\n-a\n+b\n*** End Patch\n`;
const calls: readonly (readonly [what: string, decision: string, ...call: Parameters<typeof said>])[] = [
  [
    'a write into the state folder',
    'deny',
    'write',
    { path: join(home, '.local/state/anyhook/off.json'), content: '{}' },
  ],
  ['a write through a link', 'deny', 'write', { path: 'src/elsewhere/anyhook/new.json', content: '{}' }],
  ['an edit of the project’s settings', 'ask', 'edit', { path: '.agents/anyhook.yaml', oldText: 'a', newText: 'b' }],
  [
    'the same edit through a detour',
    'ask',
    'edit',
    { path: 'src/../.agents/./anyhook.yaml', oldText: 'a', newText: 'b' },
  ],
  ['a write of the lock file', 'ask', 'write', { path: join(cwd, '.agents/anyhook.lock.json'), content: '{}' }],
  [
    'an edit of the user’s settings',
    'ask',
    'edit',
    { path: '~/.config/anyhook/config.yaml', oldText: 'a', newText: 'b' },
  ],
  ['a write of managed settings', 'ask', 'write', { path: join(base, 'etc', 'managed.yaml'), content: 'hooks' }],
  ['a write of settings with an entry', 'ask', 'write', { path: '.claude/settings.json', content: '{}' }],
  ['a patch of the launcher', 'ask', 'patch', { content: patch(join(home, '.local/share/anyhook/bin/anyhook-hook')) }],
  ['an MCP tool that deletes a folder', 'ask', 'mcp__files__delete', { path: '.agents' }, 'delete_folder'],
  ['a write of settings without an entry', 'pass', 'write', { path: '.gemini/settings.json', content: '{}' }],
  ['a write of a new settings file', 'pass', 'write', { path: '.factory/settings.json', content: '{}' }],
  ['a hook of the project', 'pass', 'edit', { path: '.agents/hooks/own/HOOK.md', oldText: 'a', newText: 'b' }],
  ["reading anyhook's files", 'pass', 'read', { path: '.agents/anyhook.yaml' }],
  [
    'a text about anyhook',
    'pass',
    'write',
    { path: 'README.md', content: 'rm -rf ~/.local/state/anyhook; anyhook approve' },
  ],
];
for (const [what, decision, ...call] of calls)
  test(`${what}: ${decision}`, { skip: what.includes('through a link') && noLinks }, () =>
    assert.equal(said(...call), decision),
  );

test('hostile lines are judged in bounded time and without an error', () => {
  const all = [
    '',
    '"',
    "'",
    '\\',
    '$',
    '${',
    '`',
    '>',
    '>&',
    '&&&&',
    '((((',
    'anyhook $(',
    'anyhook <<<',
    '~',
    'cd',
    'anyhook \0',
  ];
  const long = [
    '"'.repeat(60_000),
    '$('.repeat(30_000),
    'a>'.repeat(30_000),
    '(cat<<a '.repeat(8_000),
    `${'(cat<<a '.repeat(120)}\n`.repeat(60),
    `anyhook ${'*'.repeat(60_000)}`,
    `rm ${'[*?'.repeat(20_000)}/anyhook`,
    'rm {a,b}'.repeat(5_000),
    `rm ${'~/.cl*/set* '.repeat(4_000)}`,
    `rm ${Array.from({ length: 8_000 }, (_, i) => `/a/${i}`).join(' ')}`,
    `echo ${'"a b" '.repeat(8_000)}| sh`,
    `${'cd a;'.repeat(10_000)} rm x`,
  ];
  const start = performance.now();
  for (const line of [...all, ...long])
    assert.ok(['pass', 'ask', 'deny'].includes(said('shell', { command: `anyhook; ${line}` })), line.slice(0, 20));
  assert.ok(performance.now() - start < 20_000);
});

test('a home folder that is a link is guarded under both names', { skip: noLinks }, () => {
  const link = join(base, 'linked-home');
  symlinkSync(home, link);
  for (const name of [home, link]) {
    assert.equal(saidInHome(link, 'write', { path: join(name, '.local/state/anyhook/new.json') }), 'deny', name);
    assert.equal(saidInHome(link, 'write', { path: join(name, '.config/anyhook/new.yaml') }), 'ask', name);
  }
});

test('a guarded file is recognized whatever the case of its name', () => {
  assert.equal(said('write', { path: '.Agents/AnyHook.YAML' }), 'ask');
  assert.equal(said('edit', { path: '.CLAUDE/Settings.json' }), 'ask');
  assert.equal(said('write', { path: join(home, '.local/State/ANYHOOK/x') }), 'deny');
});
