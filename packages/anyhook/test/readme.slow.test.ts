import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { writeProgram } from './cli/doctor-world.js';
import { testProject } from './cli/harness.js';

test('the first hook of the README passes its test and denies, as printed', (t) => {
  const text = readFileSync('README.md', 'utf8');
  const [, script = ''] = /## A first hook in a minute\n[\s\S]*?```sh\n([\s\S]*?)```/.exec(text) ?? [];
  assert.match(script, /npx anyhook hooks new [\s\S]*npx anyhook hooks test[\s\S]*npx anyhook trust/);
  const here = testProject(t);
  const bin = join(here.env['HOME'] ?? '', 'bin');
  writeProgram(join(bin, 'npx'), `shift; exec ${process.execPath} ${resolve('packages/anyhook/bin/anyhook.cjs')} "$@"`);
  // Instead of a person, the environment trusts the project here.
  const lines = script.replace('npx anyhook trust\n', '');
  const { status, stdout, stderr } = spawnSync('sh', ['-e', '-c', lines], {
    cwd: here.dir,
    env: { ...here.env, PATH: `${bin}:${here.env['PATH']}`, ANYHOOK_TRUST: 'project' },
    encoding: 'utf8',
  });
  // `fire`, the last command, exits 2 for a denial; `-e` ends the script at an earlier failure.
  assert.equal(status, 2, stdout + stderr);
  assert.match(stdout, /✓ +a push by force is refused/);
  assert.match(stdout, /^reason {3}\[no-force-push\] Do not force-push/m);
});
