import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Planner, SummarizeInput } from '../../../anyhook/src/library.js';
import { EventWorld } from './event-world.js';

const talks: Planner = ({ turnContext: { prompt } }) => ({ text: `about ${prompt}` });
const contents = (transcript: readonly { content: unknown }[]) => transcript.map(({ content }) => content);

test('compact asks the hooks, passes their instructions to the summary and reports the result to them', async (t) => {
  const world = new EventWorld(t, {
    docker: {
      pre_compact: `echo '{"hook_specific_output":{"additional_context":"Keep the paths."}}'`,
      before_compaction: '',
      after_compaction: '',
    },
    hookMd: { pre_compact: '' },
  });
  const asked: SummarizeInput[] = [];
  const summarize = (input: SummarizeInput) => {
    asked.push(input);
    return 'They talked.';
  };
  const session = await world.runtime(t, { planner: talks, summarize, contextLimit: 1000 }).session();
  assert.equal((await session.compact()).error?.code, 'EMPTY');
  await session.prompt('one');
  const { status, summary } = await session.compact({ instructions: 'short' });
  assert.deepEqual([status, summary], ['done', 'They talked.']);
  assert.deepEqual([asked[0]?.context, asked[0]?.instructions], [['Keep the paths.'], 'short']);
  assert.deepEqual(contents(asked[0]?.transcript ?? []), ['one', 'about one']);
  assert.deepEqual(contents(session.transcript), ['They talked.']);
  assert.equal(world.seen('pre_compact')[0].source, 'manual');
  const [before] = world.seen('before_compaction');
  assert.deepEqual([before.compaction_reason, before.context_limit], ['manual', 1000]);
  const [after] = world.seen('after_compaction');
  assert.deepEqual([after.summary, after.input_tokens], ['They talked.', before.input_tokens]);
  assert.ok(before.input_tokens > 0 && before.output_tokens > 0);
  await session.prompt('two');
  assert.deepEqual(contents(session.transcript), ['They talked.', 'two', 'about two']);
});

test('a hook can veto a compaction or provide the summary itself', async (t) => {
  const world = new EventWorld(t, {
    docker: {
      before_compaction: `[ -e veto ] && { echo "Not now." >&2; exit 2; }
        echo '{"hookSpecificOutput":{"summary":"By the hook."}}'`,
      after_compaction: '',
    },
  });
  const summarize = () => assert.fail('the hook gives it');
  const session = await world.runtime(t, { planner: talks, summarize }).session();
  await session.prompt('one');
  world.write({ veto: '' });
  const denied = await session.compact();
  assert.deepEqual(
    [denied.status, denied.error],
    ['denied', { code: 'DENIED', message: '[hooks.before_compaction.0] Not now.' }],
  );
  assert.deepEqual(contents(session.transcript), ['one', 'about one']);
  assert.deepEqual(world.seen('after_compaction'), []);
  world.remove('veto');
  assert.equal((await session.compact()).summary, 'By the hook.');
  assert.deepEqual(contents(session.transcript), ['By the hook.']);
});

test('without a summarizer, compact returns an error and fires on_error', async (t) => {
  const world = new EventWorld(t, { docker: { on_error: '', after_compaction: '' } });
  const broken = () => {
    throw new Error('no model');
  };
  for (const [more, code, message] of [
    [{}, 'NO_SUMMARY', /give createRuntime the option "summarize"/],
    [{ summarize: broken }, 'SUMMARY_FAILED', /"summarize" threw: no model/],
    [{ summarize: () => '' }, 'SUMMARY_FAILED', /must return a string, got ""/],
  ] as const) {
    const session = await world.runtime(t, { planner: talks, ...more }).session();
    await session.prompt('one');
    const { status, error } = await session.compact();
    assert.deepEqual([status, error?.code], ['failed', code]);
    assert.match(error?.message ?? '', message);
    assert.match(world.seen('on_error').at(-1).notification_message, message);
    assert.deepEqual(contents(session.transcript), ['one', 'about one']);
  }
  assert.deepEqual(world.seen('after_compaction'), []);
});

test('a nearly full transcript is compacted before the next call, and keeps the prompt', async (t) => {
  const world = new EventWorld(t, { docker: { pre_compact: '[ -e veto ] && exit 2; exit 0' } });
  const planner: Planner = ({ turnContext: { prompt }, round }) =>
    prompt === 'one' ? { text: 'x', usage: { inputTokens: 95, outputTokens: 1 } } : { text: `round ${round}` };
  const session = await world.runtime(t, { planner, summarize: () => 'short', contextLimit: 100 }).session();
  await session.prompt('one');
  await session.prompt('two');
  assert.equal(world.seen('pre_compact')[0].source, 'auto');
  assert.deepEqual(contents(session.transcript), ['short', 'two', 'round 1']);
  world.write({ veto: '' });
  await session.prompt('one');
  const turn = await session.prompt('two');
  assert.equal(turn.status, 'done');
  assert.match(turn.notes.join('\n'), /the transcript was not compacted: /);
});

test('a subagent works in its own session, whose start and end the parent’s hooks get', async (t) => {
  const world = new EventWorld(t, {
    docker: { subagent_stop: '', session_start: '', session_end: '', turn_end: '', pre_tool_use: '', stop: '' },
    hookMd: {
      subagent_start: `echo '{"additional_context":"Only read."}'`,
      subagent_stop: '[ -e checked ] || { touch checked; echo "Check it." >&2; exit 2; }',
    },
  });
  const heard: unknown[] = [];
  const child: Planner = ({ round, feedback, turnContext, results: [last] }) => {
    heard.push([turnContext.prompt, turnContext.session_context, feedback]);
    if (round === 1) return [{ action: 'CREATE_TASK', ability: 'text.echo', input: { text: 'x' } }];
    if (round === 2) return [{ action: 'RUN_TASK', task_key: last?.ok ? String(last.result['task_key']) : '' }];
    return { text: `round ${round}` };
  };
  const runtime = world.runtime(t, {
    async planner({ subagent }) {
      const { status, text } = await subagent({ task: 'review it', name: 'ann', type: 'reviewer', planner: child });
      return { text: `${status}: ${text}` };
    },
  });
  const session = await runtime.session();
  const turn = await session.prompt('go');
  assert.equal(turn.text, 'done: round 4');
  const opening = ['Only read.'];
  assert.deepEqual(heard.slice(-2), [
    ['review it', opening, []],
    ['review it', opening, ['[subagent-stop] Check it.']],
  ]);
  const [started] = world.seen('subagent_start', 'hook-md');
  assert.deepEqual(
    [started.subagent_name, started.subagent_type, started.task_description, started.session_id],
    ['ann', 'reviewer', 'review it', session.id],
  );
  const stops = world.seen('subagent_stop');
  const [{ session_id: childId, parent_session_id: parent, agent_name: name }] = stops;
  assert.deepEqual([stops.length, parent, name, stops[1].stop_response], [2, session.id, 'ann', 'round 4']);
  assert.deepEqual(
    world.seen('session_start').map((event) => [event.session_id, event.parent_session_id]),
    [
      [session.id, undefined],
      [childId, session.id],
    ],
  );
  assert.deepEqual(
    world.seen('session_end').map((event) => event.session_id),
    [childId],
  );
  const [{ session_id: caller, parent_session_id: callerParent }] = world.seen('pre_tool_use');
  assert.deepEqual([caller, callerParent], [childId, session.id], 'guards must get the caller');
  assert.equal(world.seen('stop').length, 1, 'only the main agent must fire stop hooks');
});

test('a subagent started by a subagent has that subagent as its parent', async (t) => {
  const world = new EventWorld(t, { docker: { subagent_stop: '', turn_end: '' } });
  const planner: Planner = async ({ subagent, turnContext: { prompt } }) => {
    if (prompt !== 'inner') await subagent({ task: prompt === 'go' ? 'outer' : 'inner' });
    return undefined;
  };
  const session = await world.runtime(t, { planner }).session();
  await session.prompt('go');
  const [inner, outer] = world.seen('subagent_stop');
  assert.deepEqual([inner.parent_session_id, outer.parent_session_id], [outer.session_id, session.id]);
  const parents = world.seen('turn_end').map((event) => event.parent_session_id);
  assert.deepEqual(parents, [outer.session_id, session.id, undefined]);
});

test('a subagent that is blocked by hooks or fails is reported to its parent and hooks', async (t) => {
  const world = new EventWorld(t, {
    docker: { subagent_stop: '', session_start: '' },
    hookMd: { subagent_start: '[ -e open ] || { echo "Too many." >&2; exit 2; }' },
  });
  const session = await world.runtime(t, { planner: () => Promise.reject(new Error('no model')) }).session();
  const denied = await session.subagent({ task: 'x' });
  assert.deepEqual([denied.status, denied.reason], ['denied', '[subagent-start] Too many.']);
  assert.deepEqual([world.seen('session_start').length, world.seen('subagent_stop').length], [1, 0]);
  world.write({ open: '' });
  const failed = await session.subagent({ task: 'x' });
  assert.deepEqual([failed.status, failed.turn?.error?.code], ['failed', 'PLANNER_FAILED']);
  assert.equal(world.seen('subagent_stop').length, 1);
  await assert.rejects(session.subagent({ task: '' }), /"task" must be a string that is not empty/);
});

const runs: Planner = ({ round, results: [last] }) => {
  if (round === 1) return [{ action: 'CREATE_TASK', ability: 'text.echo', input: { text: 'x' } }];
  if (round > 2) return undefined;
  return [{ action: 'RUN_TASK', task_key: last?.ok ? String(last.result['task_key']) : '' }];
};

test('permission_request hooks answer instead of a person, who is asked only if they do not', async (t) => {
  const asks = `echo '{"hook_specific_output":{"permission_decision":"ask","permission_decision_reason":"Look first."}}'`;
  const say = (decision: string) =>
    `echo '{"hook_specific_output":{"permission_decision":"${decision}","permission_decision_reason":"by rule"}}'`;
  for (const [answer, ok, guard, waits] of [
    [say('allow'), true, 'allowed', 0],
    [say('deny'), false, 'denied', 0],
    ['', false, 'needs_human', 1],
  ] as const) {
    const world = new EventWorld(t, {
      docker: { pre_tool_use: asks, permission_request: answer, on_user_input: '' },
    });
    const turn = await (await world.runtime(t, { planner: runs }).session()).prompt('x');
    const ran = turn.results.at(-1);
    assert.deepEqual([ran?.ok, ran?.guard?.decision], [ok, guard], answer);
    const [asked] = world.seen('permission_request');
    assert.deepEqual(asked.tool_input, { text: 'x' });
    // The other one is about the end of the turn.
    assert.equal(world.seen('on_user_input').length, waits + 1, answer);
  }
});

test('a project hook cannot grant a permission that a user hook asks about', async (t) => {
  const allows = `echo '{"hook_specific_output":{"permission_decision":"allow"}}'`;
  const world = new EventWorld(t, { docker: { permission_request: allows } });
  const ask = { type: 'command', command: `echo '{"hook_specific_output":{"permission_decision":"ask"}}'` };
  const own = { hooks: { pre_tool_use: [{ matcher: '*', hooks: [ask] }] } };
  world.write({ '~/.config/agents/hooks.yaml': JSON.stringify(own) });
  const turn = await (await world.runtime(t, { planner: runs }).session()).prompt('x');
  const ran = turn.results.at(-1);
  assert.equal(ran?.guard?.decision, 'needs_human');
  assert.match(ran?.guard?.messages?.join('\n') ?? '', /a permission by a hook of the project does not count/);
  assert.equal(world.seen('permission_request').length, 1);
});
