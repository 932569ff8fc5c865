import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { switchedOnFormats } from '../../src/switches/format-switch.js';
import { writeProgram } from './doctor-world.js';
import { testProject } from './harness.js';

const noInstall = process.platform === 'win32' && '"anyhook completion --install" refuses on Windows';

const hasShell = (name: string) => spawnSync(name, ['-c', 'true']).status === 0;

/** A home with a start file for each shell. */
function homeWithShells(t: TestContext, startText: string | Buffer = 'alias ll="ls -l"\n') {
  const here = testProject(t);
  const home = here.env['HOME'] ?? '';
  const at = (path: string) => join(home, path);
  for (const name of ['.bashrc', '.zshrc']) writeFileSync(at(name), startText);
  return { ...here, home, at, read: (path: string) => readFileSync(at(path)) };
}

/** How a real shell is asked what it offers for "anyhook li". */
const questions: Readonly<Record<string, readonly string[]>> = {
  bash: [
    '-ic',
    'complete -p anyhook; COMP_WORDS=(anyhook li); COMP_CWORD=1; _anyhook; printf "%s\\n" "offers ${COMPREPLY[@]}"',
  ],
  zsh: ['-ic', 'print "function ${_comps[anyhook]}"; whence -f _anyhook | grep -o "\'list:" | head -1'],
  fish: ['-c', 'complete -C "anyhook li"'],
};
const answers: Readonly<Record<string, RegExp>> = {
  bash: /complete -F _anyhook anyhook\noffers list\n/,
  zsh: /function _anyhook\n'list:\n/,
  fish: /^list\tlist your hooks/m,
};
const writtenFiles: Readonly<Record<string, readonly string[]>> = {
  bash: ['.bashrc', '.local/share/anyhook/completion/anyhook.bash'],
  zsh: ['.zshrc', '.local/share/anyhook/completion/anyhook.zsh'],
  fish: ['.config/fish/completions/anyhook.fish'],
};

for (const shell of ['bash', 'zsh', 'fish']) {
  test(`a new ${shell} completes anyhook after --install, and --uninstall leaves no byte`, {
    skip: noInstall,
  }, async (t) => {
    const here = homeWithShells(t);
    const files = writtenFiles[shell] ?? [];
    const before = files.map((file) => (existsSync(here.at(file)) ? here.read(file) : undefined));
    const { code, stdout, stderr } = await here.run(['completion', '--install'], {
      env: { SHELL: `/bin/${shell}`, PATH: '/usr/bin:/bin' },
    });
    assert.equal(code, 0, stdout);
    for (const file of files) assert.ok(stdout.includes(`~/${file}`), `${file} is named`);
    if (hasShell(shell)) {
      // fish completes only what it can start.
      writeProgram(here.at('bin/anyhook'), 'exit 0');
      const env = { PATH: `${here.at('bin')}:${process.env['PATH']}`, HOME: here.home, TERM: 'dumb' };
      const answer = spawnSync(shell, questions[shell] ?? [], { encoding: 'utf8', env });
      assert.match(answer.stdout, answers[shell] ?? /never/, answer.stderr);
    }
    assert.match((await here.run(['completion', shell, '--install'])).stdout, /is there already/);
    assert.match(stderr, /"anyhook" is not on your PATH/);
    const removed = await here.run(['completion', '--uninstall']);
    assert.deepEqual([removed.code, /completion removed/.test(removed.stdout)], [0, true], removed.stdout);
    files.forEach((file, i) => {
      assert.deepEqual(existsSync(here.at(file)) ? here.read(file) : undefined, before[i], file);
    });
    assert.equal(existsSync(here.at('.local/share/anyhook')), false, 'folders that were made go, too');
  });
}

test('uninstall takes completion back, also where init was never run', { skip: noInstall }, async (t) => {
  const here = homeWithShells(t);
  await here.run(['completion', 'bash', '--install']);
  await here.run(['completion', 'zsh', '--install']);
  const shown = await here.run(['uninstall', '--dry-run']);
  assert.match(shown.stdout, /change +~\/\.bashrc +-3/);
  assert.match(shown.stdout, /delete +~\/\.local\/share\/anyhook\/completion\/anyhook\.zsh/);
  const { code } = await here.run(['uninstall', '--yes'], { columns: 80 });
  assert.equal(code, 0);
  assert.equal(String(here.read('.bashrc')), 'alias ll="ls -l"\n');
  assert.equal(String(here.read('.zshrc')), 'alias ll="ls -l"\n');
});

test('uninstall of one agent leaves completion where it is', { skip: noInstall }, async (t) => {
  const here = homeWithShells(t);
  await here.run(['completion', 'bash', '--install']);
  await here.run(['uninstall', '--agent', 'codex', '--yes'], { columns: 80 });
  assert.match(String(here.read('.bashrc')), />>> anyhook completion >>>/);
});

test('a start file keeps its bytes, its mode and its link, whatever is in it', { skip: noInstall }, async (t) => {
  const odd = Buffer.from([0x23, 0xff, 0xfe, 0x0d, 0x0a, 0x78, 0x3d, 0xc3, 0x28]);
  const here = homeWithShells(t, odd);
  const real = here.at('dotfiles/bashrc');
  mkdirSync(dirname(real));
  writeFileSync(real, odd, { mode: 0o600 });
  spawnSync('rm', [here.at('.bashrc')]);
  symlinkSync(real, here.at('.bashrc'));
  await here.run(['completion', 'bash', '--install']);
  assert.deepEqual(readFileSync(real).subarray(0, odd.length), odd, 'the link is followed');
  await here.run(['completion', '--uninstall']);
  assert.deepEqual(readFileSync(real), odd);
});

test('a start file that a person edited since keeps the edit and loses only the marked lines', {
  skip: noInstall,
}, async (t) => {
  const here = homeWithShells(t);
  await here.run(['completion', 'bash', '--install']);
  writeFileSync(here.at('.bashrc'), `${here.read('.bashrc')}export EDITOR=vi\n`);
  // A later version writes its script again.
  writeFileSync(here.at('.local/share/anyhook/completion/anyhook.bash'), '# of an old version\n');
  assert.equal((await here.run(['completion', 'bash', '--install'])).code, 0);
  await here.run(['completion', '--uninstall']);
  assert.equal(String(here.read('.bashrc')), 'alias ll="ls -l"\nexport EDITOR=vi\n');
});

test('marked lines go even if the record of them was lost', { skip: noInstall }, async (t) => {
  const here = homeWithShells(t);
  await here.run(['completion', 'bash', '--install']);
  spawnSync('rm', ['-r', here.env['XDG_STATE_HOME'] ?? '']);
  assert.equal((await here.run(['completion', '--uninstall'])).code, 0);
  assert.equal(String(here.read('.bashrc')), 'alias ll="ls -l"\n');
  assert.equal(existsSync(here.at('.local/share/anyhook/completion/anyhook.bash')), false);
});

test('a script of the user in the place of ours comes back', { skip: noInstall }, async (t) => {
  const here = homeWithShells(t);
  const file = '.config/fish/completions/anyhook.fish';
  mkdirSync(dirname(here.at(file)), { recursive: true });
  writeFileSync(here.at(file), '# mine\n');
  await here.run(['completion', 'fish', '--install']);
  assert.notEqual(String(here.read(file)), '# mine\n');
  await here.run(['completion', 'fish', '--uninstall']);
  assert.equal(String(here.read(file)), '# mine\n');
});

test('what cannot be changed is named, and nothing is written', { skip: noInstall }, async (t) => {
  const here = homeWithShells(t, 'x=1\n# >>> anyhook completion >>>\nsomething\n');
  const broken = await here.run(['completion', 'bash', '--install']);
  assert.equal(broken.code, 1);
  assert.match(broken.stderr, /\.bashrc: expected "# <<< anyhook completion <<<" after .*Nothing was written/);
  chmodSync(here.at('.zshrc'), 0o444);
  assert.match((await here.run(['completion', 'zsh', '--install'])).stderr, /\.zshrc: it is read-only/);
  assert.equal(existsSync(here.at('.local')), false);
  assert.match((await here.run(['completion', '--uninstall'])).stdout, /\.bashrc: expected/);
});

const refusals: readonly [string, readonly string[], Readonly<Record<string, string>>, RegExp][] = [
  [
    'a shell that is not known',
    ['--install'],
    { SHELL: '/bin/tcsh' },
    /expected bash, zsh, fish in \$SHELL, got "tcsh"/,
  ],
  ['no shell', ['--install'], {}, /expected bash, zsh, fish in \$SHELL, got nothing; name the shell/],
  ['no shell to print for', [], {}, /expected a shell \(bash, zsh, fish\), got none/],
  ['two wishes at once', ['bash', '--install', '--uninstall'], {}, /choose one of them/],
  ['an agent', ['bash', '--install'], { CLAUDECODE: '1' }, /needs a person, but this runs inside/],
];
for (const [what, args, env, message] of refusals) {
  test(`completion refuses ${what}, and says what to do`, { skip: noInstall }, async (t) => {
    const here = homeWithShells(t);
    const { code, stderr } = await here.run(['completion', ...args], { env });
    assert.equal(code, 1);
    assert.match(stderr, message);
    assert.equal(String(here.read('.bashrc')), 'alias ll="ls -l"\n');
  });
}

test('completion does not count as a set-up, so no hook of a new format waits for an answer', {
  skip: noInstall,
}, async (t) => {
  const here = homeWithShells(t);
  await here.run(['completion', 'bash', '--install']);
  assert.equal(switchedOnFormats(join(here.env['XDG_STATE_HOME'] ?? '', 'anyhook')), 'all');
});
