import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Planner, PlannerInput } from '../../../anyhook/src/library.js';
import { EventWorld } from './event-world.js';

const context = (text: string) => `echo '{"hook_specific_output":{"additional_context":"${text}"}}'`;
const reasons = (world: EventWorld) => world.seen('turn_end').map(({ reason }) => reason);
const list = [{ action: 'LIST_ABILITIES' }] as const;
const texts = ({ transcript }: PlannerInput) => transcript.map(({ role, content }) => `${role}: ${content}`);

test('context of session_start reaches every turn, even after a resume; that of turn_start one call', async (t) => {
  const world = new EventWorld(t, {
    docker: {
      session_start: context('Prices are in cents.'),
      user_prompt_submit: context('Mind the tests.'),
      turn_start: `n=$(tr -cd '\\0' < seen/docker.turn_start | wc -c); echo "{\\"hook_specific_output\\":{\\"additional_context\\":\\"call $n\\"}}"`,
    },
  });
  const seen: PlannerInput[] = [];
  const planner: Planner = (input) => {
    seen.push(input);
    return input.round === 1 && input.turnContext.turn === 1 ? [...list] : { text: `turn ${input.turnContext.turn}` };
  };
  const runtime = world.runtime(t, { planner });
  const session = await runtime.session();
  await session.prompt('one');
  await session.prompt('two');
  const resumed = await world.runtime(t, { planner }).resume(session.id, { transcript: session.transcript });
  await resumed.prompt('three');
  assert.deepEqual(
    seen.map((input) => input.context),
    [['call 1'], ['call 2'], ['call 3'], ['call 4']],
  );
  for (const { turnContext } of seen) {
    assert.deepEqual(turnContext.context, ['Prices are in cents.', 'Mind the tests.']);
    assert.deepEqual(turnContext.session_context, ['Prices are in cents.']);
  }
  const last = texts(seen[3] as PlannerInput).filter((text) => !text.startsWith('tool:'));
  assert.deepEqual(last, [
    'system: Prices are in cents.',
    'user: one',
    'assistant: ',
    'assistant: turn 1',
    'user: two',
    'assistant: turn 2',
    'user: three',
    'system: Mind the tests.',
    'system: call 4',
  ]);
  assert.equal(world.seen('session_start').length, 1, 'a resume must not fire session_start');
  await assert.rejects(world.runtime(t, { cwd: world.home }).resume(session.id), /works in .*repo, not in .*home/);
});

test('a blocking stop hook makes the agent go on with its reason; HOOK.md hooks get the last message', async (t) => {
  const world = new EventWorld(t, {
    docker: { stop: '', turn_end: '', on_user_input: '' },
    hookMd: {
      before_stop: '[ -e fixed ] || { echo "The tests fail." >&2; exit 2; }',
      after_agent: '',
    },
  });
  const heard: (readonly string[])[] = [];
  const runtime = world.runtime(t, {
    planner({ feedback, round, transcript }) {
      heard.push(feedback);
      if (round === 1) return { text: 'Done.' };
      assert.deepEqual(transcript.at(-1), { role: 'user', content: '[before-stop] The tests fail.' });
      world.write({ fixed: '' });
      return { text: 'Fixed.' };
    },
  });
  const turn = await (await runtime.session()).prompt('x');
  assert.deepEqual([turn.status, turn.rounds, turn.text], ['done', 2, 'Fixed.']);
  assert.deepEqual(heard, [[], ['[before-stop] The tests fail.']]);
  assert.deepEqual(reasons(world), ['continue', 'normal']);
  const [first, second] = world.seen('before_stop', 'hook-md');
  assert.deepEqual([first.stop_reason, first.final_message.content], ['no_tool_calls', 'Done.']);
  assert.equal(second.final_message.content, 'Fixed.');
  assert.equal(world.seen('after_agent', 'hook-md').length, 1);
  assert.deepEqual(
    world.seen('stop').map(({ stop_response }) => stop_response),
    ['Fixed.'],
  );
  assert.equal(world.seen('on_user_input').length, 1);
});

test('a stop hook that always blocks is overruled at the limit, and the turn reports it', async (t) => {
  const world = new EventWorld(t, { docker: { turn_end: '' }, hookMd: { before_stop: 'echo no >&2; exit 2' } });
  const turn = await (
    await world.runtime(t, { planner: ({ round }) => (round === 3 ? [...list] : undefined) }).session()
  ).prompt('x');
  assert.equal(turn.status, 'done');
  assert.equal(world.seen('before_stop', 'hook-md').length, 9);
  assert.match(turn.notes.join('\n'), /stop was blocked 8 times in a row/);
  assert.equal(reasons(world).at(-1), 'normal');
});

test('a planner that throws fires on_error, notification and turn_end, and no after_llm_call', async (t) => {
  const world = new EventWorld(t, {
    docker: { on_error: '', notification: '', turn_end: '', before_llm_call: '', after_llm_call: '', stop: '' },
  });
  const planner = () => Promise.reject(new Error('no model'));
  const turn = await (await world.runtime(t, { planner }).session()).prompt('x');
  assert.deepEqual([turn.status, turn.error?.code], ['failed', 'PLANNER_FAILED']);
  const told = { notification_level: 'error', notification_message: 'the planner threw in round 1: no model' };
  for (const event of ['on_error', 'notification']) {
    const [{ notification_level, notification_message }] = world.seen(event);
    assert.deepEqual({ notification_level, notification_message }, told, event);
  }
  assert.deepEqual(reasons(world), ['error']);
  assert.deepEqual(
    ['before_llm_call', 'after_llm_call', 'stop'].map((name) => world.seen(name).length),
    [1, 0, 0],
  );
});

test('the round limit fires on_max_iterations and a warning, and stop hooks get the reason', async (t) => {
  const world = new EventWorld(t, {
    docker: { on_max_iterations: '', notification: '', on_error: '', turn_end: '' },
    hookMd: { before_stop: 'echo no >&2; exit 2' },
  });
  const planner: Planner = () => list;
  const turn = await (await world.runtime(t, { planner, maxRounds: 2 }).session()).prompt('x');
  assert.deepEqual([turn.status, turn.error?.code], ['failed', 'TOO_MANY_ROUNDS']);
  assert.match(world.seen('on_max_iterations')[0].notification_message, /not done after 2 rounds/);
  assert.equal(world.seen('notification')[0].notification_level, 'warning');
  assert.deepEqual(world.seen('on_error'), []);
  assert.deepEqual(reasons(world), ['continue', 'continue']);
  assert.equal(world.seen('before_stop', 'hook-md')[0].stop_reason, 'max_steps');
  assert.match(turn.notes.join('\n'), /a stop hook wants the agent to go on, but no round is left/);
});

test('a cancelled turn ends with the reason canceled', async (t) => {
  const world = new EventWorld(t, { docker: { turn_end: '', on_error: '', stop: '' } });
  const controller = new AbortController();
  const planner: Planner = () => {
    controller.abort();
    throw new Error('aborted');
  };
  const turn = await (await world.runtime(t, { planner }).session()).prompt('x', { signal: controller.signal });
  assert.deepEqual([turn.status, turn.error?.code], ['cancelled', 'CANCELLED']);
  assert.deepEqual(reasons(world), ['canceled']);
  assert.deepEqual([world.seen('on_error'), world.seen('stop')], [[], []]);
});

test('before_llm_call gets the messages, and can replace them for one call or end the turn', async (t) => {
  const world = new EventWorld(t, {
    docker: {
      turn_end: '',
      before_llm_call: `n=$(tr -cd '\\0' < seen/docker.before_llm_call | wc -c)
        # A hook that replaces something is asked again about the result.
        [ $n = 1 ] && echo '{"hook_specific_output":{"updated_messages":[{"role":"user","content":"redacted"}]}}'
        [ $n = 4 ] && { echo "Too expensive." >&2; exit 2; }; exit 0`,
    },
  });
  const seen: (readonly string[])[] = [];
  const planner: Planner = (input) => {
    seen.push(texts(input));
    return input.round === 1 ? { text: 'a', actions: list } : list;
  };
  const turn = await (await world.runtime(t, { planner }).session()).prompt('my secret');
  assert.deepEqual(
    [turn.status, turn.error],
    ['denied', { code: 'BLOCKED', message: '[hooks.before_llm_call.0] Too expensive.' }],
  );
  assert.deepEqual(reasons(world), ['continue', 'continue', 'hook_blocked']);
  assert.deepEqual(seen[0], ['user: redacted']);
  assert.equal(seen[1]?.[0], 'user: my secret');
  assert.deepEqual(world.seen('before_llm_call')[0].messages, [{ role: 'user', content: 'my secret' }]);
});

test('context of post_tool_use reaches the model, and continue:false ends the turn', async (t) => {
  const world = new EventWorld(t, {
    docker: {
      turn_end: '',
      post_tool_use: `echo '{"continue":false,"stop_reason":"Enough.","hook_specific_output":{"additional_context":"Mind the stock.","updated_output":"hidden"}}'`,
    },
  });
  const planner: Planner = ({ round, results: [last] }) =>
    round === 1
      ? [{ action: 'CREATE_TASK', ability: 'text.echo', input: { text: 'x' } }]
      : [{ action: 'RUN_TASK', task_key: last?.ok ? String(last.result['task_key']) : '' }];
  const turn = await (await world.runtime(t, { planner }).session()).prompt('x');
  assert.deepEqual([turn.status, turn.error], ['denied', { code: 'BLOCKED', message: 'Enough.' }]);
  assert.deepEqual(reasons(world), ['continue', 'hook_blocked']);
  const ran = turn.results.at(-1);
  assert.deepEqual([ran?.feedback?.context, ran?.feedback?.stop], [['Mind the stock.'], 'Enough.']);
  assert.equal(ran?.result?.['output'], 'hidden');
});

test('a planner that repeats the same action is stopped, but one that waits is not', async (t) => {
  const world = new EventWorld(t, { docker: { turn_end: '', on_error: '' } });
  const looping = world.runtime(t, { planner: () => list, maxSameRounds: 3 });
  const turn = await (await looping.session()).prompt('x');
  assert.deepEqual([turn.status, turn.error?.code, turn.rounds], ['failed', 'LOOP_DETECTED', 3]);
  assert.deepEqual(reasons(world), ['continue', 'continue', 'loop_detected']);
  assert.match(world.seen('on_error')[0].notification_message, /the same actions 3 times in a row/);
  const waiting: Planner = ({ round }) => (round > 5 ? undefined : [{ action: 'GET_TASK', task_key: 'x' }]);
  const patient = world.runtime(t, { planner: waiting, maxSameRounds: 3 });
  assert.equal((await (await patient.session()).prompt('x')).status, 'done');
});

test('steer adds a prompt to the running turn, after the prompt’s hooks', async (t) => {
  const world = new EventWorld(t, {
    docker: { turn_end: '', user_prompt_submit: 'grep -q forbidden seen/docker.user_prompt_submit && exit 2; exit 0' },
  });
  const heard: (readonly string[])[] = [];
  const answers: Promise<{ turn_ready: boolean; reason?: string }>[] = [];
  const runtime = world.runtime(t, {
    planner({ round, feedback }) {
      heard.push(feedback);
      if (round === 1) answers.push(session.steer('and the docs'));
      if (round === 2) answers.push(session.steer('something forbidden'));
      return undefined;
    },
  });
  const session = await runtime.session();
  const turn = await session.prompt('fix it');
  assert.equal(turn.status, 'done');
  assert.deepEqual(heard, [[], ['and the docs']]);
  assert.deepEqual(reasons(world), ['steered', 'normal']);
  const controls = await Promise.all(answers);
  assert.deepEqual(
    controls.map(({ turn_ready: ready }) => ready),
    [true, false],
  );
  const late = await session.steer('too late');
  assert.equal(late.turn_ready, false);
});

test('context of builtins at turn_start reaches every call', async (t) => {
  const world = new EventWorld(t, {});
  const hooks = [
    { type: 'builtin', command: 'add_date' },
    { type: 'builtin', command: 'add_prompt_files', args: ['RULES.md'] },
  ];
  world.write({ 'hooks.yaml': JSON.stringify({ hooks: { turn_start: hooks } }), 'RULES.md': 'Prices are in cents.' });
  const calls: string[] = [];
  const planner: Planner = ({ round, context: told }) => {
    calls.push(told.join('\n'));
    return round === 1 ? [...list] : undefined;
  };
  await (await world.runtime(t, { planner }).session()).prompt('x');
  assert.equal(calls.length, 2);
  for (const told of calls) assert.match(told, /\d{4}-\d\d-\d\d[\s\S]*Prices are in cents\./);
});
