import assert from 'node:assert/strict';
import { linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { searchLimits } from '../../../core/src/limits.js';
import type { FireReport } from '../../src/answer/fire-report.js';
import { hookMdWithScript, testProject } from '../cli/harness.js';

const call = ['fire', 'tool.before', '--tool', 'shell', '--input', '{"command":"ls"}', '--json', '--trust-project'];

test('among 10,000 hook files with one name, the broken one is reported and the matching one runs', async (t) => {
  const hooks = '.system/hooks';
  const here = testProject(t, {
    ...hookMdWithScript('guard', 'before_tool', 'echo no >&2; exit 2'),
    [`${hooks}/broken.yaml`]: 'id: [',
    [`${hooks}/h.yaml`]:
      'id: h\nevent_type: PreAbilityCall\nenabled: true\nblocking: true\nmatch: {ability_scope: read_file}\nhandler: {kind: script, command: "exit 0"}\n',
  });
  // A link counts as a separate file, and is faster to create.
  for (let i = 1; i < 10_000; i++) linkSync(join(here.dir, hooks, 'h.yaml'), join(here.dir, hooks, `h${i}.yaml`));
  // The second run reads the cache.
  await here.run(call);
  const { code, stdout } = await here.run(call);
  const report = JSON.parse(stdout) as FireReport;
  assert.deepEqual([code, report.reason], [2, '[guard] no']);
  assert.equal(new Set(report.hooks.map(({ id }) => id)).size, 10_002);
  // The guard, and the stand-in for the broken one.
  assert.equal(report.hooks.filter(({ matched }) => matched).length, 2);
  const problems = JSON.parse((await here.run(['hooks', 'validate', '--json'])).stdout) as {
    source: string;
    severity: string;
  }[];
  const broken = problems.filter(({ severity }) => severity === 'error');
  assert.deepEqual(new Set(broken.map(({ source }) => source)), new Set([join(here.dir, hooks, 'broken.yaml')]));
});

test("a user's hooks folder with too many entries makes calls ask, because it may hold guards", async (t) => {
  const here = testProject(t, {});
  const folder = join(here.env['HOME'] ?? '', '.config/agents/hooks');
  mkdirSync(folder, { recursive: true });
  for (let i = 0; i <= searchLimits.folderEntries; i++) writeFileSync(join(folder, String(i)), '');
  const report = JSON.parse((await here.run(call)).stdout) as FireReport;
  assert.equal(report.decision, 'ask');
  assert.match(report.reason ?? '', /has more than 20000 entries/);
});
