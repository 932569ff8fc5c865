import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Task, TaskRunResult } from '../../src/tasks/task.js';
import {
  hookFiles,
  operationFiles,
  printSignal,
  scriptAbilityFiles,
  type TaskProject,
  taskProject,
} from './task-project.js';

const terminal = { columns: 120, env: { NO_COLOR: '1' } };
const deploy = scriptAbilityFiles('deploy', `cat; echo >&2 "on its way"`);
const guard = hookFiles(
  'guard',
  'PreAbilityCall',
  printSignal('ability_guard', 'ABILITY_DENIED', {
    reason: 'deploys need a person',
    require_human: true,
    suggestion: 'ask Ann',
  }),
  'deploy',
);
const preflight = hookFiles(
  'nonprod',
  'PreAbilityCreate',
  `grep -q '"environment":"prod"' && ${printSignal('ability_preflight', 'ABILITY_UNAVAILABLE', { reason: 'not in prod', suggestion: 'use staging' })}`,
);

interface Waiting {
  readonly id: string;
  readonly decisionId?: string;
  readonly request: { readonly tool: string };
}
const waiting = (here: TaskProject) => here.json<readonly Waiting[]>(['approve', '--list', '--json']);

test('a preflight hook refuses in prod, and no task is kept', async (t) => {
  const here = taskProject(t, deploy, preflight);
  const { code, result } = await here.task(['create', 'deploy', '--environment', 'prod']);
  assert.equal(code, 2);
  assert.equal(result.status, 'unavailable');
  assert.deepEqual('error' in result && result.error, {
    code: 'UNAVAILABLE',
    message: 'creating a task for deploy: [nonprod] not in prod',
    suggestion: 'use staging',
  });
  assert.ok('preflight' in result && result.preflight?.hook_signals[0]?.code === 'ABILITY_UNAVAILABLE');
  assert.deepEqual(await here.tasks(), []);
  assert.equal((await here.task(['create', 'deploy', '--environment', 'staging'])).code, 0);
  assert.equal((await here.tasks()).length, 1);
});

test('a run that a guard holds for a person goes on once after the approval', async (t) => {
  const here = taskProject(t, deploy, guard);
  const created = await here.task(['create', 'deploy', '--input', '{"to":"v7"}', '--environment', 'prod']);
  const key = 'task' in created.result ? (created.result.task?.task_key ?? '') : '';
  const first = await here.task<TaskRunResult>(['run', key]);
  assert.equal(first.code, 3);
  assert.ok(first.result.status === 'needs_human' && first.result.task.status === 'waiting');
  const { error, guard: said } = first.result;
  assert.equal(error.code, 'NEEDS_HUMAN');
  assert.equal(said.suggestion, 'ask Ann');
  assert.equal(said.approval?.minutes, 15);
  assert.equal((await here.tasks())[0]?.status, 'waiting');
  assert.deepEqual(here.runs(), []);
  const [asked] = await waiting(here);
  assert.equal(asked?.id, said.approval?.id);
  assert.ok(asked?.decisionId, 'the channels got the question, with the decision that asked it');
  const listed = await here.run(['approve', '--list'], terminal);
  assert.match(listed.stdout, /pending {2}\d+ s ago {2}run deploy {2}guard {2}\{"to":"v7"\}/);
  const approved = await here.run(['approve', asked?.id ?? ''], { ...terminal, stdin: 'y\n' });
  assert.match(approved.stdout, /^ {2}ability {2}run deploy$/m);
  assert.match(approved.stdout, /^ {2}env {6}prod$/m);
  assert.match(approved.stdout, /^ {2}to {7}v7$/m);
  const second = await here.task<TaskRunResult>(['run', key]);
  assert.deepEqual([second.code, second.result.status], [0, 'success']);
  assert.deepEqual(here.runs(), [key]);
  const again = await here.task<TaskRunResult>(['run', key]);
  assert.ok(again.result.status === 'refused' && again.result.error.code === 'ALREADY_RUN');
  const other = await here.task(['direct-run', 'deploy', '--input', '{"to":"v7"}', '--environment', 'prod']);
  assert.equal(other.result.status, 'needs_human', 'another input needs its own approval');
});

test('an approval applies to one input and one environment', async (t) => {
  const here = taskProject(t, deploy, guard);
  const run = (to: string, environment: string) =>
    here.task(['direct-run', 'deploy', '--input', `{"to":"${to}"}`, '--environment', environment]);
  await run('v7', 'staging');
  await here.run(['approve', '--yes'], terminal);
  assert.equal((await run('v8', 'staging')).result.status, 'needs_human');
  assert.equal((await run('v7', 'prod')).result.status, 'needs_human');
  const later = await run('v7', 'staging');
  assert.equal(later.result.status, 'success', 'a later identical call passes');
});

test('the caller of a refused run gets who refused and why', async (t) => {
  const here = taskProject(t, deploy, guard);
  await here.task(['direct-run', 'deploy']);
  await here.run(['refuse', '--yes', '--reason', 'freeze'], terminal);
  const { code, result } = await here.task(['direct-run', 'deploy']);
  assert.equal(code, 2);
  assert.ok(result.status === 'denied');
  assert.equal(result.error.code, 'REFUSED');
  assert.match(result.error.message, /^a person refused running deploy: \S+ said no: freeze$/);
  assert.equal(result.guard.decision, 'refused');
  assert.deepEqual(here.runs(), []);
});

test('a preflight can ask for a person, and the task is created after the approval', async (t) => {
  const ask = printSignal('ability_preflight', 'ABILITY_REQUIRES_HUMAN', { reason: 'who pays?' });
  const here = taskProject(t, deploy, hookFiles('payer', 'PreAbilityCreate', ask));
  const input = JSON.stringify({ text: 'x'.repeat(2_000) });
  const first = await here.task(['create', 'deploy', '--input', input]);
  assert.deepEqual([first.code, first.result.status], [3, 'needs_human']);
  assert.deepEqual(await here.tasks(), []);
  const shown = await here.run(['approve', '--yes'], terminal);
  assert.match(shown.stdout, /^ {2}ability {2}create deploy$/m);
  // Equal up to the end of a summary, but different.
  const other = JSON.stringify({ text: `${'x'.repeat(1_999)}y` });
  assert.equal((await here.task(['create', 'deploy', '--input', other])).result.status, 'needs_human');
  assert.equal((await here.task(['create', 'deploy', '--input', input])).result.status, 'available');
});

test('an AI learns that a person is needed, but not the approval id', async (t) => {
  const here = taskProject(t, deploy, guard);
  const { result } = await here.task(['direct-run', 'deploy'], {
    env: { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 's-9' },
  });
  assert.ok(result.status === 'needs_human' && 'task' in result);
  const [{ id } = { id: '' }] = await waiting(here);
  assert.ok(id.length > 0 && !JSON.stringify(result).includes(id));
  assert.deepEqual(result.task.caller, { source: 'ai_session', session_id: 's-9' });
  const { stdout } = await here.run(['task', 'get', result.task.task_key, '--json'], { env: { CLAUDECODE: '1' } });
  assert.ok(!stdout.includes(id));
});

test('an agent cannot switch the guards off with an environment variable', async (t) => {
  const here = taskProject(t, deploy, guard);
  const off = { env: { ANYHOOK: 'off', CLAUDECODE: '1' } };
  assert.equal((await here.task(['direct-run', 'deploy'], off)).result.status, 'needs_human');
  assert.equal((await here.task(['direct-run', 'deploy'], { env: { ANYHOOK: 'off' } })).result.status, 'success');
});

test('post-call hooks get status, time and summaries, and cannot change the answer', async (t) => {
  const usage = hookFiles(
    'usage',
    'PostAbilityCall',
    `cat | tr -d '\\n' >> usage; echo >> usage; ${printSignal('ability_guard', 'ABILITY_DENIED', { reason: 'too late' })}`,
  );
  const here = taskProject(
    t,
    usage,
    scriptAbilityFiles('good', `cat >/dev/null; echo '{"token":"ghp_0123456789abcdefghijABCDEFGHIJ012345","n":1}'`),
    scriptAbilityFiles('bad', 'echo "no such table" >&2; exit 9'),
    operationFiles(
      'half',
      'implementations: { run: { kind: script, command: ./scripts/half.sh, partial_exit_codes: [3] } }',
    ),
    { 'scripts/half.sh': `#!/bin/sh\necho '{"rows":2}'; exit 3\n` },
  );
  const input = JSON.stringify({ name: 'Ada', password: 'hunter2-and-more' });
  assert.equal((await here.task(['direct-run', 'good', '--input', input])).code, 0);
  assert.equal((await here.task(['direct-run', 'bad'])).code, 1);
  assert.equal((await here.task(['direct-run', 'half', '--job', 'night-7'])).code, 4);
  const [good, bad, half] = here.lines('usage').map((line) => JSON.parse(line) as Record<string, unknown>);
  assert.equal(good?.['event_type'], 'PostAbilityCall');
  assert.deepEqual([good?.['ability_id'], good?.['status'], good?.['error_message']], ['good', 'success', undefined]);
  assert.ok(typeof good?.['duration_ms'] === 'number' && good['duration_ms'] >= 0);
  assert.equal(good?.['task_key'], here.runs()[0]);
  assert.match(String(good?.['input_summary']), /^name=Ada password=\[redacted:/);
  assert.match(String(good?.['output_summary']), /^token=\[redacted:.*\] n=1$/);
  assert.deepEqual([bad?.['status'], bad?.['ability_id']], ['failure', 'bad']);
  assert.match(String(bad?.['error_message']), /9/);
  assert.deepEqual([half?.['status'], half?.['output_summary']], ['partial', 'rows=2']);
  const kept = await here.tasks();
  assert.doesNotMatch(JSON.stringify(kept.map(({ output_summary }) => output_summary)), /ghp_/);
});

test('a hook of another format denies an ability by its matcher', async (t) => {
  const here = taskProject(t, scriptAbilityFiles('db.drop', 'cat'), scriptAbilityFiles('db.read', 'cat'), {
    '.claude/settings.json': JSON.stringify({
      hooks: { PreToolUse: [{ matcher: 'db\\.d.*', hooks: [{ type: 'command', command: './no.sh' }] }] },
    }),
    'no.sh': '#!/bin/sh\necho "never drop" >&2; exit 2\n',
  });
  const { code, result } = await here.task(['direct-run', 'db.drop']);
  assert.equal(code, 2);
  assert.ok(result.status === 'denied' && result.error.code === 'DENIED');
  assert.match(result.error.message, /never drop/);
  assert.equal((await here.tasks())[0]?.status, 'ready', 'the denied task can be run later');
  assert.equal((await here.task(['direct-run', 'db.read'])).code, 0);
  assert.equal(here.runs().length, 1);
});

test('a guard for a tool guards the ability with that id, in its own format', async (t) => {
  const here = taskProject(t, scriptAbilityFiles('edit_file', 'cat'), {
    '.claude/settings.json': JSON.stringify({
      hooks: { PreToolUse: [{ matcher: 'Edit', hooks: [{ type: 'command', command: './see.sh' }] }] },
    }),
    'see.sh': '#!/bin/sh\ncat > seen.json\n',
  });
  assert.equal((await here.task(['direct-run', 'edit_file', '--input', '{"path":"a.txt"}'])).code, 0);
  const seen = JSON.parse(here.lines('seen.json').join('\n'));
  assert.deepEqual([seen.tool_name, seen.tool_input], ['Edit', { file_path: 'a.txt' }]);
});

const rewrite = (value: object) => ({
  '.claude/settings.json': JSON.stringify({
    hooks: { PreToolUse: [{ matcher: '.*', hooks: [{ type: 'command', command: './rewrite.sh' }] }] },
  }),
  'rewrite.sh': `#!/bin/sh\nprintf '%s' '${JSON.stringify({
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow', updatedInput: value },
  })}'\n`,
});
const limited = scriptAbilityFiles(
  'limited',
  'cat',
  'input: { type: object, properties: { rows: { type: integer, maximum: 100 } } }',
);

test('a hook’s rewrite of the input is used and stored', async (t) => {
  const here = taskProject(t, limited, rewrite({ rows: 10 }));
  const { result } = await here.task<TaskRunResult>(['direct-run', 'limited', '--input', '{"rows":90}']);
  assert.ok(result.status === 'success');
  const { input } = result.task.output as Pick<Task, 'input'>;
  assert.deepEqual([result.task.input, input], [{ rows: 10 }, { rows: 10 }]);
});

test('a rewrite that violates the schema denies the run', async (t) => {
  const here = taskProject(t, limited, rewrite({ rows: 1_000 }));
  const { code, result } = await here.task<TaskRunResult>(['direct-run', 'limited', '--input', '{"rows":90}']);
  assert.equal(code, 2);
  assert.ok(result.status === 'denied');
  assert.match(result.error.message, /a hook rewrote the input, and the input does not match limited: \/rows: .*100/);
  assert.deepEqual(here.runs(), []);
});

test('a hook that an ability names guards it regardless of the hook’s scope', async (t) => {
  const no = hookFiles(
    'strict',
    'PreAbilityCall',
    printSignal('ability_guard', 'ABILITY_DENIED', { reason: 'no' }),
    'other.*',
  );
  const here = taskProject(
    t,
    scriptAbilityFiles('free', 'cat'),
    scriptAbilityFiles('bound', 'cat', 'hooks: { pre_call: [strict] }'),
    no,
  );
  assert.equal((await here.task(['direct-run', 'free'])).result.status, 'success');
  assert.equal((await here.task(['direct-run', 'bound'])).result.status, 'denied');
});

test('log and why show decisions about an ability by its name', async (t) => {
  const here = taskProject(t, deploy, preflight, guard);
  await here.task(['create', 'deploy', '--environment', 'prod']);
  await here.task(['direct-run', 'deploy', '--input', '{"to":"v7"}']);
  const { stdout } = await here.run(['log', '--json']);
  const records = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const told = records.map(({ event, toolName, decision, caller }) => [event, toolName, decision, caller]);
  // Records of one millisecond have no order.
  assert.deepEqual(
    [...told.slice(0, 2), ...told.slice(2).sort()],
    [
      ['task.create', 'deploy', 'deny', 'background_job'],
      ['task.create', 'deploy', 'pass', 'background_job'],
      ['tool.before', 'deploy', 'ask', 'background_job'],
      ['tool.permission', 'deploy', 'pass', 'background_job'],
      ['user.wait', undefined, 'pass', 'background_job'],
    ],
  );
  assert.match((await here.run(['log'])).stdout, /tool\.before .*deploy to=v7/);
  const why = await here.run(['why', records[0].id]);
  assert.match(why.stdout, /nonprod/);
  assert.match(why.stdout, /deploy/);
});

test('every command that runs hooks passes them the job and who started it', async (t) => {
  const see = 'cat >> seen';
  const here = taskProject(
    t,
    operationFiles('noop', 'implementations: { it: { kind: builtin, use: noop } }'),
    hookFiles('creates', 'PreAbilityCreate', see),
    hookFiles('calls', 'PreAbilityCall', see),
  );
  const who = (name: string) => ['--job', `job-${name}`, '--triggered-by', `by-${name}`];
  const { result } = await here.task(['create', 'noop', ...who('create')]);
  const key = 'task' in result ? (result.task?.task_key ?? '') : '';
  await here.task(['update', key, '--input', '{"n":1}', ...who('update')]);
  await here.task(['run', key, ...who('run')]);
  await here.task(['direct-run', 'noop', ...who('direct')]);
  const seen = here.lines('seen').map((line) => JSON.parse(line) as { event_type: string; caller: unknown });
  assert.deepEqual(
    seen.map(({ event_type, caller }) => [event_type, caller]),
    [
      ['PreAbilityCreate', 'create'],
      ['PreAbilityCreate', 'update'],
      ['PreAbilityCall', 'run'],
      ['PreAbilityCreate', 'direct'],
      ['PreAbilityCall', 'direct'],
    ].map(([event, name]) => [event, { source: 'background_job', job_id: `job-${name}`, triggered_by: `by-${name}` }]),
  );
});

test('a guard that cannot be loaded makes a task ask before it runs, and names its file', async (t) => {
  const here = taskProject(t, deploy, { '.system/hooks/typo.yaml': 'id: typo\nevent_type: PreAbilityCal\n' });
  const { code, stderr } = await here.run(['task', 'direct-run', 'deploy', '--trust-project'], terminal);
  assert.equal(code, 3);
  assert.match(stderr, /needs a person: .* this hook cannot be loaded, so it checks nothing \(.*typo\.yaml:2/);
  assert.match(stderr, /^anyhook: \d+ errors? in hook files: see "anyhook hooks validate"$/m);
});
