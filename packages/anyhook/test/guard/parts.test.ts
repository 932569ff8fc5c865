import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { guardPartsOf } from '../support/guard-parts.js';

const commands = {
  read: 'cat a.txt | grep -n b | head -5; cd src && ls -la',
  git: 'git status --short && git diff',
  write: 'echo "a b" > notes.txt',
  python: 'python3 -c "import shutil; shutil.rmtree(\'/etc\')"',
  hidden: 'p=power; ${p}shell -Command "Remove-Item -Recurse /etc"',
} as const;
const plain = ['read', 'git', 'write'] as const;

const parts = {} as Record<keyof typeof commands, readonly string[]>;
/** The plain commands combined with one that names an agent's settings. */
let besideSettings: readonly (readonly string[])[] = [];
before(() => {
  const names = Object.keys(commands) as (keyof typeof commands)[];
  const naming = plain.map((name) => `${commands[name]}; echo .claude/settings.json`);
  const found = guardPartsOf([...Object.values(commands), ...naming]);
  for (const [at, name] of names.entries()) parts[name] = found[at] ?? [];
  besideSettings = found.slice(names.length);
});

const otherReaders = /^guard-(?:code|sql|powershell|tools|packs\.)/;

test('a plain shell command loads no reader of another language', () => {
  for (const name of plain)
    assert.deepEqual(
      parts[name].filter((file) => otherReaders.test(file)),
      [],
    );
});

test('a plain command that self-protection also checks loads no reader of another language', () => {
  for (const files of besideSettings) {
    assert.ok(files.some((file) => file.startsWith('self-protection')));
    assert.deepEqual(
      files.filter((file) => otherReaders.test(file)),
      [],
    );
  }
});

test('a reader is loaded for a command that needs it, even if the program name is hidden', () => {
  assert.ok(parts.python.includes('guard-code.cjs'));
  assert.ok(parts.hidden.includes('guard-powershell.cjs'));
});
