import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { plainPath } from '../../../test/support/plain-path.js';
import { chooseScript } from './script.js';

const besides = (names: readonly string[]) =>
  names.map((name) => ({ path: name.replace(/!$/, ''), executable: name.endsWith('!') }));

/** Program and arguments; `!` marks an executable file. */
const chosen = (...names: string[]) => {
  const { handler, problem } = chooseScript('/h', besides(names));
  assert.ok(handler.kind === 'command' && handler.form === 'exec');
  return { line: [handler.command, ...(handler.args ?? [])].map(plainPath), problem };
};

for (const [names, line] of [
  [['scripts/run.sh!'], ['/h/scripts/run.sh']],
  [['scripts/run!'], ['/h/scripts/run']],
  [['scripts/run.xyz!'], ['/h/scripts/run.xyz']],
  [['scripts/check.py!'], ['/h/scripts/check.py']],
  [['scripts/check.py!', 'scripts/data.json', 'tool!', 'scripts/lib/x.sh!'], ['/h/scripts/check.py']],
  [
    ['scripts/check.sh!', 'scripts/run.py'],
    ['python3', '/h/scripts/run.py'],
  ],
  [['scripts/run.bash'], ['bash', '/h/scripts/run.bash']],
  [['scripts/run.py'], ['python3', '/h/scripts/run.py']],
  [['scripts/run.js'], ['node', '/h/scripts/run.js']],
  [['scripts/run.mjs'], ['node', '/h/scripts/run.mjs']],
  [['scripts/run.cjs'], ['node', '/h/scripts/run.cjs']],
  [['scripts/run.ts'], ['npx', '--no-install', 'tsx', '/h/scripts/run.ts']],
  [['scripts/run.rb'], ['ruby', '/h/scripts/run.rb']],
  [['scripts/run.pl'], ['perl', '/h/scripts/run.pl']],
  [['scripts/run.php'], ['php', '/h/scripts/run.php']],
  [
    ['scripts/run.ps1'],
    ['pwsh', '-NoProfile', '-NonInteractive', '-ExecutionPolicy', 'Bypass', '-File', '/h/scripts/run.ps1'],
  ],
] as const) {
  test(`${names.join(' ')} runs ${line.join(' ')}`, () => {
    assert.deepEqual(chosen(...names), { line, problem: undefined });
  });
}

for (const [names, line, problem] of [
  [['scripts/run.py', 'scripts/run.sh!'], '/h/scripts/run.sh', /scripts\/run.sh is run, not scripts\/run.py/],
  [
    ['scripts/run.py!', 'scripts/run.sh!', 'scripts/run!'],
    '/h/scripts/run',
    /run is run, not scripts\/run.sh, scripts\/run.py/,
  ],
  [['scripts/run.bash!', 'scripts/run.py!', 'scripts/run.sh!'], '/h/scripts/run.sh', /is run, not scripts\/run.bash, /],
  [['scripts/run.py!', 'scripts/run.js!'], '/h/scripts/run.js', /run.js is run, not scripts\/run.py/],
  [['scripts/run.md', 'scripts/run.py'], 'python3', /scripts\/run.py is run, not scripts\/run.md/],
  [[], '/h/scripts/run.sh', /got none/],
  [['run.sh!', 'scripts/sub/run.sh!'], '/h/scripts/run.sh', /got none/],
  [['scripts/check.py'], '/h/scripts/run.sh', /got scripts\/check.py: make it executable/],
  [['scripts/a!', 'scripts/b!'], '/h/scripts/run.sh', /expected one script, got scripts\/a, scripts\/b/],
] as const) {
  test(`${names.join(' ') || 'an empty folder'} gets a warning`, () => {
    const found = chosen(...names);
    assert.equal(found.line[0], line);
    assert.match(found.problem ?? '', problem);
  });
}

const folder = mkdtempSync(join(tmpdir(), 'anyhook-script-'));
mkdirSync(join(folder, 'scripts'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Runs `scripts/<name>` with this text, as a file without the executable bit. */
function run(name: string, text: string | undefined) {
  const path = join(folder, 'scripts', name);
  if (text !== undefined) {
    writeFileSync(path, text);
    chmodSync(path, 0o644);
  }
  const { handler } = chooseScript(folder, besides([`scripts/${name}`]));
  assert.ok(handler.kind === 'command');
  const { status, stdout, stderr } = spawnSync(handler.command, handler.args, { input: 'in', encoding: 'utf8' });
  rmSync(path, { force: true });
  return { status, stdout, stderr };
}

test('a shell script without the executable bit runs in the shell of its shebang line', () => {
  const bash = 'words=(a b)\nread -r line\necho "${words[1]} $line ${0##*/}"\nexit 2\n';
  assert.deepEqual(run('run.sh', `#!/bin/bash\n${bash}`), { status: 2, stdout: 'b in run.sh\n', stderr: '' });
  assert.deepEqual(run('run.sh', `#!/usr/bin/env bash\r\necho ok\n`).stdout, 'ok\n');
  assert.deepEqual(run('run.sh', '#! /bin/sh -e\nfalse\necho reached\n'), { status: 1, stdout: '', stderr: '' });
});

test('a shell script without a shebang line runs in sh', () => {
  assert.deepEqual(run('run.sh', 'cat; exit 3'), { status: 3, stdout: 'in', stderr: '' });
  assert.deepEqual(run('run.sh', ''), { status: 0, stdout: '', stderr: '' });
});

test('a script with an unknown extension runs by its shebang line', () => {
  assert.equal(run('run.xyz', '#!/usr/bin/env node\nconsole.log(1 + 1)').stdout, '2\n');
});

test('a deleted shell script is a failure, and does not exit with the code that blocks', () => {
  assert.deepEqual(run('run.sh', undefined).status, 127);
});
