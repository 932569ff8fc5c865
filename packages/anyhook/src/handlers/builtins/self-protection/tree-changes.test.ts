import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { home, saidIn } from '../../../../test/support/self-protection-world.js';
import { isWindows } from '../../../../test/support/systems.js';
import { treePrograms } from './tree-programs.js';

function writeFile(path: string, text = 'x'): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** A project in the usual place, below the home folder. */
const project = join(home, 'dev/proj');
writeFile(
  join(project, '.claude/settings.json'),
  '{"hooks":{"PreToolUse":[{"hooks":[{"command":"/x/anyhook-hook claude-code"}]}]}}',
);
writeFile(join(project, '.git/config'));
writeFile(join(project, 'evil/settings.json'), '{}');
writeFile(join(home, 'dotfiles/nvim/.config/nvim/init.lua'));
writeFile(join(home, 'dotfiles/claude/.claude/settings.json'), '{}');
const shell = (command: string) => saidIn(project, 'shell', { command });

/** Lines that bring files of any name to a folder with settings, or write to one in a special way. */
const attempts: Readonly<Record<string, readonly string[]>> = {
  'version control whose working tree is the home folder': [
    'git -C ~ pull',
    'git -C ~ merge x',
    'git -C ~ checkout x',
    'git -C ~ checkout x -- .claude',
    'git -C ~ checkout x -- .config/anyhook',
    'git -C ~ cherry-pick x',
    'git -C ~ reset --hard x',
    'git -C ~ read-tree -u -m x',
    'git -C ~ stash pop',
    'git -C ~ alias-of-mine',
    'cd ~ && git pull',
    'git -C .. -C .. pull',
    'git -C ~/.config pull',
    'git -C ~/.claude pull',
    'git --work-tree=$HOME checkout -f',
    'git --work-tree ~ --git-dir ~/.cfg pull',
    'git -c core.worktree=$HOME checkout x',
    'git config core.worktree ~ && git checkout x',
    'GIT_WORK_TREE=~ GIT_DIR=~/.cfg git pull',
    'export GIT_WORK_TREE=$HOME; git pull',
    "alias cfg='git --git-dir=$HOME/.cfg --work-tree=$HOME'; cfg pull",
    'yadm pull',
    'yadm reset --hard x',
    'yadm checkout x -- .claude',
    'yadm clone https://example.com/x',
    'hg -R ~ update',
    'hg --cwd ~ pull -u',
    'cd ~ && jj edit x',
    'cd ~ && git-pull',
    'bzr pull -d ~',
    'git subtree add --prefix=.claude x y',
    'git read-tree --prefix=.claude -u x',
    'git checkout-index -a --prefix=$HOME/.claude/',
    'git apply --unsafe-paths --directory=$HOME x.patch',
    'svn switch https://example.com/x ~',
    'svn co https://example.com/x ~/.claude',
    'hg clone https://example.com/x ~/.claude',
  ],
  'programs that bring a home folder its files': [
    'chezmoi apply',
    'chezmoi init --apply someone',
    'chezmoi update',
    'chezmoi apply ~/.claude',
    'vcsh cfg pull',
    'homeshick link cfg',
    'rcup',
    'dotbot -c x.yaml',
    'mackup restore',
    'home-manager switch',
    'stow -d ~/dotfiles -t ~ claude',
    'cd ~/dotfiles && stow claude',
    'cd ~/dotfiles && stow -t ~ *',
    'cp -r evil/. ~/dotfiles/nvim && cd ~/dotfiles && stow nvim',
  ],
  'programs with a target folder': [
    'npx degit a/b ~ --force',
    'copier copy a ~/.claude',
    'npx degit a/b .claude --force',
    'restic restore latest --target /',
    'restic restore latest -t ~',
    'cd ~ && borg extract x::y',
    'ansible localhost -m copy -a "src=evil/ dest=~"',
    'ansible localhost -m file -a "path=~/.claude state=absent"',
    'lftp -c "mirror h ~"',
    'docker run -v $HOME:/x img',
    'docker run -v /:/host img',
    'docker run --mount type=bind,src=$HOME/.claude,dst=/x img',
    'docker build --output type=local,dest=$HOME .',
    'make -C ~/.claude',
    'make -C .claude',
    'cmake -E copy_directory evil ~/.claude',
    'cmake --install . --prefix ~/.claude',
    'pip install --target ~/.claude x',
    'cd ~ && jar xf x.jar',
    'cd ~ && patch -p0 < x.patch',
    'cd ~ && dtrx x.zip',
    'curl -OJ --output-dir ~/.claude https://example.com/',
    'wget -x -nH -P ~ https://example.com/.claude/settings.json',
    'rclone mount x: ~/.claude',
    'find evil -exec cp -t ~/.claude {} +',
    'find evil -exec cp {} ~/.claude/ \\;',
  ],
  'programs that write to a file in a way of their own': [
    'iconv -o .claude/settings.json x',
    'xmllint --output .claude/settings.json x',
    'rsync --log-file=.claude/settings.json a b',
    'ssh -E .claude/settings.json host',
    'parallel --joblog .claude/settings.json echo ::: a',
    'systemd-run --user -p StandardOutput=file:$HOME/.claude/settings.json echo',
    'dasel put -f .claude/settings.json hooks x',
    "gdb -batch -ex 'dump memory .claude/settings.json 0 10'",
    'mkfifo .claude/settings.json',
    'trash .claude/settings.json',
    "awk '{print > FILENAME}' .claude/settings.json",
    'pv -o .claude/settings.json x',
    'wget --save-cookies .claude/settings.json https://example.com/',
    'bwrap --bind ~/.claude /x rm /x/settings.json',
    "find ~ -path '*claude*' -name '*.json' -exec rm {} +",
    'fd -H . .claude -X rm',
    'trash-put ~/.claude',
    'umount ~/.claude',
    'gunzip .claude/settings.json.gz',
    'python3 -m gzip -d .claude/settings.json.gz',
    "curl -o '.claude/#1' 'https://example.com/{settings.json}'",
    "curl -o x -w '%output{.claude/settings.json}{}' https://example.com/",
    'julia -e \'write(".claude/settings.json", "")\'',
    'elixir -e \'File.write!(".claude/settings.json", "")\'',
  ],
};

/** Everyday lines with the same programs. */
const harmless: readonly string[] = [
  'git pull --rebase',
  'git checkout main',
  'git checkout -- .',
  'git reset --hard origin/main',
  'git stash pop',
  'git -C ~/dev/x pull',
  'git -C .. pull',
  'git archive --prefix=x/ HEAD',
  'git subtree pull --prefix=lib x y',
  "awk '{print > $1}' data.txt",
  "find . -name '*.test.ts' -exec sed -i s/a/b/ {} +",
  'find . -name node_modules -exec rm -rf {} +',
  'fd -e md . docs -X rm',
  'cd ~/dev/x && git checkout x',
  'git -C ~ status',
  'git -C ~ checkout -- .vimrc',
  'git --work-tree=$HOME --git-dir=$HOME/.cfg status',
  'git --work-tree=$HOME --git-dir=$HOME/.cfg commit -am x',
  'cd ~ && git clone https://example.com/x',
  'yadm status',
  'yadm commit -m x',
  'chezmoi diff',
  'chezmoi apply ~/.vimrc',
  'chezmoi apply --dry-run',
  'cd ~/dotfiles && stow nvim',
  'stow -d stow -t build pkg',
  'hg update',
  'svn update',
  'svn co https://example.com/x ~/src/x',
  'cd ~ && svn co https://example.com/x',
  'docker run --rm -v $PWD:/w img',
  'docker run -v $HOME:/x:ro img',
  'docker run -v ~/.m2:/root/.m2 maven',
  'docker exec box ls /root',
  'make -C src',
  'make install PREFIX=$HOME/.local',
  'cmake --install . --prefix ~/.local',
  './configure --prefix=$HOME/.local',
  'python3 -m venv ~/venv',
  'restic restore latest --target /tmp/r',
  'restic backup ~',
  'code ~',
  'open ~',
  'python3 report.py ~',
  './report.sh ~',
  'du -sh ~',
  'wget -P ~ https://example.com/font.zip',
  'curl --output-dir ~ -O https://example.com/y.zip',
  'patch -p1 < x.patch',
  'npx degit a/b new',
  'ansible localhost -m copy -a "src=x dest=~/y"',
  'gunzip data.json.gz',
  'iconv -f latin1 -t utf8 x > y',
  'trash notes.md',
  'rclone copy x: ~/backup',
  'find src -exec cp {} dist/ \\;',
];

const skip = isWindows && 'paths of a Unix shell';
for (const [kind, lines] of Object.entries(attempts))
  describe(kind, { skip }, () => {
    for (const line of lines) test(`does not pass: ${line}`, () => assert.notEqual(shell(line), 'pass'));
  });

describe('the same programs in other folders', { skip }, () => {
  for (const line of harmless) test(`passes: ${line}`, () => assert.equal(shell(line), 'pass'));
});

test('a tool that checks out, clones or unpacks is judged by its target folder', { skip }, () => {
  const says = (tool: string, input: Readonly<Record<string, unknown>>) => saidIn(project, `mcp__x__${tool}`, input);
  assert.equal(says('git_pull', { repo: home }), 'ask');
  assert.equal(says('git_checkout', { repo_path: home, branch: 'x' }), 'ask');
  assert.equal(says('clone', { url: 'https://example.com/x', path: join(home, '.claude') }), 'ask');
  assert.equal(says('unzip', { file: 'x.zip', to: join(home, '.config') }), 'ask');
  assert.equal(saidIn(project, 'shell', { command: 'git pull', workdir: home }), 'ask');
  assert.equal(says('git_pull', { repo: project }), 'pass');
  assert.equal(says('git_status', { repo: home }), 'pass');
  assert.equal(says('clone', { url: 'https://example.com/x', path: join(home, 'dev/x') }), 'pass');
});

test('a changing command of a program that always works in the home folder does not pass', { skip }, () => {
  for (const [name, { folder, changes, quiet }] of Object.entries(treePrograms)) {
    if (folder !== 'home' || name === 'nix') continue;
    const order = ['', ' pull', ' apply', ' link', ' switch', ' install', ' deploy', ' add', ' restore'].find(
      (one) =>
        changes?.test(one) || (changes === undefined && quiet === undefined) || quiet?.test(one.trim()) === false,
    );
    assert.notEqual(shell(`${name}${order}`), 'pass', name);
  }
});
