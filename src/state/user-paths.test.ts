import assert from 'node:assert/strict';
import { test } from 'node:test';
import { userPaths } from './user-paths.js';

test('folders follow HOME where nothing else is said', () => {
  assert.deepEqual(userPaths({ HOME: '/h' }, '/fallback'), {
    home: '/h',
    configHome: '/h/.config',
    state: '/h/.local/state/anyhook',
    userConfig: '/h/.config/anyhook/config.yaml',
    managedConfig: '/etc/anyhook/config.yaml',
    systemConfig: '/etc/anyhook/config.yaml',
  });
});

test('the XDG variables and the managed file are obeyed when they are absolute', () => {
  const env = { HOME: '/h', XDG_CONFIG_HOME: '/c', XDG_STATE_HOME: '/s', ANYHOOK_MANAGED_CONFIG: '/m.yaml' };
  const { configHome, state, managedConfig } = userPaths(env, '/f');
  assert.deepEqual([configHome, state, managedConfig], ['/c', '/s/anyhook', '/m.yaml']);
  const relative = { HOME: '', XDG_CONFIG_HOME: 'c', XDG_STATE_HOME: './s', ANYHOOK_MANAGED_CONFIG: 'm.yaml' };
  assert.deepEqual(userPaths(relative, '/f'), userPaths({}, '/f'));
});
