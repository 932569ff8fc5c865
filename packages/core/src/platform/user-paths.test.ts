import assert from 'node:assert/strict';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { isWindows } from '../../../anyhook/test/support/systems.js';
import { userPaths } from './user-paths.js';

// On Windows, full paths have a drive.
const home = resolve('/h');
const managed = isWindows ? 'C:\\ProgramData\\anyhook\\config.yaml' : '/etc/anyhook/config.yaml';

test('user folders are below HOME by default', () => {
  assert.deepEqual(userPaths({ HOME: home }, resolve('/fallback')), {
    home,
    configHome: join(home, '.config'),
    state: join(home, '.local/state/anyhook'),
    userConfig: join(home, '.config/anyhook/config.yaml'),
    managedConfig: managed,
    systemConfig: managed,
  });
});

test('the XDG variables and ANYHOOK_MANAGED_CONFIG apply only if absolute', () => {
  const [config, own, file] = [resolve('/c'), resolve('/s'), resolve('/m.yaml')];
  const env = { HOME: home, XDG_CONFIG_HOME: config, XDG_STATE_HOME: own, ANYHOOK_MANAGED_CONFIG: file };
  const { configHome, state, managedConfig } = userPaths(env, '/f');
  assert.deepEqual([configHome, state, managedConfig], [config, join(own, 'anyhook'), file]);
  const relative = { HOME: '', XDG_CONFIG_HOME: 'c', XDG_STATE_HOME: './s', ANYHOOK_MANAGED_CONFIG: 'm.yaml' };
  assert.deepEqual(userPaths(relative, '/f'), userPaths({}, '/f'));
  assert.deepEqual(userPaths({ HOME: 'project/home' }, '/f'), userPaths({}, '/f'));
});
