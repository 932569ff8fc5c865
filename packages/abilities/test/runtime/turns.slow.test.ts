import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { PlannerInput } from '../../../anyhook/src/library.js';
import { createRuntime } from '../../../anyhook/src/library.js';
import { ShopProject } from './shop-project.js';

const hint = {
  source_event: 'PromptSubmit',
  hook_id: 'router',
  kind: 'routing_hint',
  code: 'ROUTE_SUGGESTION',
  severity: 'error',
  payload: { suggested_abilities: [{ id: 'text.echo', reason: 'always', confidence: 0.5 }] },
};

test('a prompt becomes a turn with signals, context of every format and the control message', async (t) => {
  const seen: PlannerInput[] = [];
  const runtime = new ShopProject(t).runtime(t, {
    planner(input) {
      seen.push(input);
      return undefined;
    },
  });
  const session = await runtime.session();
  const turn = await session.prompt('change the price', { files: ['src/a.ts'] });
  assert.equal(turn.status, 'done');
  assert.deepEqual(seen[0]?.control, {
    type: 'control',
    turn_ready: true,
    source_event: 'PromptSubmit',
    hook_signals: [hint],
  });
  const { context, ...rest } = turn.turnContext;
  assert.deepEqual(rest, {
    session_id: session.id,
    turn: 1,
    user_raw_input: 'change the price',
    prompt: 'change the price',
    current_files: ['src/a.ts'],
    hook_signals: [hint],
    session_context: ['Prices are in cents.'],
  });
  assert.equal(context[0], 'Prices are in cents.');
  assert.ok(context.includes('Mind the tests.'), String(context));
  assert.deepEqual(seen[0]?.turnContext, turn.turnContext);
});

test('context from the session start is part of every turn, and marked as such', async (t) => {
  const session = await new ShopProject(t).runtime(t).session();
  const denied = await session.prompt('something forbidden');
  assert.equal(denied.status, 'denied');
  const first = await session.prompt('one');
  const second = await session.prompt('two');
  const starts = [first, second].map(({ turnContext: { turn, context } }) => [
    turn,
    context.includes('Prices are in cents.'),
  ]);
  assert.deepEqual(starts, [
    [1, true],
    [2, true],
  ]);
});

test('a prompt that a hook refuses starts no turn, and the planner is not called', async (t) => {
  const runtime = new ShopProject(t).runtime(t, { planner: () => assert.fail('asked') });
  const turn = await (await runtime.session()).prompt('something forbidden');
  assert.deepEqual([turn.status, turn.rounds, turn.results], ['denied', 0, []]);
  assert.equal(turn.control.turn_ready, false);
  assert.match(turn.control.reason ?? '', /That is not for us/);
  assert.deepEqual(turn.error, { code: 'DENIED', message: turn.control.reason });
});

test('a turn contains both the prompt that a hook rewrote and the raw one', async (t) => {
  const { turnContext } = await (await new ShopProject(t).runtime(t).session()).prompt('fix it');
  assert.deepEqual([turnContext.user_raw_input, turnContext.prompt], ['fix it', 'please fix it']);
});

test('a session whose start a hook blocks is not kept', async (t) => {
  const shop = new ShopProject(t, {
    '.agents/hooks/welcome/scripts/run.sh': '#!/bin/sh\necho "Closed today." >&2; exit 2\n',
  });
  await assert.rejects(shop.runtime(t).session(), { code: 'SESSION_DENIED', message: /Closed today/ });
});

test('with untrusted: ignore, hooks and abilities of an untrusted project still do not run', async (t) => {
  const runtime = new ShopProject(t).runtime(t, {
    trust: 'ask',
    untrusted: 'ignore',
    planner: ({ round }) =>
      round === 1 ? [{ action: 'CREATE_TASK', ability: 'text.echo', input: { text: 'x' } }] : [],
  });
  const turn = await (await runtime.session()).prompt('something forbidden');
  assert.deepEqual([turn.status, turn.turnContext.hook_signals], ['done', []]);
  assert.deepEqual(turn.turnContext.context, ['8 project hooks are not trusted and do not run: see "anyhook trust"']);
  const [answer] = turn.results;
  assert.ok(answer && !answer.ok);
  assert.equal(answer.error.code, 'UNTRUSTED_ABILITY');
});

test('results of a round go into the next, until the planner returns no actions', async (t) => {
  const runtime = new ShopProject(t).runtime(t, {
    planner({ turnContext, results, round }) {
      if (round === 1) return [{ action: 'CREATE_TASK', ability: 'text.echo', input: { text: turnContext.prompt } }];
      const [created] = results;
      if (round > 2 || !created?.ok) return undefined;
      return [{ action: 'RUN_TASK', task_key: String(created.result['task_key']) }];
    },
  });
  const turn = await (await runtime.session()).prompt('hello');
  assert.deepEqual([turn.status, turn.rounds, turn.results.map(({ ok }) => ok)], ['done', 3, [true, true]]);
  const [, ran] = turn.results;
  assert.ok(ran?.ok);
  assert.deepEqual(ran.result['output'], { text: 'hello' });
});

test('a turn fails with a reason if its planner throws, returns nonsense or never ends', async (t) => {
  const shop = new ShopProject(t);
  const rows = [
    [() => Promise.reject(new Error('no model')), 'PLANNER_FAILED', /threw in round 1: no model/, 1],
    [
      () => 'RUN' as never,
      'PLANNER_FAILED',
      /must return \{ actions, text \}, a list of actions or nothing, got "RUN"/,
      1,
    ],
    [() => Array(101).fill({ action: 'LIST_ABILITIES' }), 'PLANNER_FAILED', /100 actions in a round, got 101/, 1],
    [() => [{ action: 'LIST_ABILITIES' }] as const, 'TOO_MANY_ROUNDS', /not done after 3 rounds; raise maxRounds/, 3],
  ] as const;
  for (const [planner, code, message, rounds] of rows) {
    const turn = await (await shop.runtime(t, { planner, maxRounds: 3 }).session()).prompt('x');
    assert.deepEqual([turn.status, turn.error?.code, turn.rounds], ['failed', code, rounds]);
    assert.match(turn.error?.message ?? '', message);
  }
});

test('invalid options are rejected at once', () => {
  const planner = () => undefined;
  assert.throws(() => createRuntime({} as never), /"planner" must be a function, got nothing/);
  assert.throws(() => createRuntime({ planner, maxRounds: 0 }), /"maxRounds" must be a whole number above 0, got 0/);
  assert.throws(() => createRuntime({ planner, cwd: 'here' }), /"cwd" must be an absolute path, got "here"/);
});

test('cancelling a turn ends its running script', async (t) => {
  const shop = new ShopProject(t);
  const controller = new AbortController();
  const runtime = shop.runtime(t, {
    planner({ round, results }) {
      if (round === 1) return [{ action: 'CREATE_TASK', ability: 'shop.slow' }];
      const [created] = results;
      return created?.ok ? [{ action: 'RUN_TASK', task_key: String(created.result['task_key']) }] : undefined;
    },
  });
  const session = await runtime.session();
  const running = session.prompt('x', { signal: controller.signal });
  while (!existsSync(shop.path('slow.pid')) || readFileSync(shop.path('slow.pid'), 'utf8').trim() === '')
    await wait(10);
  const pid = Number(readFileSync(shop.path('slow.pid'), 'utf8'));
  controller.abort();
  const turn = await running;
  assert.equal(turn.status, 'cancelled');
  const answer = turn.results.at(-1);
  assert.ok(answer && !answer.ok);
  assert.equal(answer.error.code, 'CANCELLED');
  assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
});
