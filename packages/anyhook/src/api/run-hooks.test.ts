import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { AnyhookError } from '@anyhook/core';
import { hookMdFiles, ProjectWorld } from '../../test/project-world.js';
import { type AbilityEvent, runHooks } from './run-hooks.js';

const ability = (id: string, event: string, blocking = true) => ({
  [`.system/hooks/${id}.yaml`]: `id: ${id}\nevent_type: ${event}\nenabled: true\nblocking: ${blocking}\nsummary: A hook.\nhandler: {kind: script, command: ./${id}.sh}\ntimeout_ms: 5000\n`,
});
const script = (id: string, answer = '{}') => ({
  [`${id}.sh`]: `#!/bin/sh\ncat > "$KEEP/${id}.json"\nprintf '%s' '${answer}'\n`,
});

const contexts: Readonly<Record<AbilityEvent, Record<string, unknown>>> = {
  PromptSubmit: { session_id: 's', user_raw_input: 'fix it', current_files: ['a.ts'] },
  PreAbilityCreate: {
    session_id: 's',
    ability_ref: { kind: 'operation_key', value: 'deploy' },
    input_summary: 'to prod',
    environment: 'prod',
    caller: { source: 'ci_pipeline', session_id: 's', job_id: 'j-1', triggered_by: 'ada' },
  },
  PreAbilityCall: {
    session_id: 's',
    ability_id: 'edit_file',
    task_key: 't',
    args_summary: 'path=a.ts and more',
    args: { path: 'a.ts' },
    caller: { source: 'background_job', session_id: 's', job_id: 'j-1', triggered_by: 'cron' },
  },
  PostAbilityCall: {
    session_id: 's',
    ability_id: 'run_command',
    task_key: 't',
    status: 'success',
    duration_ms: 12,
    input_summary: 'command=ls',
    output_summary: 'done',
  },
  SessionStop: {
    session_id: 's',
    changed_files: ['a.ts'],
    abilities_used: ['edit_file'],
    tasks_summary: [{ task_key: 't', ability_id: 'edit_file', status: 'success' }],
    started_at: '2026-01-01T00:00:00Z',
    ended_at: '2026-01-01T01:00:00Z',
  },
};

for (const [event, context] of Object.entries(contexts) as [AbilityEvent, Record<string, unknown>][])
  test(`${event}: the caller's fields reach a hook of that event`, async (t) => {
    const world = new ProjectWorld(t, { ...ability('h', event), ...script('h') });
    world.env['KEEP'] = world.top;
    const { hooks, notes } = await runHooks(event, context, { cwd: world.dir, env: world.env, trust: 'project' });
    assert.deepEqual([hooks.map(({ outcome }) => outcome), notes], [['ok'], []]);
    const got = JSON.parse(readFileSync(`${world.top}/h.json`, 'utf8'));
    // Adds the fields that a call of this tool must have.
    const { args = got.args } = context;
    assert.deepEqual({ ...got, args }, { event_type: event, ...context, args });
  });

for (const status of ['failure', 'partial'])
  test(`a call that ended in ${status} is a PostAbilityCall with its error`, async (t) => {
    const world = new ProjectWorld(t, { ...ability('h', 'PostAbilityCall'), ...script('h') });
    world.env['KEEP'] = world.top;
    const context = { ability_id: 'run_command', status, output_summary: 'rows=2', error_message: 'exit 1' };
    await runHooks('PostAbilityCall', context, { cwd: world.dir, env: world.env, trust: 'project' });
    const got = JSON.parse(readFileSync(`${world.top}/h.json`, 'utf8'));
    assert.deepEqual([got.status, got.error_message, got.output_summary], [status, 'exit 1', 'rows=2']);
  });

test("a guard's refusal becomes a deny with its signal", async (t) => {
  const signal = { kind: 'ability_guard', code: 'ABILITY_DENIED', payload: { allowed: false, reason: 'prod' } };
  const world = new ProjectWorld(t, {
    ...ability('h', 'PreAbilityCall'),
    ...script('h', JSON.stringify({ hook_signals: [signal] })),
  });
  world.env['KEEP'] = world.top;
  const result = await runHooks(
    'PreAbilityCall',
    { ability_id: 'edit_file' },
    { cwd: world.dir, env: world.env, trust: 'project' },
  );
  assert.equal(result.decision, 'deny');
  assert.equal(result.hook_signals[0]?.code, 'ABILITY_DENIED');
});

test('blockingOnly skips non-blocking hooks, and hooks of other formats still return their texts', async (t) => {
  const advice = hookMdFiles(
    'advice',
    'trigger: before_agent',
    `printf '%s' '{"additional_context":"mind the tests"}'`,
  );
  const world = new ProjectWorld(t, {
    ...ability('b', 'PromptSubmit'),
    ...script('b'),
    ...ability('n', 'PromptSubmit', false),
    ...script('n'),
    ...advice,
  });
  world.env['KEEP'] = world.top;
  const options = { cwd: world.dir, env: world.env, trust: 'project' } as const;
  const ids = async (blockingOnly: boolean) =>
    (await runHooks('PromptSubmit', { user_raw_input: 'x' }, { ...options, blockingOnly })).hooks
      .map(({ hook }) => hook.id)
      .sort();
  assert.deepEqual(
    [await ids(false), await ids(true)],
    [
      ['advice', 'b', 'n'],
      ['advice', 'b'],
    ],
  );
  assert.deepEqual((await runHooks('PromptSubmit', { user_raw_input: 'x' }, options)).context, ['mind the tests']);
});

test('missing or unknown arguments are an error that names them', async (t) => {
  const world = new ProjectWorld(t);
  const options = { cwd: world.dir, env: world.env };
  const isOurs = (code: string, text: RegExp) => (error: unknown) =>
    error instanceof AnyhookError && error.code === code && text.test(error.message);
  await assert.rejects(runHooks('PreAbilityCall', {}, options), isOurs('BAD_ARGUMENT', /"ability_id" is required/));
  await assert.rejects(runHooks('Nope' as AbilityEvent, {}, options), isOurs('UNKNOWN_EVENT', /got "Nope"/));
});
