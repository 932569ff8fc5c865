import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ability, LoadedAbility } from '../registry/ability.js';
import { createRunner } from './runner.js';
import type { GuardResult, RunnerParts } from './runner-parts.js';
import { StoreError } from './store/errors.js';
import type { TaskChangeResult, TaskStore } from './store/task-store.js';
import type { ExecutionResult, GuardAnswer, Task } from './task.js';

const ability: Ability = {
  kind: 'operation_key',
  type: 'operation',
  name: 'work',
  version: '1',
  summary: 's',
  environments: [],
  input: { type: 'object', properties: { n: { type: 'integer' } } },
  routing: { keywords: [], negativeKeywords: [], documents: [] },
  hooks: { preCreate: [], preCall: [], postCall: [] },
  idempotent: false,
  source: '/p/work.yaml',
  line: 1,
  root: '/p',
  files: [],
  implementations: { one: { kind: 'builtin', use: 'noop', timeoutMs: 1, maxOutputBytes: 1 } },
  configuration: {
    default: { implementation: 'one', settings: { a: 1 } },
    prod: { implementation: 'gone', settings: {} },
  },
};

const says = (decision: GuardAnswer['decision'], more: Partial<GuardAnswer> = {}): GuardAnswer => ({
  decision,
  hook_signals: [],
  context: [],
  ...more,
});

/** A runner on in-memory parts that record their calls in order. */
function world(
  given: {
    readonly preflight?: GuardResult;
    readonly before?: readonly GuardResult[];
    readonly ended?: ExecutionResult;
    readonly claim?: readonly ('CHANGED' | 'IN_USE')[];
    readonly finish?: 'lost' | 'full';
    readonly state?: LoadedAbility['state'];
    /** How the ability changes while its guard runs. */
    readonly later?: Partial<LoadedAbility>;
  } = {},
) {
  const log: string[] = [];
  let task: Task | undefined;
  const before = [...(given.before ?? [])];
  const claims = [...(given.claim ?? [])];
  const change = (more: Partial<Task>): Task => {
    task = { ...(task as Task), ...more };
    return task;
  };
  const had = (more: Partial<Task>): Promise<TaskChangeResult> => Promise.resolve({ ok: true, task: change(more) });
  const full = new StoreError('the disk is full', 'make room');
  const store: Partial<TaskStore> = {
    insert: async (made) => {
      log.push('insert');
      task = { key: 't', status: 'ready', createdAt: 1, updatedAt: 1, attempts: 0, ...made };
      return task;
    },
    get: () => task,
    sweep: async () => [],
    claim: async ({ input }) => {
      log.push('claim');
      const why = claims.shift();
      return why ? { ok: false, why } : had({ status: 'running', attempts: 1, ...(input && { input }) });
    },
    recordRefusal: (_key, guard) => {
      log.push('refused');
      return had({ guard });
    },
    recordWaiting: (_key, guard) => {
      log.push('waiting');
      return had({ status: 'waiting', guard });
    },
    finish: async (_key, { result, durationMs }) => {
      log.push('finish');
      if (given.finish === 'full') throw full;
      return given.finish === 'lost' ? undefined : change({ status: result.status, output: result.output, durationMs });
    },
    update: ({ input, note }) => had({ ...(input && { input }), ...(note !== undefined && { note }) }),
    tidy: (days) => void log.push(`tidy ${days}`),
  };
  const parts: RunnerParts = {
    root: '/p',
    abilities: async () => ({
      find: (name) =>
        name === 'work'
          ? { ability, state: given.state ?? { kind: 'active' }, ...(log.includes('before') && given.later) }
          : undefined,
      names: () => ['work'],
      problemFor: () => undefined,
    }),
    store: store as TaskStore,
    guard: {
      preflight: async () => {
        log.push('preflight');
        return given.preflight ?? { answer: says('allowed') };
      },
      before: async () => {
        log.push('before');
        return before.shift() ?? { answer: says('allowed') };
      },
      after: async (_called, { status }) => void log.push(`after ${status}`),
      waitUntilAnswered: async () => {
        log.push('answered');
        return true;
      },
    },
    execute: async (_ability, { settings }) => {
      log.push('execute');
      return given.ended ?? { status: 'success', output: settings };
    },
    callerOf: (caller) => ({ source: 'manual_cli', ...caller }),
    summarize: () => 'short',
    ticks: () => 0,
    keepDays: async () => 90,
  };
  return { runner: createRunner(parts), log, task: () => task };
}

test('preflight, insert, guard, claim, execution, saved result and after hooks run in this order', async () => {
  const { runner, log } = world();
  const ran = await runner.directRun({ ability: 'work', input: { n: 1 } });
  assert.deepEqual(log, ['preflight', 'insert', 'tidy 90', 'before', 'claim', 'execute', 'finish', 'after success']);
  assert.ok(ran.status === 'success');
  assert.deepEqual(ran.task.output, { a: 1 }, 'the settings chosen when the task was created');
});

test('an ability that changes while its guard runs does not run', async () => {
  const { runner, log } = world({ later: { state: { kind: 'changed', what: 'x.sh was changed' } } });
  const ran = await runner.directRun({ ability: 'work' });
  assert.deepEqual([ran.status, 'error' in ran && ran.error?.code], ['refused', 'UNTRUSTED_ABILITY']);
  assert.deepEqual(log, ['preflight', 'insert', 'tidy 90', 'before']);
});

test('an ability that changes and is trusted while its guard runs is guarded again', async () => {
  const { runner, log } = world({ later: { ability: { ...ability, version: '2' } } });
  assert.equal((await runner.directRun({ ability: 'work' })).status, 'success');
  assert.deepEqual(log.slice(3, 6), ['before', 'before', 'claim']);
});

const kept: readonly (readonly [string, Parameters<typeof world>[0], object, string, readonly string[]])[] = [
  ['an unknown ability', {}, { ability: 'wrok' }, 'UNKNOWN_ABILITY', []],
  ['a bad input', {}, { ability: 'work', input: { n: 'x' } }, 'BAD_INPUT', []],
  [
    'an environment with an unknown implementation',
    {},
    { ability: 'work', environment: 'prod' },
    'BAD_CONFIGURATION',
    [],
  ],
  ['an untrusted ability', { state: { kind: 'untrusted' } }, { ability: 'work' }, 'UNTRUSTED_ABILITY', []],
  [
    'a preflight that denies',
    { preflight: { answer: says('denied') } },
    { ability: 'work' },
    'UNAVAILABLE',
    ['preflight'],
  ],
  [
    'a preflight that a person refused',
    { preflight: { answer: says('refused') } },
    { ability: 'work' },
    'REFUSED',
    ['preflight'],
  ],
  [
    'a preflight that waits for a person',
    { preflight: { answer: says('needs_human', { approval: { minutes: 5 } }), pendingId: 'abcde' } },
    { ability: 'work' },
    'NEEDS_HUMAN',
    ['preflight'],
  ],
];

for (const [title, parts, request, code, steps] of kept)
  test(`${title}: ${code}, and no task is kept`, async () => {
    const { runner, log } = world(parts);
    const created = await runner.create(request as { ability: string });
    assert.ok(created.status !== 'available');
    assert.equal(created.error.code, code);
    assert.deepEqual(log, steps);
  });

const runs: readonly (readonly [string, Parameters<typeof world>[0], string, readonly string[]])[] = [
  ['guard denies', { before: [{ answer: says('denied') }] }, 'denied', ['before', 'refused']],
  ['approval a person refused', { before: [{ answer: says('refused') }] }, 'denied', ['before', 'refused']],
  [
    'guard needs a person',
    { before: [{ answer: says('needs_human'), pendingId: 'x' }] },
    'needs_human',
    ['before', 'waiting'],
  ],
  ['task another runner claimed first', { claim: ['IN_USE'] }, 'refused', ['before', 'claim']],
  [
    'input changed during the guard: the guard is asked again',
    { claim: ['CHANGED'] },
    'success',
    ['before', 'claim', 'before', 'claim', 'execute', 'finish', 'after success'],
  ],
  [
    'execution failed: after hooks get the failure',
    { ended: { status: 'failure', error: { code: 'EXIT', message: 'no' } } },
    'failure',
    ['before', 'claim', 'execute', 'finish', 'after failure'],
  ],
  [
    'runner was taken for dead meanwhile',
    { finish: 'lost' },
    'refused',
    ['before', 'claim', 'execute', 'finish', 'after success'],
  ],
  ['result cannot be saved', { finish: 'full' }, 'refused', ['before', 'claim', 'execute', 'finish', 'after success']],
  [
    'input a hook rewrote against the schema',
    { before: [{ answer: says('allowed'), input: { n: 'x' } }] },
    'denied',
    ['before', 'refused'],
  ],
];

for (const [title, parts, status, steps] of runs)
  test(`a run whose ${title}`, async () => {
    const { runner, log } = world(parts);
    await runner.create({ ability: 'work' });
    log.length = 0;
    assert.equal((await runner.run({ key: 't' })).status, status);
    assert.deepEqual(log, steps);
  });

test('a run is given up if the input changes during every guard', async () => {
  const { runner, log } = world({ claim: Array(20).fill('CHANGED') });
  await runner.create({ ability: 'work' });
  const ran = await runner.run({ key: 't' });
  assert.ok(ran.status === 'refused' && ran.error.code === 'IN_USE');
  assert.equal(log.filter((step) => step === 'claim').length, 5);
});

test('a run that waits for a person goes on after the answer', async () => {
  const { runner, log } = world({ before: [{ answer: says('needs_human'), pendingId: 'x' }] });
  await runner.create({ ability: 'work' });
  log.length = 0;
  assert.equal((await runner.run({ key: 't', waitMs: 1_000 })).status, 'success');
  assert.deepEqual(log.slice(0, 4), ['before', 'waiting', 'answered', 'before']);
});

test('every caller but an AI gets the approval id, and it is not kept with the task', async () => {
  const asks = { answer: says('needs_human', { approval: { minutes: 5 } }), pendingId: 'abcde' };
  for (const [source, id] of [
    ['manual_cli', 'abcde'],
    ['ai_session', undefined],
  ] as const) {
    const { runner, task } = world({ before: [asks] });
    await runner.create({ ability: 'work' });
    const ran = await runner.run({ key: 't', caller: { source } });
    assert.ok(ran.status === 'needs_human');
    assert.equal(ran.guard.approval?.id, id);
    assert.equal(task()?.guard?.approval?.id, undefined);
  }
});

test('new input is checked like the first, and a note alone runs no hooks', async () => {
  const { runner, log } = world();
  await runner.create({ ability: 'work' });
  log.length = 0;
  assert.equal((await runner.update({ key: 't', note: 'later' })).status, 'available');
  assert.deepEqual(log, []);
  assert.equal((await runner.update({ key: 't', input: { n: 2 } })).status, 'available');
  assert.deepEqual(log, ['preflight']);
  const bad = await runner.update({ key: 't', input: { n: 'x' } });
  assert.ok(bad.status === 'unavailable' && bad.error.code === 'BAD_INPUT');
  await runner.run({ key: 't' });
  const late = await runner.update({ key: 't', note: 'too late' });
  assert.ok(late.status === 'unavailable' && late.error.code === 'ALREADY_RUN');
});
