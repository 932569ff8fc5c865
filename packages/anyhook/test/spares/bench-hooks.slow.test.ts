import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { rootCertificates } from 'node:tls';
import type { MeasuredHooks } from '../../src/answer/measure-hooks.js';
import { anyhookProgram, engineWorld } from '../resident/engine-world.js';

test('bench --hooks times the hooks of a project, and says which run in no spare and why', (t) => {
  const world = engineWorld(t, {
    'hook.cjs': 'console.log("{}")',
    'own.pem': rootCertificates[0] ?? '',
    'shims/python3': '#!/bin/sh\nexec true\n',
    '.agents/anyhook.yaml': `hooks:
  - { id: by-node, on: tool.before, run: 'node "$ROOT/hook.cjs"' }
  - { id: by-shim, on: prompt.submit, run: 'python3 "$ROOT/hook.py"' }
  - { id: switched-off, on: tool.before, run: 'node "$ROOT/hook.cjs"', spare: false }
  - { id: by-shell, on: tool.after, run: 'true && true' }
  - { id: builtin, on: tool.before, use: config-protection }
`,
  });
  const path = `${world.project}/shims:${dirname(process.execPath)}:/usr/bin:/bin`;
  const { stdout, stderr } = spawnSync(process.execPath, [anyhookProgram, 'engine', 'bench', '--hooks', '--json'], {
    cwd: world.project,
    env: { ...world.env, PATH: path, ROOT: world.project, NODE_EXTRA_CA_CERTS: join(world.project, 'own.pem') },
    encoding: 'utf8',
  });
  const { hooks } = JSON.parse(stdout || `{"problem":${JSON.stringify(stderr)}}`) as MeasuredHooks;
  const byId = new Map(hooks.map((one) => [one.hook, one]));
  assert.deepEqual([...byId.keys()].sort(), ['by-node', 'by-shell', 'by-shim', 'switched-off']);
  const { plainMs = 0, spareMs = 0, interpreterMs = 0, importsMs, slowedBy } = byId.get('by-node') ?? {};
  assert.ok(spareMs > 0 && spareMs < plainMs && interpreterMs > 0 && importsMs !== undefined, JSON.stringify(hooks));
  // Later versions may read certificates when they are needed.
  if (process.version.startsWith('v20.')) assert.equal(slowedBy?.variable, 'NODE_EXTRA_CA_CERTS');
  assert.match(byId.get('by-shim')?.why ?? '', /is a script that chooses an interpreter \(a shim\)/);
  assert.match(byId.get('switched-off')?.why ?? '', /spare: false/);
  assert.match(byId.get('by-shell')?.why ?? '', /not one simple command/);
});

test('bench --hooks says that hooks were left out because nobody trusts them', (t) => {
  const world = engineWorld(t, {
    'hook.cjs': '',
    '.agents/anyhook.yaml': 'hooks:\n  - { id: by-node, on: tool.before, run: node hook.cjs }\n',
  });
  const home = join(world.project, 'other-home');
  mkdirSync(home);
  const { stdout } = spawnSync(process.execPath, [anyhookProgram, 'engine', 'bench', '--hooks'], {
    cwd: world.project,
    env: { PATH: process.env['PATH'], HOME: home },
    encoding: 'utf8',
  });
  assert.match(stdout, /1 project hook .*not trusted|nobody trusts/);
  assert.match(stdout, /no hook that runs in this project/);
});
