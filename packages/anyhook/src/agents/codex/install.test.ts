import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { InstallPlace } from '../kit/install.js';
import { install } from './install.js';

const place: InstallPlace = {
  scope: 'user',
  home: '/h',
  env: {},
  root: '/p',
  isWindows: false,
  realPath: (path) => path,
  namesIn: () => [],
};
const trusted = (hooks: object) => install.trust?.(place, { hooks });
const command = '/h/bin/anyhook-hook codex';

test("only anyhook's own entries are marked as trusted, each under its position in the file", () => {
  const other = { hooks: [{ type: 'command', command: 'true' }] };
  const found = trusted({
    PreToolUse: [other, { hooks: [other.hooks[0], { type: 'command', command }] }],
    Stop: [other],
  });
  assert.equal(found?.file, join('/h', '.codex', 'config.toml'));
  assert.deepEqual(
    found?.tables.map(({ path }) => path),
    [['hooks', 'state', `${join('/h', '.codex', 'hooks.json')}:pre_tool_use:1:1`]],
  );
});

// These hashes come from another implementation, which was checked against `hooks/list` of Codex 0.166.0.
const hashes: readonly [string, string, object, string][] = [
  [
    'an entry with a timeout',
    'PreToolUse',
    {
      hooks: [
        {
          type: 'command',
          command,
          timeout: 62,
        },
      ],
    },
    'sha256:f2aa520b382fada4b2ef34225e4338dcb729183aa05a5f807ae30ce22109c617',
  ],
  [
    'an entry without a timeout',
    'UserPromptSubmit',
    {
      hooks: [
        {
          type: 'command',
          command,
        },
      ],
    },
    'sha256:34cf8ff0f6b2993ac9ae33be23fb3fd5276b7b37ad247672bc6f84df156a5f49',
  ],
  [
    'an entry with a matcher',
    'PreToolUse',
    {
      matcher: 'Bash',
      hooks: [
        {
          type: 'command',
          command,
          timeout: 5,
        },
      ],
    },
    'sha256:570262434d0b300fe439ae22075d33bb24423c4b6857d531a786a26417427e82',
  ],
  [
    'a session end entry, capped at three seconds',
    'SessionEnd',
    {
      hooks: [
        {
          type: 'command',
          command,
          timeout: 30,
        },
      ],
    },
    'sha256:d90208761effcd1fbe73be1af4057c51c2f888fb6fcf621fee25560a3cdf4cfd',
  ],
  [
    'a session end entry without a timeout, which gets one second',
    'SessionEnd',
    {
      hooks: [
        {
          type: 'command',
          command,
        },
      ],
    },
    'sha256:6146c4b651a0fead3c7b496084830a1abf0d70d32f012a8e623fb274763edf78',
  ],
  [
    'an async entry with a message',
    'Stop',
    {
      hooks: [
        {
          type: 'command',
          command,
          async: true,
          statusMessage: 'm',
        },
      ],
    },
    'sha256:5175e80c19ba4e5806782d0b24da2d54395d737c7a575bb22cab5b3928d35a7c',
  ],
];
for (const [what, event, group, hash] of hashes) {
  test(`the hash of ${what} equals the one that Codex computes`, () => {
    assert.deepEqual(
      trusted({ [event]: [group] })?.tables.map(({ value }) => value),
      [hash],
    );
  });
}

test('a value that is not a list of groups yields no trust records and no error', () => {
  for (const hooks of [[], 'x', { Stop: 'x' }, { Stop: [null, { hooks: 1 }, { hooks: [null] }] }]) {
    assert.deepEqual(install.trust?.(place, { hooks })?.tables, []);
  }
});

test('symlinks are resolved in CODEX_HOME, but not in the home folder', () => {
  const linked = { ...place, realPath: (path: string) => `/real${path}` };
  assert.equal(install.folder({ ...linked, env: { CODEX_HOME: '/x' } }), '/real/x');
  assert.equal(install.folder(linked), '/h/.codex');
});
