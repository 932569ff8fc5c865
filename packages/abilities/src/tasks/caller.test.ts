import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentMarks } from '../../../anyhook/src/agents/environment.js';
import { identifyCaller, pipelines } from './caller.js';
import type { CallerInfo } from './task.js';

const at = (env: Readonly<Record<string, string>>, isTerminal = false) => ({ env, isTerminal, user: 'ada' });

const rows: readonly (readonly [string, ReturnType<typeof at>, Partial<CallerInfo> | undefined, CallerInfo])[] = [
  ['a person at a terminal', at({}, true), undefined, { source: 'manual_cli', triggered_by: 'ada' }],
  ['a cron job', at({}), { job_id: 'night' }, { source: 'background_job', triggered_by: 'ada', job_id: 'night' }],
  ['a pipeline', at({ CI: 'true' }), undefined, { source: 'ci_pipeline' }],
  ['a pipeline with a terminal', at({ CI: '1' }, true), undefined, { source: 'ci_pipeline' }],
  ['no pipeline', at({ CI: 'false' }, true), undefined, { source: 'manual_cli', triggered_by: 'ada' }],
  [
    'GitHub Actions',
    at({ CI: 'true', GITHUB_ACTIONS: 'true', GITHUB_RUN_ID: '77', GITHUB_ACTOR: 'bob' }),
    undefined,
    { source: 'ci_pipeline', job_id: '77', triggered_by: 'bob' },
  ],
  [
    'an agent inside a pipeline, at a terminal',
    at({ CI: 'true', CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 's-1' }, true),
    undefined,
    { source: 'ai_session', session_id: 's-1' },
  ],
  [
    'an agent that calls itself a person',
    at({ CODEX_THREAD_ID: 'x' }),
    { source: 'manual_cli' },
    { source: 'ai_session', session_id: 'x' },
  ],
  [
    'a job that calls itself a pipeline',
    at({}),
    { source: 'ci_pipeline' },
    { source: 'background_job', triggered_by: 'ada' },
  ],
  [
    'a person whose program names an AI session',
    at({}, true),
    { source: 'ai_session', session_id: 'mcp-1' },
    { source: 'ai_session', session_id: 'mcp-1' },
  ],
  [
    'a program of a task that an AI started',
    at({ ANYHOOK_CALLER: 'ai_session' }, true),
    { source: 'manual_cli' },
    { source: 'ai_session' },
  ],
  [
    'a program of a task that a person started',
    at({ ANYHOOK_CALLER: 'manual_cli' }),
    undefined,
    { source: 'background_job', triggered_by: 'ada' },
  ],
];

for (const [title, place, given, expected] of rows)
  test(`${title}: ${expected.source}`, () => assert.deepEqual(identifyCaller(place, given), expected));

test('every pipeline and agent of the tables is recognised', () => {
  for (const { variable } of pipelines)
    assert.equal(identifyCaller(at({ [variable]: 'x' }, true)).source, 'ci_pipeline');
  for (const { name } of agentMarks)
    assert.equal(identifyCaller(at({ [name.replace('*', 'X')]: 'x' }, true)).source, 'ai_session', name);
});

test('names that a caller gives are cut to a limit', () => {
  const { job_id } = identifyCaller(at({}), { job_id: 'x'.repeat(10_000) });
  assert.equal(job_id?.length, 200);
});
