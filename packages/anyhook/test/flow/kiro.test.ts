import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { flowWorld } from './flow-world.js';

const policies = 'hooks:\n  - {on: agent.stop, use: stop-goal-fit}\n  - {on: tool.after, use: quality-gate}\n';
const artifact = '# T\n\nstatus: executing\ntype: deliver\n';

test('Kiro shows policy warnings at a stop and after a tool', (t) => {
  const here = flowWorld(t, { '.flow-agents/t/t--deliver.md': artifact, 'biome.json': '{}', 'a.ts': 'x' });
  here.write({
    [join(here.env['HOME'] ?? '', '.config/anyhook/config.yaml')]: policies,
    [join(here.tools, 'biome')]: '#!/bin/sh\necho finding; exit 1\n',
  });
  const answer = (payload: object, env: Readonly<Record<string, string>> = {}) => {
    const { code, stdout, stderr } = here.run(['run', '--host', 'kiro'], { ...payload, cwd: here.dir }, env);
    assert.equal(stdout, '');
    return [code, stderr] as const;
  };
  const [warned, warning] = answer({ hook_event_name: 'Stop' });
  assert.equal(warned, 1);
  assert.match(warning, /Goal fit: the active work is not finished/);
  const [refused, reason] = answer({ hook_event_name: 'Stop' }, { FLOW_AGENTS_GOAL_FIT_STRICT: 'true' });
  assert.equal(refused, 2);
  assert.match(reason, /before you stop/);
  const written = {
    hook_event_name: 'PostToolUse',
    tool_name: 'fs_write',
    tool_input: { command: 'create', path: 'a.ts', file_text: 'x' },
    tool_response: { success: true, result: ['ok'] },
  };
  assert.deepEqual(answer(written), [0, '']);
  const [checked, findings] = answer(written, { SA_QUALITY_GATE_STRICT: 'true' });
  assert.equal(checked, 1);
  assert.match(findings, /biome found something to correct in .*a\.ts/);
});
