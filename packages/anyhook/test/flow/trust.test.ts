import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { flowWorld } from './flow-world.js';

const files = {
  'biome.json': '{}',
  'a.ts': 'x',
  'node_modules/.bin/biome': '#!/bin/sh\ntouch "$(dirname "$0")/ran"\nexit 1\n',
};
const gate = 'hooks:\n  - {on: tool.after, use: quality-gate}\n';

/** Whether a call starts the formatter that a project ships. */
const rows: readonly [
  string,
  { project?: string; user?: string; lock?: true; env?: Record<string, string> },
  boolean,
][] = [
  ['the default policies in an untrusted project', {}, false],
  ["the user's own hook in an untrusted project", { user: gate }, false],
  ['a hook of an untrusted project', { project: gate }, false],
  ['an untrusted project whose folder is on PATH', { env: { PATH: 'node_modules/.bin:/usr/bin:/bin' } }, false],
  ['the default policies in a project that CI trusts', { env: { ANYHOOK_TRUST: 'project' } }, true],
  ['a project hook in the lock file', { project: gate, lock: true, env: { ANYHOOK_TRUST: 'lock' } }, true],
  [
    "the user's own hook next to a trusted project hook",
    { user: gate, project: gate, lock: true, env: { ANYHOOK_TRUST: 'lock' } },
    true,
  ],
];
for (const [what, { project, user, lock, env }, runs] of rows) {
  test(`${what}: the project's formatter is ${runs ? '' : 'not '}started`, (t) => {
    const here = flowWorld(t, { ...files, ...(project && { '.agents/anyhook.yaml': project }) });
    if (user) here.write({ [join(here.env['HOME'] ?? '', '.config/anyhook/config.yaml')]: user });
    if (lock) assert.equal(here.run(['trust', '--lock'], '').code, 0);
    const payload = { hook_event_name: 'PostToolUse', tool_name: 'write', tool_input: { path: 'a.ts' }, cwd: here.dir };
    const { code } = here.run(['run', '--host', 'flow'], payload, env);
    assert.deepEqual([code, existsSync(join(here.dir, 'node_modules/.bin/ran'))], [0, runs]);
  });
}
