import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { testProject } from './cli/harness.js';

const bin = resolve('packages/anyhook/bin/anyhook.cjs');
const call = `"${process.execPath}" "${bin}" run --host claude-code --trust-project`;

const payload = (name: string, more: object = {}) =>
  JSON.stringify({ hook_event_name: name, session_id: 's', tool_name: 'Bash', tool_input: { command: 'ls' }, ...more });

/** A project whose hooks act like an agent started by a hook: at each event they call us with the same event. */
function loop(t: TestContext, name: string) {
  const event = name === 'PreToolUse' ? 'tool.before' : 'prompt.submit';
  const again = `echo run >> "${'$'}LOG"; printf '%s' '${payload(name)}' | ${call} >> "${'$'}LOG.said"`;
  const { dir, env } = testProject(t, {
    '.agents/anyhook.yaml': `hooks:\n  - {id: again, on: ${event}, run: ${JSON.stringify(again)}}\n`,
  });
  const log = join(dir, 'log');
  const lines = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []);
  return {
    run(extra: Readonly<Record<string, string>> = {}) {
      const args = [bin, 'run', '--host', 'claude-code', '--trust-project'];
      const options = {
        cwd: dir,
        env: { ...env, LOG: log, ...extra },
        input: payload(name),
        encoding: 'utf8',
      } as const;
      return spawnSync(process.execPath, args, options);
    },
    runs: () => lines(log),
    said: () => lines(`${log}.said`),
  };
}

test('hooks that start agents whose hooks start agents end at the depth limit', (t) => {
  const { run, runs, said } = loop(t, 'PreToolUse');
  const { status } = run();
  assert.equal(status, 0);
  assert.equal(runs().length, 3);
  assert.match(said()[0] ?? '', /"permissionDecision":"deny".*\[again\] this runs inside 3 nested hooks/);
});

test('at the depth limit an event without a guard passes, and the user is told once', (t) => {
  const { run, runs, said } = loop(t, 'UserPromptSubmit');
  run();
  run();
  assert.equal(runs().length, 6);
  assert.deepEqual(said().filter((line) => line.includes('inside 3 nested hooks')).length, 1);
});

test('setting the depth variable does not bypass a guard', (t) => {
  const { run, runs } = loop(t, 'PreToolUse');
  const { stdout } = run({ ANYHOOK_DEPTH: '99' });
  assert.equal(runs().length, 0);
  assert.match(stdout, /"permissionDecision":"deny"/);
});

test('built-in guards run at any depth', (t) => {
  const { dir, env } = testProject(t, {
    '.agents/anyhook.yaml': 'hooks:\n  - {id: own, on: tool.before, use: config-protection}\n',
  });
  const input = payload('PreToolUse', { tool_name: 'Write', tool_input: { file_path: 'biome.json', content: '' } });
  const args = [bin, 'run', '--host', 'claude-code', '--trust-project'];
  const options = { cwd: dir, env: { ...env, ANYHOOK_DEPTH: '9' }, input, encoding: 'utf8' } as const;
  assert.match(spawnSync(process.execPath, args, options).stdout, /"deny".*biome\.json configures a linter/);
});

for (const depth of ['', '-1', '1e9', 'x', '2'])
  test(`a depth of "${depth}" does not keep hooks from running`, (t) => {
    const { run, runs } = loop(t, 'PreToolUse');
    run({ ANYHOOK_DEPTH: depth });
    assert.ok(runs().length >= 1);
  });
