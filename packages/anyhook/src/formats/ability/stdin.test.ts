import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Event } from '@anyhook/core';
import { bareEvent } from '../../../test/support/bare-event.js';
import { formatHook } from '../../../test/support/format-samples.js';
import { abilityCodec } from './codec.js';
import type { AbilityEventType } from './events.js';

const ability = abilityCodec();

const call = { kind: 'edit', nativeName: 'Edit', input: { path: 'prod.yaml', oldText: 'a\n b', newText: '' } } as const;
const noSession = { sessionId: '' };
const ref = { kind: 'operation_key', value: 'db.write.user_row' } as const;
const task = { task_key: 't1', ability_id: 'edit_file', status: 'partial' } as const;
const edited = { ability_id: 'edit_file', input_summary: 'path=prod.yaml oldText=a b newText=' };

const stdins: Readonly<Record<AbilityEventType, readonly (readonly [Event, object])[]>> = {
  PromptSubmit: [
    [bareEvent('prompt.submit', { prompt: 'fix it' }), { session_id: 'sess-1', user_raw_input: 'fix it' }],
    [
      bareEvent('prompt.submit', { prompt: 'p', files: ['a.ts'] }, noSession),
      { session_id: '', user_raw_input: 'p', current_files: ['a.ts'] },
    ],
  ],
  PreAbilityCreate: [
    [
      bareEvent('task.create', { ability: ref, inputSummary: 'one\ntwo', environment: 'prod' }),
      {
        session_id: 'sess-1',
        ability_ref: ref,
        input_summary: 'one two',
        environment: 'prod',
        caller: { source: 'ai_session', session_id: 'sess-1' },
      },
    ],
    [
      bareEvent('task.create', { ability: ref }, { ...noSession, caller: 'ci_pipeline' }),
      { ability_ref: ref, caller: { source: 'ci_pipeline' } },
    ],
    [
      bareEvent(
        'task.create',
        { ability: ref, input: { rows: [1] } },
        { ...noSession, caller: 'background_job', jobId: 'night-7', triggeredBy: 'cron' },
      ),
      {
        ability_ref: ref,
        input: { rows: [1] },
        caller: { source: 'background_job', job_id: 'night-7', triggered_by: 'cron' },
      },
    ],
  ],
  PreAbilityCall: [
    [
      bareEvent('tool.before', { call, taskKey: 'task-1' }),
      {
        session_id: 'sess-1',
        ability_id: 'edit_file',
        task_key: 'task-1',
        args_summary: 'path=prod.yaml oldText=a b newText=',
        args: call.input,
        caller: { source: 'ai_session', session_id: 'sess-1' },
      },
    ],
    [
      bareEvent(
        'tool.before',
        {
          call: {
            kind: 'mcp',
            nativeName: 'x',
            mcp: { server: 'git', tool: 'log' },
            input: { n: 1, list: [1, 2], o: { k: 1 } },
          },
        },
        { ...noSession, caller: 'manual_cli' },
      ),
      {
        ability_id: 'mcp.git.log',
        args_summary: 'n=1 list=[2 items] o={k}',
        args: { n: 1, list: [1, 2], o: { k: 1 } },
        caller: { source: 'manual_cli' },
      },
    ],
    [
      bareEvent('tool.before', { call: { kind: 'other', nativeName: 'Strange', input: {} } }, noSession),
      { ability_id: 'Strange', args_summary: '', args: {}, caller: { source: 'ai_session' } },
    ],
    [
      bareEvent(
        'tool.before',
        {
          call: { kind: 'other', nativeName: 'db.login', input: { password: 'x' } },
          taskKey: 't',
          environment: 'prod',
          inputSummary: 'password=[redacted]',
        },
        noSession,
      ),
      {
        ability_id: 'db.login',
        task_key: 't',
        environment: 'prod',
        args_summary: 'password=[redacted]',
        args: { password: 'x' },
        caller: { source: 'ai_session' },
      },
    ],
  ],
  PostAbilityCall: [
    [
      bareEvent('tool.after', { call, result: { ok: true, text: 'done\nwell' }, durationMs: 12, taskKey: 't1' }),
      {
        session_id: 'sess-1',
        ...edited,
        task_key: 't1',
        status: 'success',
        duration_ms: 12,
        output_summary: 'done well',
      },
    ],
    [
      bareEvent('tool.after', { call, result: { ok: false, text: 'out', stderr: 'bad' } }, noSession),
      { ...edited, status: 'failure', output_summary: 'out', error_message: 'bad' },
    ],
    [
      bareEvent('tool.failure', { call, error: 'no such file', durationMs: 3 }),
      { session_id: 'sess-1', ...edited, status: 'failure', duration_ms: 3, error_message: 'no such file' },
    ],
    [
      bareEvent(
        'tool.after',
        {
          call,
          result: { ok: true, text: 'all of it' },
          partial: true,
          error: '2 of 3',
          inputSummary: 'in',
          outputSummary: 'out',
        },
        noSession,
      ),
      { ...edited, status: 'partial', input_summary: 'in', output_summary: 'out', error_message: '2 of 3' },
    ],
  ],
  SessionStop: [
    [
      bareEvent('session.end', {
        changedFiles: ['services/a.ts'],
        abilitiesUsed: ['edit_file'],
        tasks: [task],
        startedAt: '2026-01-15T10:00:00Z',
        endedAt: '2026-01-15T11:00:00Z',
        reason: 'exit',
      }),
      {
        session_id: 'sess-1',
        changed_files: ['services/a.ts'],
        abilities_used: ['edit_file'],
        tasks_summary: [task],
        started_at: '2026-01-15T10:00:00Z',
        ended_at: '2026-01-15T11:00:00Z',
      },
    ],
    [bareEvent('session.end', {}), { session_id: 'sess-1' }],
  ],
};

const hookFor = (nativeEvent: string) => formatHook({ dialect: 'ability', nativeEvent, id: 'prod_config_guard' });

for (const [name, rows] of Object.entries(stdins)) {
  test(`${name} passes the format's fields to its script`, () => {
    for (const [event, own] of rows) {
      assert.deepEqual(ability.stdin(event, hookFor(name)), { event_type: name, ...own });
    }
  });
}

test('summaries are one short line, and arguments are complete', () => {
  const content = `${'word \n'.repeat(200_000)}end`;
  const event = bareEvent('tool.before', {
    call: { kind: 'write', nativeName: 'Write', input: { path: 'a', content, later: 'x' } },
  });
  const shown = ability.stdin(event, hookFor('PreAbilityCall')) as { args_summary: string; args: { content: string } };
  assert.match(shown.args_summary, /^path=a content=word word .*…$/);
  assert.ok(shown.args_summary.length <= 501, String(shown.args_summary.length));
  assert.equal(shown.args.content, content);
});

test('the environment names event, hook and agent', () => {
  assert.deepEqual(ability.env(bareEvent('session.end', {}), hookFor('SessionStop')), {
    ANYHOOK_EVENT: 'session.end',
    ANYHOOK_HOOK_ID: 'prod_config_guard',
    ANYHOOK_HOST: 'sample-host',
  });
});
