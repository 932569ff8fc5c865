import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseGitConfig } from './git-config-file.js';

const samples: readonly string[] = [
  '',
  '[core]\n\tbare = false\n',
  '\u00ef\u00bb\u00bf[core]\nbare = false\n',
  '[core]\r\n\tbare = false\r\n[a "b"]\r\nc = d\r\n',
  '[CORE]\nBare = FALSE',
  '[core] bare = false',
  '[core] bare = false ; no\n',
  '[a.b]\nc = d\n[a.B.C]\nd=e\n',
  '[a "b.c"]\nd = e\n[a.x "b"]\nd = e\n',
  '[a "b\\"c\\\\d\\e"]\nf = g\n',
  '[a]b\n[a]c=\n[a]d=  \n',
  '[a]\nb = x \\\n  y\nc = z\n',
  '[a]\nb = "x # y" # z\nc = "q\\tr\\n\\"" ; t\n',
  '[a]\nb = x   y   \nc = "  x  "\n',
  '# one\n; two\n[a] # three\nb = c\n',
  '[a]\n# \\\nb = c\n',
  '[a]\nb = c # \\\nd = e\n',
  '[a]\nb = c \\',
  '[a]\nb = c "" d ""\n',
  '[a-1]\nb-2 = 3\n',
  '[a]\nb == c\n[a]\nb = [x]\n',
  '[a]\n[b]c=d [e]\n',
  '[a "x y"]\n b = \\\\server\\\\share\n',
  '[a]\nb=c\n\n\n[a]b=d',
];

const broken: readonly string[] = [
  '[a\nb = c\n',
  '[a "b]\nc = d\n',
  '[a b]\nc = d\n',
  '[a "b" ]\nc = d\n',
  '[a]\nb = "c\n',
  '[a]\nb = \\x\n',
  '[a]\n1b = c\n',
  '[a]\nb c = d\n',
  '[a]\nb_c = d\n',
  '[]\na = b\n',
];

/** Git's own result: name and value of each setting. */
function settingsByGit(text: string): readonly string[] | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'anyhook-config-'));
  try {
    writeFileSync(join(folder, 'config'), text, 'latin1');
    const args = ['config', '--file', join(folder, 'config'), '--no-includes', '--list', '-z'];
    const { status, stdout } = spawnSync('git', args, { encoding: 'latin1' });
    return status === 0 ? stdout.split('\0').slice(0, -1) : undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const settingsByUs = (text: string) =>
  parseGitConfig(text)?.map(({ section, subsection, key, value }) => {
    const name = subsection === undefined ? `${section}.${key}` : `${section}.${subsection}.${key}`;
    return `${name}\n${value}`;
  });

for (const [i, text] of samples.entries()) {
  test(`a config file is read as git reads it: ${i + 1} ${JSON.stringify(text).slice(0, 40)}`, () => {
    // Git prints a key without a value alone; we read it as true.
    const byGit = settingsByGit(text)?.map((setting) => (setting.includes('\n') ? setting : `${setting}\ntrue`));
    assert.deepEqual(settingsByUs(text), byGit);
  });
}

for (const text of broken) {
  test(`a config file that git rejects is rejected: ${JSON.stringify(text)}`, () => {
    assert.equal(settingsByUs(text), undefined);
    assert.equal(settingsByGit(text), undefined);
  });
}

test('an included file is not read', () => {
  assert.deepEqual(settingsByUs('[include]\npath = /etc/passwd\n'), ['include.path\n/etc/passwd']);
});

test('a setting before the first section is rejected, although git lists it', () => {
  assert.equal(parseGitConfig('a = b\n'), undefined);
});

test('a config file with a NUL is rejected', () => {
  assert.equal(parseGitConfig('[a]\nb = c\0d\n'), undefined);
});
