import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import type { ActionAnswer, CreateRuntimeOptions } from '../../../anyhook/src/library.js';
import type { Action } from '../../src/runtime/actions.js';
import { ShopProject } from './shop-project.js';

const create = (ability: string, input?: Record<string, unknown>): Action => ({
  action: 'CREATE_TASK',
  ability,
  ...(input && { input }),
});

/** The answers to actions in separate rounds: each may use the key of the task that was created first. */
async function each(
  t: TestContext,
  actions: readonly ((key: string) => Action)[],
  { shop = new ShopProject(t), ...more }: { shop?: ShopProject } & Partial<CreateRuntimeOptions> = {},
): Promise<readonly ActionAnswer[]> {
  let key = '';
  const runtime = shop.runtime(t, {
    ...more,
    planner({ results, round }) {
      const [last] = results;
      if (round === 2 && last?.ok) key = String(last.result['task_key']);
      const next = actions[round - 1];
      return next ? [next(key)] : undefined;
    },
  });
  return (await (await runtime.session()).prompt('go')).results;
}

const errorOf = (answer: ActionAnswer | undefined) => {
  assert.ok(answer && !answer.ok, JSON.stringify(answer));
  return answer.error;
};
const resultOf = (answer: ActionAnswer | undefined) => {
  assert.ok(answer?.ok, JSON.stringify(answer));
  return answer.result;
};

test('LIST_ABILITIES lists all abilities, or those that match a query', async (t) => {
  const shop = new ShopProject(t);
  const [all, some] = (
    await shop.act(t, [[{ action: 'LIST_ABILITIES' }, { action: 'LIST_ABILITIES', query: 'Repeat text', limit: 1 }]])
  ).results;
  const names = (resultOf(all)['abilities'] as { name: string }[]).map(({ name }) => name);
  assert.deepEqual(names, ['shop.count', 'shop.env', 'shop.fail', 'shop.slow', 'text.echo']);
  const { abilities, total } = resultOf(some) as { abilities: Record<string, unknown>[]; total: number };
  assert.equal(total, 1);
  const [echo] = abilities;
  assert.deepEqual([echo?.['name'], echo?.['environments'], echo?.['state']], ['text.echo', 'all', undefined]);
  assert.match(JSON.stringify(echo?.['input']), /"required":\["text"\]/);
});

test('a task is created, updated, read and run once, and its hooks get each event', async (t) => {
  const shop = new ShopProject(t);
  const [created, updated, got, ran, again] = await each(
    t,
    [
      () => ({ action: 'CREATE_TASK', ability: 'text.echo', input: { text: 'a' }, note: 'n' }),
      (key) => ({ action: 'UPDATE_TASK', task_key: key, input: { text: 'b' } }),
      (key) => ({ action: 'GET_TASK', task_key: key }),
      (key) => ({ action: 'RUN_TASK', task_key: key }),
      (key) => ({ action: 'RUN_TASK', task_key: key }),
    ],
    { shop },
  );
  assert.deepEqual([resultOf(created)['status'], created?.preflight?.decision], ['ready', 'allowed']);
  assert.deepEqual(resultOf(updated)['input'], { text: 'b' });
  assert.deepEqual([resultOf(got)['note'], resultOf(got)['status']], ['n', 'ready']);
  const { status, output, caller, duration_ms } = resultOf(ran) as Record<string, unknown>;
  assert.deepEqual([status, output, ran?.guard?.decision], ['success', { text: 'b' }, 'allowed']);
  assert.equal((caller as { source: string }).source, 'ai_session');
  assert.equal(typeof duration_ms, 'number');
  assert.equal(errorOf(again).code, 'ALREADY_RUN');
  const usage = JSON.parse(readFileSync(shop.path('usage.log'), 'utf8').trim());
  assert.deepEqual(
    [usage.ability_id, usage.status, usage.task_key],
    ['text.echo', 'success', resultOf(ran)['task_key']],
  );
});

test('a preflight hook that answers unavailable leaves no task behind, and the AI gets the reason', async (t) => {
  const shop = new ShopProject(t);
  const [answer] = (await shop.act(t, [[create('text.echo', { text: 'x' })]], { environment: 'prod' })).results;
  const { code, message, suggestion } = errorOf(answer);
  assert.equal(code, 'UNAVAILABLE');
  assert.match(message, /Not in prod/);
  assert.match(suggestion ?? '', /staging/);
  assert.equal(answer?.preflight?.decision, 'denied');
  assert.equal(answer?.preflight?.hook_signals[0]?.code, 'ABILITY_UNAVAILABLE');
  assert.ok(!('result' in (answer ?? {})));
});

test('a session of one environment cannot create a task for another', async (t) => {
  const wanted: Action = { action: 'CREATE_TASK', ability: 'text.echo', input: { text: 'x' }, environment: 'prod' };
  const [answer] = (await new ShopProject(t).act(t, [[wanted]], { environment: 'staging' })).results;
  assert.deepEqual(errorOf(answer), {
    code: 'ENVIRONMENT_NOT_ALLOWED',
    message: 'this session works in staging, not in prod',
    suggestion: 'leave "environment" out, or start a session for prod',
  });
});

test('a task that a guard denies is kept, and a guard that needs a human says what to do', async (t) => {
  const run = (key: string): Action => ({ action: 'RUN_TASK', task_key: key });
  const get = (key: string): Action => ({ action: 'GET_TASK', task_key: key });
  const [, denied] = await each(t, [() => create('text.echo', { text: 'secret' }), run, get]);
  assert.equal(errorOf(denied).code, 'DENIED');
  assert.match(errorOf(denied).message, /Not with secrets/);
  assert.equal(denied?.guard?.decision, 'denied');
  const [, human] = await each(t, [() => create('text.echo', { text: 'approval' }), run, get]);
  assert.equal(errorOf(human).code, 'NEEDS_HUMAN');
  assert.equal(human?.guard?.decision, 'needs_human');
  assert.equal(human?.guard?.approval?.id, undefined, 'the AI must not get the approval id');
  assert.ok((human?.guard?.approval?.minutes ?? 0) > 0);
});

const refused: readonly (readonly [string, (key: string) => Action, RegExp])[] = [
  ['UNKNOWN_ABILITY', () => create('text.ecko'), /text\.echo/],
  ['BAD_INPUT', () => create('text.echo', { times: 'x', more: 1 }), /./],
  ['UNKNOWN_TASK', () => ({ action: 'RUN_TASK', task_key: 'nobody' }), /"nobody"/],
  ['UNKNOWN_TASK', () => ({ action: 'GET_TASK', task_key: 'nobody' }), /"nobody"/],
  ['UNKNOWN_TASK', () => ({ action: 'UPDATE_TASK', task_key: 'nobody', note: 'x' }), /"nobody"/],
  ['UNKNOWN_ACTION', () => ({ action: 'RUN_TAKS' }) as never, /did you mean "RUN_TASK"/],
  ['BAD_ACTION', () => ({ action: 'RUN_TASK', taskKey: 'x' }) as never, /did you mean "task_key"/],
  ['BAD_ACTION', () => 7 as never, /must be an object/],
];

test('a failed action has a code, and names every violation of a schema', async (t) => {
  const shop = new ShopProject(t);
  for (const [code, action, message] of refused) {
    const [answer] = await each(t, [action], { shop });
    const error = errorOf(answer);
    assert.equal(error.code, code);
    assert.match(`${error.message} ${error.suggestion ?? ''}`, message);
    if (code === 'BAD_INPUT') assert.equal(error.violations?.length, 3);
  }
});

test('a failed task contains the output of its program', async (t) => {
  const [, ran] = await each(t, [() => create('shop.fail'), (key) => ({ action: 'RUN_TASK', task_key: key })]);
  const { code, stderr } = errorOf(ran);
  assert.deepEqual([code, stderr?.trim()], ['EXIT', 'no stock']);
  assert.ok(ran && !ran.ok);
  assert.equal(ran.result?.['status'], 'failure');
});

test('after a failed action the rest of its round is skipped', async (t) => {
  const round = [create('nobody'), { action: 'LIST_ABILITIES' } as const];
  const { results } = await new ShopProject(t).act(t, [round]);
  assert.deepEqual(
    results.map((answer) => errorOf(answer).code),
    ['UNKNOWN_ABILITY', 'SKIPPED'],
  );
});

test('a task of another project is unknown', async (t) => {
  const [one, two] = [new ShopProject(t), new ShopProject(t)];
  two.env = one.env;
  const created = (await one.act(t, [[create('text.echo', { text: 'x' })]])).results[0];
  const key = String(resultOf(created)['task_key']);
  const [answer] = (await two.act(t, [[{ action: 'RUN_TASK', task_key: key }]])).results;
  assert.equal(errorOf(answer).code, 'UNKNOWN_TASK');
});
