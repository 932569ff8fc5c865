import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { cwd, home, said } from '../../../../test/support/self-protection-world.js';

function writeFile(path: string, text = ''): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
writeFile(join(home, '.claude/skills/pdf/SKILL.md'));
writeFile(join(cwd, 'texts/SKILL.md'));
writeFile(join(cwd, 'evil/hooks/hooks.json'));
symlinkSync(join(cwd, 'texts'), join(home, '.claude/skills/linked'));

const full = (path: string) => path.replace(/^~/, home);

/** Files from which an agent loads code or commands; most of these agents are not connected here. */
const codeFiles: readonly string[] = [
  '~/.claude/skills/q/hooks/hooks.json',
  '~/.claude/skills/q/hooks/register.js',
  '~/.claude/skills/q/register.js',
  '~/.claude/skills/q/.claude-plugin/plugin.json',
  '.claude/skills/q/hooks/hooks.json',
  '.claude/skills/q/.claude-plugin/plugin.json',
  '.claude-plugin/plugin.json',
  'sub/deep/.claude/skills/q/hooks/x/y.json',
  '~/.config/opencode/plugins/x.ts',
  '~/.config/opencode/plugin/x.ts',
  '.opencode/plugins/x.ts',
  '.opencode/plugin/x.js',
  '~/.config/kilo/plugin/x.ts',
  '.kilo/plugins/x.ts',
  '.kilocode/plugin/x.ts',
  '~/.config/kilo/kilo.json',
  '~/.pi/agent/extensions/x.ts',
  '.pi/extensions/x/index.ts',
  '~/.kimi-code/config.toml',
  '~/.kimi/config.toml',
  '~/.grok/disabled-hooks',
  '~/.grok/hooks/x.json',
  '~/.copilot/hooks/x.json',
  '~/.grok/config.toml',
  '~/.reasonix/settings.json',
  '.reasonix/settings.json',
  '~/.openclaw/openclaw.json',
  '~/.openclaw/workspace/hooks/x/handler.ts',
  '~/.openclaw/workspace-work/hooks/x/handler.ts',
  '~/.config/opencode/config.json',
  '~/.config/opencode/opencode.jsonc',
  '~/.pi/agent/git/github.com/a/b/index.ts',
  '~/.pi/agent/npm/node_modules/x/index.ts',
  '.pi/npm/node_modules/x/index.ts',
  '~/.claude/plugins/cache/m/q/1/hooks/hooks.json',
  '~/.claude/plugins/known_marketplaces.json',
];

/** Text files of skills, and files with similar names. */
const otherFiles: readonly string[] = [
  '.claude/skills/q/SKILL.md',
  '~/.claude/skills/q/SKILL.md',
  '~/.claude/skills/q/scripts/fill.py',
  '~/.claude/skills/q/references/a.md',
  '~/.claude/skills/q/scripts/run.js',
  '~/.claude/CLAUDE.md',
  '.claude/agents/x.md',
  '.claude/commands/x.md',
  'src/plugin.json',
  'src/hooks/useThing.ts',
  'plugins/vite.ts',
  '~/.openclaw/workspace/notes.md',
];

const bringingCommands: readonly string[] = [
  'cp -r evil/. ~/.claude/skills/new',
  'cp -r evil ~/.claude/skills/new',
  'mv evil ~/.claude/skills/new',
  'rsync -a evil/ ~/.claude/skills/new',
  'cp -rT evil .claude/skills/q',
  'install -D evil.js ~/.claude/skills/q/hooks/r.js',
  'dd if=evil.js of=$HOME/.pi/agent/extensions/e.ts',
  "python3 -c \"import shutil; shutil.copytree('evil', '/home/dev/.claude/skills/q/hooks')\"",
  "node -e \"fs.cpSync('evil', '.opencode/plugin', {recursive:true})\"",
  'wget -P ~/.config/opencode/plugins https://x/y.ts',
  'wget -O .opencode/plugin/y.ts https://x/y.ts',
  "find evil -name '*.js' -exec cp {} ~/.claude/skills/q/hooks/ \\;",
  'ls evil | xargs -I{} cp evil/{} ~/.pi/agent/extensions/',
  'ln evil.js ~/.claude/skills/q/hooks/register.js',
  'cat > ~/.CLAUDE/skills/q/hooks/hooks.json <<< x',
  'D=~/.claude/skills/q; mkdir -p $D/hooks; echo x > $D/hooks/hooks.json',
  "cd ~/.claude/skills && mkdir q && cd q && mkdir .claude-plugin && echo '{}' > .claude-plugin/plugin.json",
  'echo eA== | base64 -d > ~/.claude/skills/q/hooks/hooks.json',
  "bash -c 'echo x > ~/.config/kilo/plugins/a.ts'",
  'pwsh -c "Set-Content ~/.claude/skills/q/hooks/hooks.json x"',
  'printf x | sponge ~/.grok/hooks/x.json',
  "jq '.hooks={}' a > ~/.reasonix/settings.json",
  'perl -i -pe s/a/b/ ~/.openclaw/openclaw.json',
  'git -C ~/.claude/skills clone https://x/y',
  'git -C ~/.claude/skills/x pull',
  'cd ~/.claude/skills/x && git checkout main',
  'npx skills add a/b',
  'npx -y openskills install a/b',
  'gh repo clone a/b ~/.claude/skills/b',
  'git worktree add ~/.claude/skills/q main',
  'git submodule add https://x/y .claude/skills/q',
  'npx degit a/b .claude/skills/q',
  'npm install --prefix ~/.config/opencode/plugins x',
  'curl -s https://x/a.tgz | tar xz -C ~/.claude/skills/q',
  'tar xf a.tgz --one-top-level=.claude/skills/q',
  'patch -p1 -d .claude/skills/q < a.patch',
  'tee -a ~/.kimi-code/config.toml < x',
  'mkdir -p ~/.claude/skills/q/hooks && echo x > ~/.claude/skills/q/hooks/register.js',
  'cp evil.js ~/.claude/skills/q/hooks/register.js',
  'cp -r evil ~/.claude/skills/q',
  'cp -r evil ~/.claude/skills/',
  'mv evil ~/.claude/skills/q',
  'ln -s /tmp/evil ~/.claude/skills/q',
  'ln -s /tmp/evil ~/.claude/skills',
  'git clone https://github.com/a/b ~/.claude/skills/q',
  'cd ~/.claude/skills && git clone https://github.com/a/b',
  'tar xf a.tgz -C ~/.claude/skills',
  'unzip a.zip -d .claude/skills/q',
  'rsync -a evil/ ~/.claude/skills/q/',
  "echo '{}' | tee ~/.claude/skills/q/.claude-plugin/plugin.json",
  'cd ~/.claude/skills/q && mkdir hooks && cd hooks && echo \'{"modules":["./r.js"]}\' > hooks.json',
  'curl -o ~/.claude/skills/q/hooks/r.js https://x/y.js',
  "python3 -c \"open('/home/dev/.claude/skills/q/hooks/hooks.json','w').write('x')\"",
  "python3 -c \"import os; p=os.path.expanduser('~/.claude/skills'); open(p+'/q/.claude-plugin/plugin.json','w')\"",
  "node -e \"require('fs').writeFileSync(process.env.~+'/.config/opencode/plugins/x.js','1')\"",
  'echo global/x >> ~/.grok/disabled-hooks',
  'sed -i s/a/b/ ~/.kimi-code/config.toml',
  'cp x ~/.claude/skills/*/hooks/hooks.json',
  'echo x > .claude/skills/$NAME/hooks/hooks.json',
  'claude plugin install q@m',
  'claude plugin marketplace add ./m',
  'claude plugin enable q@m',
  'pi install npm:x',
  'gemini extensions install https://x',
  'opencode plugin install x',
  'openclaw plugins install --link ./x --force',
  'kilo plugin add x',
  'npx @anthropic-ai/claude-code plugin install q@m',
];

const otherCommands: readonly string[] = [
  'mkdir -p ~/.claude/skills/q/hooks',
  'git -C ~/.claude/skills/x status',
  'npx skills list',
  'npm i skills',
  "mkdir -p .claude/skills/q && cat > .claude/skills/q/SKILL.md <<'E'",
  'echo x > .claude/skills/$NAME/SKILL.md',
  'cat ~/.claude/skills/q/hooks/hooks.json',
  'ls -la ~/.claude/skills ~/.claude/plugins',
  'python3 ~/.claude/skills/pdf/scripts/fill.py in.pdf out.pdf',
  'node ~/.claude/skills/pdf/run.js --x',
  'node .claude/skills/pdf/scripts/run.js a b',
  'git add .claude/skills && git commit -m "skills"',
  'rm -rf ~/.claude/skills/q',
  'npm run build:plugin',
  'grep -rn modules ~/.claude/skills',
  'git pull',
  'git clone https://github.com/a/plugin',
  'tar xf plugin.tgz',
  'npx prettier --write .claude/skills/q/SKILL.md',
  'wc -l .claude/skills/*/SKILL.md',
  "find .claude/skills -name '*.md'",
  'claude plugin list',
  'claude plugin validate .',
  'aws cloudfront create-invalidation --distribution-id E2 --paths "/*"',
  'shopify theme pull --ignore=config/*',
  'goose run x.yaml --exclude "*.test.js,dist/*"',
  'codex plugin list',
  'cp -r docs/* out/',
  'claude plugin details q@m',
];

describe('files from which agents load code', () => {
  for (const file of codeFiles)
    test(file, () => {
      assert.equal(said('Write', { file_path: full(file), content: 'x' }), 'ask');
      assert.equal(said('Edit', { file_path: full(file), old_string: 'a', new_string: 'b' }), 'ask');
      assert.equal(said('mcp__files__write_file', { path: full(file), content: 'x' }), 'ask');
      const quoted = file.startsWith('~') ? file : `"${file}"`;
      for (const command of [`echo x > ${quoted}`, `cp evil.js ${quoted}`, `tee ${quoted} < a`, `mv a ${quoted}`])
        assert.equal(said('shell', { command }), 'ask', command);
      assert.equal(said('Read', { file_path: full(file) }), 'pass');
      assert.equal(said('shell', { command: `cat ${quoted}` }), 'pass');
    });
});

describe('files that agents do not load code from', () => {
  for (const file of otherFiles)
    test(file, () => {
      assert.equal(said('Write', { file_path: full(file), content: 'x' }), 'pass');
      assert.equal(said('shell', { command: `echo x > ${file}` }), 'pass');
    });
});

describe('commands that write code to a place where agents load it', () => {
  for (const command of bringingCommands) test(command, () => assert.equal(said('shell', { command }), 'ask'));
});

describe('commands that write no code to such a place', () => {
  for (const command of otherCommands) test(command, () => assert.equal(said('shell', { command }), 'pass'));
});

test('a copy asks if it contains code, and does not if it contains only text', () => {
  writeFile(join(cwd, 'dot/.claude/skills/q/hooks/hooks.json'));
  for (const to of ['~/.claude/skills/', '~/.claude/skills/new'])
    for (const [from, decision] of [
      ['texts', 'pass'],
      ['evil', 'ask'],
    ] as const)
      for (const copy of ['cp -r', 'mv', 'rsync -a'])
        assert.equal(said('shell', { command: `${copy} ${from} ${to}` }), decision, `${copy} ${from} ${to}`);
  for (const command of ['cp -r dot/.claude ~/', 'cp -r dot/. ~/', 'rsync -a dot/ ~/', 'cp -r dot/.claude sub/'])
    assert.equal(said('shell', { command }), 'ask', command);
});

test('replacing a skill with a link asks, whether or not the skill existed', () => {
  for (const name of ['new', 'linked']) {
    const command = `ln -sfn /tmp/evil ~/.claude/skills/${name}`;
    assert.equal(said('shell', { command }), 'ask', command);
  }
});

test('a patch that adds a module to a skill asks, one that changes its text does not', () => {
  const patch = (file: string) => `*** Begin Patch\n*** Add File: ${file}\n+x\n*** End Patch\n`;
  assert.equal(said('apply_patch', { input: patch('.claude/skills/q/hooks/hooks.json') }), 'ask');
  assert.equal(said('apply_patch', { input: patch('.claude/skills/q/SKILL.md') }), 'pass');
});
