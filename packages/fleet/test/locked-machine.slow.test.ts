import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

// An /etc that only this test sees requires a mount namespace.
const unshareOptions = ['-rm', '--'];
const isPossible = spawnSync('unshare', [...unshareOptions, 'sh', '-c', 'mount -t tmpfs none /etc']).status === 0;
const why = 'this system does not allow mounting a folder over /etc';

test('on a machine locked by its administrator, no variable, command or file of the user relaxes the policy', {
  skip: isPossible ? false : why,
}, () => {
  const inner = fileURLToPath(new URL('locked-machine-inner.ts', import.meta.url));
  const { stdout, stderr } = spawnSync('unshare', [...unshareOptions, process.execPath, '--import', 'tsx', inner], {
    encoding: 'utf8',
  });
  const { fetched, decided, commands, status, doctor } = JSON.parse(stdout || assert.fail(stderr));
  assert.equal(fetched.code, 0, fetched.text);
  // In another state folder there is no policy, so a locked machine asks.
  assert.deepEqual(decided, {
    'nothing is there yet': 'ask',
    'nothing is tried': 'deny',
    'SA_HOOK_PROFILE and the like': 'deny',
    'ANYHOOK=off': 'deny',
    ANYHOOK_MANAGED_CONFIG: 'deny',
    XDG_CONFIG_HOME: 'deny',
    XDG_STATE_HOME: 'ask',
    HOME: 'ask',
    'all of them': 'ask',
    'the file of "anyhook off"': 'deny',
    'the config of the user': 'deny',
    'after these commands': 'deny',
  });
  for (const [line, { code, text }] of Object.entries<{ code: number; text: string }>(commands)) {
    assert.notEqual(code, 0, `${line}: ${text}`);
    assert.match(text, line.endsWith('a person') ? /locked|in charge/ : /locked|refus|in charge|person|terminal/, line);
  }
  assert.match(status, /in charge +acme, by \/etc\/anyhook\/fleet\.yaml \(set by an administrator\)/);
  assert.match(doctor, /hooks run: \/etc\/anyhook\/fleet\.yaml locks this machine to its fleet/);
  assert.match(doctor, /acme is in charge of this machine \(\/etc\/anyhook\/fleet\.yaml, locked\)/);
});
