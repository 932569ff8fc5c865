import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { env, freshMachine, person } from './init-fresh.js';
import { initMachine, terminal } from './init-world.js';

const settings = '~/.claude/settings.json';
const config = '~/.config/anyhook/config.yaml';
const claude = ['--agent', 'claude-code'];

test('without hooks, --yes writes the recommended set and proves a denial, and uninstall reverts it all', async (t) => {
  const here = freshMachine(t);
  const before = here.tree();
  const { code, stdout } = await here.run(['init', '--yes'], { env });
  assert.equal(code, 0, stdout);
  assert.match(stdout, /^Found Claude Code\.$/m);
  assert.match(
    stdout,
    /^ {2}\[x\] shell-guard {2}no command may .*\n {19}not part of the work; force pushes are stopped$/m,
  );
  assert.match(stdout, /^ {2}\[ \] tests/m);
  assert.match(stdout, /^Writes ~\/\.claude\/settings\.json, /m);
  assert.match(stdout, /^ {2}✓ Claude Code {2}asked whether "rm -rf ~" may run: denied, \d+ ms$/m);
  assert.match(here.get(config), /use: shell-guard[\s\S]*use: secrets/);
  assert.doesNotMatch(here.get(config), /verify-completion|project-brief/);
  const again = await here.run(['init', '--yes'], { env });
  assert.match(
    again.stdout,
    /^Nothing to do: Claude Code is guarded\.\n\n {2}✓ Claude Code {2}asked .* denied, \d+ ms\n {2}✓ undo {9}on from your next prompt\n$/,
  );
  const gone = await here.run(['uninstall', '--yes'], terminal);
  assert.deepEqual([gone.code, here.tree()], [0, before], gone.stdout);
});

test('typed names toggle presets, Enter confirms, and only the selected presets are written', async (t) => {
  const here = freshMachine(t);
  const stdin = 'tests, shell-guard\nshel-guard\nsecrets\nsecrets\n\n';
  const { code, stdout } = await here.run(['init'], { ...person, stdin });
  assert.equal(code, 0, stdout);
  assert.match(stdout, /names to switch \(tests context\), n to quit: \n {2}\[ \] shell-guard/);
  assert.match(stdout, /no preset "shel-guard"; did you mean shell-guard\?/);
  assert.match(stdout, /✓ Claude Code {2}asked whether your SSH key may be sent: denied, /);
  assert.match(stdout, /✓ tests {8}on in projects that you trust \(anyhook trust\)/);
  assert.deepEqual(here.get(config).match(/use: \S+/g), ['use: secrets', 'use: undo', 'use: verify-completion']);
});

test('if no chosen hook can deny, init says so instead of proving a denial', async (t) => {
  const here = freshMachine(t);
  const { code, stdout } = await here.run(['init', '--yes', '--preset', 'context'], { env });
  assert.equal(code, 0);
  assert.match(
    stdout,
    /✓ Claude Code {2}connected, 1 event\n {2}✓ context {6}on from your next session\n {2}! No active hook denies a call/,
  );
});

test('--preset adds to the enabled hooks; an unknown name is an error with the nearest match', async (t) => {
  const here = freshMachine(t);
  await here.run(['init', '--yes', '--preset', 'shell-guard'], { env });
  await here.run(['init', '--yes', '--preset', 'context'], { env });
  assert.deepEqual(here.get(config).match(/use: \S+/g), ['use: shell-guard', 'use: project-brief']);
  const wrong = await here.run(['init', '--yes', '--preset', 'shel-guard'], { env });
  assert.deepEqual([wrong.code, wrong.stderr], [1, 'anyhook: no preset "shel-guard"; did you mean shell-guard?\n']);
  const list = await here.json<{ name: string; on: boolean }[]>(['init', '--list', '--json'], { env });
  assert.deepEqual(
    list.map(({ name, on }) => [name, on]),
    [
      ['shell-guard', true],
      ['secrets', false],
      ['undo', false],
      ['tests', false],
      ['context', true],
    ],
  );
});

test('an agent whose file cannot be written is named, the others are guarded, and the exit code is 1', async (t) => {
  const here = freshMachine(t, ['.claude', '.codex', 'dotfiles']);
  here.put('~/dotfiles/claude.json', '{}\n');
  chmodSync(here.at('~/dotfiles/claude.json'), 0o444);
  symlinkSync('../dotfiles/claude.json', here.at(settings));
  here.put('~/.codex/hooks.json', '// mine\n{}\n');
  mkdirSync(here.at('~/.gemini'));
  const { code, stdout } = await here.run(['init', '--yes'], { env });
  assert.equal(code, 1);
  const text = stdout.replace(/\n {17}/g, ' ');
  assert.match(
    text,
    /✗ Claude Code {2}~\/\.claude\/settings\.json: it is read-only \(linked to ~\/dotfiles\/claude\.json\); make it writable first/,
  );
  assert.match(text, /✗ Codex CLI {4}~\/\.codex\/hooks\.json: line 1: a comment .*Then: anyhook init --agent codex/);
  assert.match(text, /✓ Gemini CLI {3}asked whether/);
  assert.match(stdout, /^1 of 3 agents are guarded\.$/m);
});

test('init asks about a newly found agent, and a no leaves it out', async (t) => {
  const here = freshMachine(t);
  await here.run(['init', '--yes'], { env });
  mkdirSync(here.at('~/.codex'));
  const no = await here.run(['init'], { ...person, stdin: 'n\n' });
  assert.match(
    no.stdout,
    /^New: Codex CLI\.\nWrites ~\/\.codex\/hooks\.json and config\.toml; .*\nConnect it too\? \[Y\/n\] Nothing was written\.\n$/,
  );
  assert.equal(existsSync(here.at('~/.codex/hooks.json')), false);
  const yes = await here.run(['init'], { ...person, stdin: '\n' });
  assert.match(yes.stdout, /✓ Codex CLI {4}asked whether/);
});

const claudeHooks = JSON.stringify({
  hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'true' }] }] },
});

test('hooks in the settings of Claude Code are named before they run elsewhere, and --no-share keeps them there', async (t) => {
  const here = freshMachine(t, ['.claude', '.codex']);
  here.put(settings, claudeHooks);
  const asked = await here.run(['init'], { ...person, stdin: 'n\n' });
  assert.match(
    asked.stdout,
    /^Your Claude Code hook stays\. From now on it runs in Codex CLI as well \(anyhook\nlist shows it; --no-share leaves it to Claude Code\)\.$/m,
  );
  const before = here.tree();
  const { stdout } = await here.run(['init', '--no-share'], { ...person, stdin: '\n' });
  assert.match(stdout, /^Your Claude Code hook stays, and only Claude Code runs it\.$/m);
  assert.match(here.get(config), /^share: false$/m);
  const fired = await here.json<{ hooks: { id: string; outcome: string }[] }>(
    ['fire', 'tool.before', '--agent', 'codex', '--tool', 'shell', '--input', '{"command":"ls"}', '--json'],
    { env },
  );
  const [own] = fired.hooks.filter(({ id }) => id.includes('claude'));
  assert.equal(own?.outcome, 'skipped');
  await here.run(['init', '--yes'], { env });
  assert.match(here.get(config), /^share: false$/m);
  await here.run(['uninstall', '--yes'], terminal);
  assert.deepEqual(here.tree(), before);
});

test('if hooks already exist, --yes writes nothing of the recommended set', async (t) => {
  const here = initMachine(t);
  mkdirSync(here.at('~/.claude'));
  const { stdout } = await here.run(['init', '--yes'], { env });
  assert.match(stdout, /wrote \d files/);
  assert.equal(existsSync(here.at(config)), false);
});

test('uninstall keeps an edited config without our hooks, and names it', async (t) => {
  const here = freshMachine(t);
  await here.run(['init', '--yes'], { env });
  here.put(config, `${here.get(config)}  - { on: session.start, use: add_date }\n`);
  await here.run(['init', '--yes', '--preset', 'context'], { env });
  const { code, stdout } = await here.run(['uninstall', '--yes'], terminal);
  assert.equal(code, 0);
  assert.match(stdout, /^kept, you changed it: ~\/\.config\/anyhook\/config\.yaml$/m);
  assert.equal(here.get(config), 'hooks:\n  - { on: session.start, use: add_date }\n');
});

test('uninstall keeps a recommended hook that the user edited', async (t) => {
  const here = freshMachine(t);
  await here.run(['init', '--yes'], { env });
  here.put(config, here.get(config).replace('use: shell-guard', 'use: shell-guard\n    args: { profile: strict }'));
  const { stdout } = await here.run(['uninstall', '--yes'], terminal);
  assert.match(stdout, /^kept, you changed it: /m);
  assert.deepEqual(here.get(config).match(/use: \S+|profile: \S+/g), ['use: shell-guard', 'profile: strict']);
});

test('in a project the set is written to its config, and trusted because a person said yes', async (t) => {
  const here = freshMachine(t);
  const before = here.tree();
  const { code, stdout } = await here.run(['init', '--scope', 'project', ...claude], { ...person, stdin: '\n' });
  assert.equal(code, 0, stdout);
  assert.match(stdout, /✓ Claude Code {2}asked whether "rm -rf ~" may run: denied/);
  assert.match(here.get('.agents/anyhook.yaml'), /use: shell-guard/);
  await here.run(['uninstall', '--yes'], terminal);
  assert.deepEqual(here.tree(), before);
});

test('a script that writes the set into a project leaves trust to a person, and says so', async (t) => {
  const here = freshMachine(t);
  const { code, stdout } = await here.run(['init', '--yes', '--scope', 'project', ...claude], { env });
  assert.equal(code, 0);
  assert.match(
    stdout,
    /! 8 hooks of this project do not run until you review and trust them, so\n {4}nothing was asked: anyhook trust/,
  );
  assert.doesNotMatch(stdout, /on from your next prompt/);
});

test('an answer other than a denial of the guard is reported with a fix, and the exit code is 1', async (t) => {
  const here = freshMachine(t);
  await here.run(['init', '--yes'], { env });
  here.put(config, here.get(config).replaceAll('onFailure: ask', 'onFailure: ask\n    mode: shadow'));
  const { code, stdout } = await here.run(['init', '--yes'], { env });
  assert.equal(code, 1);
  assert.match(
    stdout.replace(/\n {17}/g, ' '),
    /✗ Claude Code {2}answered "deny by another hook": the entry is installed but not enforced\. anyhook doctor --agent claude-code/,
  );
});

test('an agent that switched hooks off is not reported as guarded', async (t) => {
  const here = freshMachine(t);
  here.put(settings, '{ "disableAllHooks": true }\n');
  const { code, stdout } = await here.run(['init', '--yes'], { env });
  assert.equal(code, 1);
  assert.match(
    stdout.replace(/\n {17}/g, ' '),
    /✗ Claude Code {2}~\/\.claude\/settings\.json: "disableAllHooks" is true/,
  );
});

test('a locale without Unicode gets words instead of symbols, and no meaning depends on color', async (t) => {
  const here = freshMachine(t);
  await here.run(['init', '--yes'], { env });
  const plain = await here.run(['init'], { columns: 80, env: { ...env, LC_ALL: 'C' } });
  assert.match(plain.stdout, /^ {2}ok Claude Code {2}asked whether/m);
  const coloured = await here.run(['init'], { columns: 80, env: { PATH: env.PATH } });
  assert.match(coloured.stdout, /\u001b\[32m✓\u001b\[39m \u001b\[1mClaude Code/);
  const dumb = await here.run(['init'], { columns: 80, env: { PATH: env.PATH, TERM: 'dumb' } });
  assert.doesNotMatch(dumb.stdout, /\u001b/);
});

test('--json says what was written, what is on and what each agent answered', async (t) => {
  const here = freshMachine(t);
  const report = await here.json<{ written: boolean; presets: string[]; proof: { host: string; outcome: string }[] }>(
    ['init', '--yes', '--json'],
    { env },
  );
  assert.deepEqual([report.written, report.presets], [true, ['shell-guard', 'secrets', 'undo']]);
  assert.deepEqual(
    report.proof.map(({ host: agent, outcome }) => [agent, outcome]),
    [['claude-code', 'denied']],
  );
});

test('a named agent that was not found is listed, with a note if it is known only from documentation', async (t) => {
  const here = freshMachine(t);
  const { stdout } = await here.run(['init', '--yes', '--agent', 'kiro', '--preset', 'shell-guard', 'tests'], { env });
  assert.match(stdout, /^Not found here, but named: Kiro/m);
  assert.match(stdout.replace(/\n +/g, ' '), /knows this agent from its documentation only/);
});

test('a config that cannot be written stops init, so no entries are written without hooks', async (t) => {
  const here = freshMachine(t);
  here.put(config, 'hooks: []\n');
  chmodSync(here.at(config), 0o444);
  const before = here.tree();
  const { code, stdout } = await here.run(['init', '--yes'], { env });
  assert.deepEqual(
    [code, stdout],
    [
      1,
      '  ✗ ~/.config/anyhook/config.yaml: it is read-only; make it writable first\n    (chmod u+w)\nNothing was written.\n',
    ],
  );
  assert.deepEqual(here.tree(), before);
});

test('a hook new in the recommended list is offered once, and a no is remembered', async (t) => {
  const here = freshMachine(t);
  await here.run(['init', '--yes'], { env });
  const manifest = join(here.env['XDG_STATE_HOME'] ?? '', 'anyhook/install/manifest.json');
  const text = readFileSync(manifest, 'utf8');
  writeFileSync(manifest, text.replace(/,\n *"context"/, ''));
  const no = await here.run(['init'], { ...person, stdin: '\n' });
  assert.match(no.stdout, /^New in 0\.2: context, agents start with .*\. Switch it on\? \[y\/N\] Nothing to do: /);
  const again = await here.run(['init'], { ...person, stdin: 'y\n' });
  assert.match(again.stdout, /^Nothing to do: /);
  writeFileSync(manifest, text.replace(/,\n *"context"/, ''));
  const yes = await here.run(['init'], { ...person, stdin: 'y\n' });
  assert.match(yes.stdout, /✓ context {6}on from your next session/);
  assert.match(here.get(config), /use: project-brief/);
});

test('uninstall --purge deletes all state, but nothing while a project is still connected', async (t) => {
  const here = freshMachine(t);
  await here.run(['init', '--yes'], { env });
  const state = join(here.env['XDG_STATE_HOME'] ?? '', 'anyhook');
  assert.ok(existsSync(state));
  const wrong = await here.run(['uninstall', '--purge', '--yes', '--agent', 'claude-code'], terminal);
  assert.match(wrong.stderr, /--purge removes everything: leave out --agent and --scope/);
  const no = await here.run(['uninstall', '--purge'], { ...terminal, stdin: 'n\n' });
  assert.match(
    no.stdout,
    /^Change \d files and delete the journal, the snapshots and the copies\? \[y\/N\] nothing was changed$/m,
  );
  assert.ok(existsSync(state) && existsSync(here.at(config)));
  const { code, stdout } = await here.run(['uninstall', '--purge', '--yes'], terminal);
  assert.equal(code, 0, stdout);
  assert.deepEqual([existsSync(state), existsSync(here.at('~/.local/share/anyhook'))], [false, false]);
});
