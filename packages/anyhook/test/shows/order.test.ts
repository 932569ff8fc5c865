import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, test } from 'node:test';
import type { FireReport } from '../../src/answer/fire-report.js';
import { waitUntil } from '../bad-input/marked-processes.js';
import { hookMdWithScript, testProject } from '../cli/harness.js';

const call = ['tool.before', '--tool', 'shell', '--input', '{"command":"ls","description":"look"}'];
const fire = (...args: readonly string[]) => ['fire', ...args, '--json', '--trust-project'];

/** A docker hook that adds a word to the command. */
const adds = (word: string): string =>
  [`    - hooks: [{name: add-${word}, type: command, command: './add.sh ${word}'}]`, ''].join('\n');
const rewriters = {
  'add.sh': `#!/bin/sh
cmd=$(sed 's/.*"cmd":"\\([^"]*\\)".*/\\1/')
echo "{\\"hook_specific_output\\":{\\"updated_input\\":{\\"cmd\\":\\"$cmd -$1\\"}}}"
`,
  '.agents/hooks.yaml': `hooks:\n  pre_tool_use:\n${adds('z')}${adds('a')}`,
};
/** Runs first, and so sees the call before it is rewritten. */
const guard = (pattern: string) =>
  hookMdWithScript(
    'guard',
    'before_tool',
    `grep -q -e '${pattern}' && { echo "not that" >&2; exit 2; }; exit 0`,
    'priority: 999\n',
  );

/** Ten hooks that all wait until each of them runs; only then do they answer. */
const together = `#!/bin/sh
touch "$MEET/$1"
while [ "$(ls "$MEET" | wc -l)" -lt 10 ]; do sleep 0.05; done
if [ "$1" = 7 ]; then echo "seven says no" >&2; exit 2; fi
echo '{"hook_specific_output":{"permission_decision":"allow"}}'
`;
const ten = Array.from({ length: 10 }, (_, i) => `h${i}`);

/** When ten hooks run in parallel: at an event without rewrites, or if declared parallel. */
const places: readonly [string, string, string, string][] = [
  ['at an event that nothing rewrites', 'permission_request', 'tool.permission', ''],
  [
    'that are declared parallel',
    'pre_tool_use',
    'tool.before',
    `overrides: {${ten.map((id) => `${id}: {parallel: true}`).join(', ')}}\n`,
  ],
];
const sleepMs = 5000;
const slow = hookMdWithScript('slow', 'before_tool', 'cat >"$OUT.stdin"; sleep 5; echo done >"$OUT"', 'async: true\n');

describe('hooks of one event', { concurrency: 3 }, () => {
  test('two rewriting hooks chain in the order of their file, twenty runs in a row', async (t) => {
    const here = testProject(t, { ...guard('ls -a'), ...rewriters });
    for (let i = 0; i < 20; i++) {
      const report = await here.json<FireReport>(fire(...call));
      assert.deepEqual([report.decision, report.input], ['pass', { command: 'ls -z -a', description: 'look' }]);
    }
  });

  test('a guard placed before two rewriting hooks denies the rewritten call, twenty runs in a row', async (t) => {
    const here = testProject(t, { ...guard('ls -z -a'), ...rewriters });
    for (let i = 0; i < 20; i++) {
      const { code, stdout } = await here.run(fire(...call));
      const { reason, input, hooks } = JSON.parse(stdout) as FireReport;
      assert.deepEqual([code, reason, input], [2, '[guard] not that', undefined]);
      assert.deepEqual(
        hooks.map(({ id, outcome, recheck }) => [id, outcome, recheck]),
        [
          ['guard', 'blocked', true],
          ['add-z', 'ok', undefined],
          ['add-a', 'ok', undefined],
        ],
      );
    }
  });

  for (const [where, native, event, config] of places) {
    test(`the deny of one of ten concurrent hooks ${where} wins over nine allows`, async (t) => {
      const hooks = ten.map((id, i) => `{name: ${id}, type: command, command: './together.sh ${i}', timeout: 30}`);
      const here = testProject(t, {
        'together.sh': together,
        '.agents/hooks.yaml': `hooks: {${native}: [{hooks: [${hooks.join(', ')}]}]}\n`,
        '.agents/anyhook.yaml': config,
        'meet/.keep': '',
      });
      const args = fire(event, ...call.slice(1));
      const { code, stdout } = await here.run(args, { env: { MEET: join(here.dir, 'meet') } });
      const report = JSON.parse(stdout) as FireReport;
      assert.deepEqual([code, report.decision, report.reason], [2, 'deny', '[h7] seven says no']);
      assert.deepEqual(
        report.hooks.map(({ id, decision }) => [id, decision]),
        ten.map((id) => [id, id === 'h7' ? 'deny' : 'allow']),
      );
    });
  }

  test('an async hook that sleeps 5 s does not delay the answer, and still finishes', async (t) => {
    const here = testProject(t, slow);
    const out = join(here.dir, 'out');
    const began = performance.now();
    const input = JSON.stringify({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } });
    const { status, stdout } = spawnSync(
      process.execPath,
      [resolve('packages/anyhook/bin/anyhook.cjs'), 'run', '--host', 'claude-code', '--trust-project'],
      { cwd: here.dir, env: { ...here.env, OUT: out }, input, encoding: 'utf8' },
    );
    const ms = performance.now() - began;
    const finished = existsSync(out);
    assert.deepEqual([status, stdout], [0, '']);
    assert.ok(ms < sleepMs, `the answer took ${ms} ms`);
    assert.equal(finished, false, 'the answer was there before the hook had ended');
    assert.ok(
      await waitUntil(() => existsSync(out) && readFileSync(out, 'utf8') === 'done\n'),
      'and yet it ran to its end',
    );
    assert.equal(JSON.parse(readFileSync(`${out}.stdin`, 'utf8')).tool_name, 'Shell');
    const log = join(here.env['XDG_STATE_HOME'] ?? '', 'anyhook', 'async.jsonl');
    assert.ok(await waitUntil(() => existsSync(log)), 'and its end is on record');
    assert.equal(JSON.parse(readFileSync(log, 'utf8')).outcome, 'ok');
  });
});
