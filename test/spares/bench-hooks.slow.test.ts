import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { test } from 'node:test';
import type { HookTiming } from '../../src/service/measure-hooks.js';
import { anyhookProgram, engineWorld } from '../resident/engine-world.js';

test('bench --hooks times the hooks of a project, and says which run in no spare and why', (t) => {
  const world = engineWorld(t, {
    'hook.cjs': 'console.log("{}")',
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
  const { stdout, stderr } = spawnSync(process.execPath, [anyhookProgram, 'bench', '--hooks', '--json'], {
    cwd: world.project,
    env: { ...world.env, PATH: path, ROOT: world.project },
    encoding: 'utf8',
  });
  const { hooks } = JSON.parse(stdout || `{"problem":${JSON.stringify(stderr)}}`) as { hooks: readonly HookTiming[] };
  const byId = new Map(hooks.map((one) => [one.hook, one]));
  assert.deepEqual([...byId.keys()].sort(), ['by-node', 'by-shell', 'by-shim', 'switched-off']);
  const { plainMs = 0, spareMs = 0, interpreterMs = 0, importsMs } = byId.get('by-node') ?? {};
  assert.ok(spareMs > 0 && spareMs < plainMs && interpreterMs > 0 && importsMs !== undefined, JSON.stringify(hooks));
  assert.match(byId.get('by-shim')?.why ?? '', /is a script that chooses an interpreter \(a shim\)/);
  assert.match(byId.get('switched-off')?.why ?? '', /spare: false/);
  assert.match(byId.get('by-shell')?.why ?? '', /not one simple command/);
});
