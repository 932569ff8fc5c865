import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { probeShell } from './shell-environment.js';

const folder = mkdtempSync(join(tmpdir(), 'anyhook-shells-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const [cwd, program] = ['/', '/usr/bin/node'];

test('dash drops names that are not identifiers, and sets PWD', {
  skip: !existsSync('/bin/dash') && 'there is no /bin/dash',
}, async () => {
  const pass = await probeShell('/bin/dash');
  assert.deepEqual(pass?.({ cwd, env: { 'A.B': '1', C: '2', PWD: '/x' } })?.(program), { C: '2', PWD: '/' });
  assert.equal(pass?.({ cwd, env: { OPTIND: '3' } }), undefined);
});

test('bash sets PWD, SHLVL and _, even if it is named sh', {
  skip: !existsSync('/bin/bash') && 'there is no /bin/bash',
}, async () => {
  symlinkSync('/bin/bash', join(folder, 'sh'));
  const pass = await probeShell(join(folder, 'sh'));
  const passed = { 'A.B': '1', PWD: '/', SHLVL: '0', _: '/usr/bin/node' };
  assert.deepEqual(pass?.({ cwd, env: { 'A.B': '1', OLDPWD: '/no/such/folder' } })?.(program), passed);
  assert.equal(pass?.({ cwd, env: { BASH_ENV: '/tmp/x' } }), undefined);
});

test('a shell that changes its environment in another way is not used', async () => {
  const odd = join(folder, 'odd');
  writeFileSync(odd, '#!/bin/sh\nODD=1 exec /bin/sh "$@"\n');
  chmodSync(odd, 0o755);
  assert.equal(await probeShell(odd), undefined);
});
