import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { FireReport } from '../../src/answer/fire-report.js';
import { replayWorld, toolPayload } from '../replay/replay-world.js';
import { hookMdWithScript, testProject } from './harness.js';

const fire = ['fire', 'tool.before', '--tool', 'shell', '--input', '{"command":"ls"}', '--json', '--trust-project'];
const everything = {
  decision: 'deny',
  reason: 'no',
  updated_input: { command: 'true' },
  additional_context: 'context',
  log: 'a line',
};

/** Ways to say that the hook `guard` runs in shadow mode. */
const ways: readonly [string, string, Readonly<Record<string, string>>][] = [
  ['in the hook file', 'metadata:\n  anyhook:\n    mode: shadow\n', {}],
  ['by an override of its id', '', { '.agents/anyhook.yaml': 'overrides: { guard: { mode: shadow } }\n' }],
  [
    'by an override of its file',
    '',
    { '.agents/anyhook.yaml': 'overrides: { .agents/hooks/guard/HOOK.md: { mode: shadow } }\n' },
  ],
  ['by an override of its folder', '', { '.agents/anyhook.yaml': 'overrides: { .agents/hooks/: { mode: shadow } }\n' }],
  ['by the config for all hooks', '', { '.agents/anyhook.yaml': 'mode: shadow\n' }],
];

for (const [how, front, files] of ways) {
  test(`a hook set to shadow mode ${how} runs, reports its would-be decision, and changes nothing`, async (t) => {
    const script = `touch "$0.ran"; echo '${JSON.stringify(everything)}'`;
    const here = testProject(t, { ...hookMdWithScript('guard', 'before_tool', script, front), ...files });
    const { code, stdout } = await here.run(fire);
    const { hooks, ...report } = JSON.parse(stdout) as FireReport;
    assert.equal(code, 0);
    assert.deepEqual(report, {
      event: 'tool.before',
      nativeEvent: 'tool.before',
      host: 'anyhook',
      decision: 'pass',
      context: [],
      messages: [],
      signals: [],
      notes: [],
    });
    assert.deepEqual(
      hooks.map(({ id, outcome, decision, reason, shadow }) => ({ id, outcome, decision, reason, shadow })),
      [{ id: 'guard', outcome: 'ok', decision: 'deny', reason: 'no', shadow: true }],
    );
    assert.ok(existsSync(join(here.dir, '.agents/hooks/guard/scripts/run.sh.ran')), 'it ran');
    const [listed] = await here.json<{ shadow: boolean }[]>(['list', '--json', '--trust-project']);
    assert.equal(listed?.shadow, true);
  });
}

test('however a shadow hook fails, the agent is told nothing', async (t) => {
  const silent = await testProject(t).run([...fire, '--agent', 'claude-code']);
  const { wire } = JSON.parse(silent.stdout) as FireReport;
  for (const script of ['exit 2', 'exit 1', 'echo "{"; exit 0', 'echo broken >&2; exit 2', 'sleep 5']) {
    const more = 'timeout: 300\nmetadata:\n  anyhook:\n    mode: shadow\n    onFailure: closed\n';
    const here = testProject(t, hookMdWithScript('guard', 'before_tool', script, more));
    const { stdout } = await here.run([...fire, '--agent', 'claude-code']);
    assert.deepEqual((JSON.parse(stdout) as FireReport).wire, wire, script);
  }
});

test('the text output marks decisions of shadow hooks', async (t) => {
  const here = testProject(
    t,
    hookMdWithScript('guard', 'before_tool', 'exit 2', 'metadata:\n  anyhook:\n    mode: shadow\n'),
  );
  const { stdout } = await here.run(fire.filter((arg) => arg !== '--json'));
  assert.match(stdout, /guard {2}hook-md {2}deny \(shadow\)/);
  assert.match(stdout, /verdict {2}pass/);
});

test("a project cannot put its user's hooks into shadow mode", async (t) => {
  const here = testProject(t, { '.agents/anyhook.yaml': 'mode: shadow\noverrides: { mine: { mode: shadow } }\n' });
  const own = hookMdWithScript('mine', 'before_tool', 'exit 2');
  here.write(Object.fromEntries(Object.entries(own).map(([path, text]) => [`../home/.config/${path.slice(1)}`, text])));
  const { code, stdout } = await here.run(fire);
  assert.equal(code, 2);
  const { problems = [] } = JSON.parse(stdout) as FireReport;
  assert.match(problems[0]?.message ?? '', /which a project file cannot override/);
});

test("the journal, log and why contain a shadow hook's would-be decision", async (t) => {
  const guard = hookMdWithScript(
    'guard',
    'before_tool',
    'grep -q force && { echo no >&2; exit 2; }; exit 0',
    'metadata:\n  anyhook:\n    mode: shadow\n',
  );
  const here = replayWorld(t, guard);
  await here.live(['git push', 'git push --force'].map((command) => toolPayload(here.dir, 'Bash', { command })));
  const compared = await here.run(['log', '--shadow', '--json']);
  const records = compared.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    records.map(({ decision, shadow }) => [decision, shadow]),
    [['pass', { decision: 'deny', by: ['guard'] }]],
  );
  assert.match((await here.run(['log', '--shadow'])).stdout, /took part in 2 decisions and would have changed 1\n$/);
  assert.match((await here.run(['why', '--last'])).stdout, /guard +hook-md +deny \(shadow\)/);
});
