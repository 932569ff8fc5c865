import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { shellWord, userPaths } from '@anyhook/core';
import { machineChecks } from './machine.js';

function home(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), 'anyhook-machine-'));
  t.after(() => {
    chmodSync(dir, 0o700);
    rmSync(dir, { recursive: true, force: true });
  });
  return dir;
}

const findings = (dir: string) =>
  machineChecks(userPaths({ HOME: dir }, dir), { USERPROFILE: dir }, 0)
    .flatMap((check) => check.findings)
    .map(({ cause, what, fix }) => ({ cause, what, fix }));

test('a home that cannot be written is reported, with a fix', (t) => {
  const dir = home(t);
  chmodSync(dir, 0o500);
  const state = join(dir, '.local/state/anyhook');
  assert.deepEqual(findings(dir), [
    {
      cause: 'state-unusable',
      what: `you cannot write to ${dir}, so ${state} cannot be made`,
      fix: `if it is yours, run: chmod u+rwx ${dir}; if not, set XDG_STATE_HOME to a folder that you can write to, for the agents too`,
    },
  ]);
});

test('a file that blocks the state folder is moved away, and no other file is', (t) => {
  const dir = home(t);
  mkdirSync(join(dir, '.local'));
  const file = join(dir, '.local', 'state');
  writeFileSync(file, '');
  assert.deepEqual(findings(dir), [
    {
      cause: 'state-unusable',
      what: `${file} is not a folder`,
      fix: `make room for a folder: mv ${shellWord(file)} ${shellWord(file)}.old`,
    },
  ]);
});

test('a home without any state yet is not reported', (t) => {
  assert.deepEqual(findings(home(t)), []);
});

test('a home without search permission is not reported as a file', {
  skip: process.geteuid?.() === 0 && 'root may enter every folder',
}, (t) => {
  const dir = home(t);
  chmodSync(dir, 0o000);
  assert.match(findings(dir)[0]?.what ?? '', /^you may not enter the folders above /);
});

test('a state folder outside the profile is a warning on Windows, and only there', () => {
  const env = { USERPROFILE: 'C:\\Users\\x' };
  const causes = (state: string, system: string, given: Record<string, string> = env) =>
    machineChecks({ ...userPaths({ HOME: '/nowhere' }, '/nowhere'), state }, given, 0, system)
      .flatMap((check) => check.findings)
      .map(({ cause, severity }) => `${cause} ${severity}`);
  const warned = ['state-outside-profile warning'];
  for (const state of ['C:\\Users\\x\\.local\\state\\anyhook', 'c:/users/X/state'])
    assert.deepEqual(causes(state, 'win32'), [], state);
  for (const state of ['H:\\.local\\state\\anyhook', 'C:\\Users\\xy\\state', 'D:\\state'])
    assert.deepEqual(causes(state, 'win32'), warned, state);
  assert.deepEqual(causes('C:\\Users\\x\\state', 'win32', {}), warned);
  assert.deepEqual(causes('D:\\state', 'linux'), []);
});
