import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type GuardParts, guardPartsOf } from '../support/guard-parts.js';

const commands = {
  read: 'cat a.txt | grep -n b | head -5; cd src && ls -la',
  git: 'git status --short && git diff',
  write: 'echo "a b" > notes.txt',
  delete: 'rm -rf build',
  npm: 'npm test -- --watch=false',
  cargo: 'cargo test',
  docker: 'docker ps -a',
  kubectl: 'kubectl get pods',
  psql: 'psql -c "select 1"',
  copy: 'cp a b',
  sudo: 'sudo apt-get install x',
  print: "python3 -c 'print(1)'",
  log: "node -e 'console.log(1)'",
  python: 'python3 -c "import shutil; shutil.rmtree(\'/etc\')"',
  hidden: 'p=power; ${p}shell -Command "Remove-Item -Recurse /etc"',
} as const;

const parts = {} as Record<keyof typeof commands, GuardParts>;
/** The same commands beside one that names the settings of an agent. */
const namingSettings = {} as typeof parts;
before(() => {
  const names = Object.keys(commands) as (keyof typeof commands)[];
  const lines = Object.values(commands);
  const found = guardPartsOf([...lines, ...lines.map((line) => `${line}; echo .claude/settings.json`)]);
  for (const [at, name] of names.entries()) {
    parts[name] = found[at] as GuardParts;
    namingSettings[name] = found[at + names.length] as GuardParts;
  }
});

/** A bound against growth without a reason; what counts is the time of the first judgement of a process. */
const largest = 95_000;

for (const name of [
  'read',
  'git',
  'write',
  'delete',
  'npm',
  'cargo',
  'docker',
  'kubectl',
  'psql',
  'copy',
  'sudo',
  'print',
  'log',
] as const) {
  test(`the guard loads at most ${largest / 1000} KB for \`${commands[name]}\``, () => {
    assert.ok(parts[name].bytes <= largest, `${parts[name].bytes} bytes: ${parts[name].names.join(' ')}`);
  });

  test(`so it does for \`${commands[name]}\` where self-protection looks as well`, () => {
    const looked = namingSettings[name];
    assert.ok(looked.names.some((file) => file.startsWith('self-protection')));
    assert.ok(looked.bytes <= largest, `${looked.bytes} bytes: ${looked.names.join(' ')}`);
  });
}

test('a command that needs no other reader loads none', () => {
  for (const name of ['read', 'git', 'write'] as const)
    assert.deepEqual(
      parts[name].names.filter((file) => /^guard-(?:code|sql|powershell|tools|packs)/.test(file)),
      [],
    );
});

test('a reader is loaded when a command needs it, however the command names it', () => {
  assert.ok(parts.python.names.includes('guard-code.cjs'));
  assert.ok(parts.hidden.names.includes('guard-powershell.cjs'));
});
