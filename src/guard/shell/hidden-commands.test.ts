import assert from 'node:assert/strict';
import test from 'node:test';
import { readCommand } from '../guard.js';
import { judge } from '../rules/judge.js';
import type { GuardWorld } from '../world.js';

const world: GuardWorld = {
  cwd: '/home/me/shop',
  root: '/home/me/shop',
  home: '/home/me',
  temp: ['/tmp'],
  env: { HOME: '/home/me', PATH: '/usr/bin' },
};

const decision = (line: string): string =>
  judge(readCommand(line, world).effects, [], { root: world.root, home: world.home }).decision;

const caught = (...lines: readonly string[]): void => {
  for (const line of lines) assert.notEqual(decision(line), 'pass', line);
};
const passed = (...lines: readonly string[]): void => {
  for (const line of lines) assert.equal(decision(line), 'pass', line);
};

test('a variable that nobody set hides no name and no option', () => {
  caught('g${q}it st"$q"ash clea${q:+x}r', 'git clean -f${q}d', 'w=gi${q}t; $w reset --har${q}d');
  caught('bash <<E\ngit st${q}ash clear\nE');
  passed('npm run build${q}', 'git log --one${q}line', 'rm -rf dist${q}');
});

test('substitutions in globs, subscripts and prompts run', () => {
  caught('ls [$(rm -rf ~)]*', 'ls @($(rm -rf ~)|b)', '[[ -v a[$(rm -rf ~)] ]]', "let 'a[$(rm -rf ~)]=1'");
  caught("v='a[$(rm -rf ~)]'; echo $((v))", "v='a[$(rm -rf ~)]'; [[ $v -eq 1 ]]", "unset 'a[$(rm -rf ~)]'");
  caught(
    "p='$(rm -rf ~)'; echo ${p@P}",
    "PS4='$(rm -rf ~)'; set -x; ls",
    ': ${v:?$(rm -rf ~)}',
    'echo {1..$(rm -rf ~)}',
  );
  passed("v='a[1]'; echo $((v))", 'ls [a-c]*', "PS1='\\u $ '; ls", 'echo {1..3}');
});

test('lists are cut and joined as bash does', () => {
  caught('set -- a b rm; ${@:3:1} -rf ~', 'set -- a rm; ${@: -1} -rf ~', 'v=(r m); IFS=; "${v[*]}" -rf ~');
  caught("BASH_ALIASES[z]='rm -rf'\nz ~");
});

test('what a shell reads before its own text counts', () => {
  caught(
    "echo 'rm -rf ~' > a.sh; BASH_ENV=a.sh bash -c :",
    "bash --rcfile <(echo 'rm -rf ~') -i",
    "bash +x -c 'rm -rf ~'",
  );
  caught("PROMPT_COMMAND='rm -rf ~' bash -i", '"$BASH" -c \'rm -rf ~\'', "compgen -C 'rm -rf ~'");
  caught('command_not_found_handle() { rm -rf ~; }; nosuch');
  passed('BASH_ENV=setup.sh bash -c ls', 'bash +x -c ls', 'compgen -W "a b"');
});

test('a link is followed where a slash follows, and folders of CDPATH count', () => {
  caught('ln -s / l; rm -rf l/', 'CDPATH=/; cd srv && rm -rf *');
  passed('ln -s / l; rm -rf l', 'ln -s /etc l; ls l/');
});
