import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { EventName } from '@anyhook/core';
import { emptyVerdict, UntrustedHooksError, type Verdict } from '@anyhook/core';
import { createHookSession, type FiringEngine, type HookOptions } from './session.js';

type Words = Parameters<FiringEngine['fire']>[1];

function sessionWith(answers: Partial<Record<EventName, Partial<Verdict> | Error>>, options: HookOptions = {}) {
  const fired: { name: EventName; words: Words }[] = [];
  const notes: string[] = [];
  const engine: FiringEngine = {
    async fire(name, words) {
      fired.push({ name, words });
      const answer = answers[name];
      if (answer instanceof Error) throw answer;
      return { verdict: { ...emptyVerdict, ...answer } };
    },
  };
  const session = createHookSession(engine, { framework: 'f', onNote: (text) => notes.push(text), ...options });
  return { session, fired, notes, names: () => fired.map(({ name }) => name) };
}

const call = { id: 'c1', name: 'bash', input: { cmd: 'ls', wait: 1 } };

describe('a hook session', () => {
  test('starts once, with the first prompt, and ends once', async () => {
    const { session, names } = sessionWith({
      'session.start': { context: ['hello'] },
      'prompt.submit': { context: ['p'] },
    });
    await session.end();
    assert.deepEqual(await session.prompt('a'), { text: 'a', context: ['hello', 'p'] });
    assert.deepEqual(await session.prompt('b'), { text: 'b', context: ['p'] });
    await session.end();
    await session.end();
    const turn = ['prompt.submit', 'turn.start'];
    assert.deepEqual(names(), ['session.start', ...turn, ...turn, 'session.end']);
  });

  test('context of an explicit start is returned by start, not added to the first prompt', async () => {
    const { session } = sessionWith({ 'session.start': { context: ['hello'] } });
    assert.deepEqual(await session.start(), { context: ['hello'] });
    assert.deepEqual(await session.prompt('a'), { text: 'a', context: [] });
  });

  test('a blocked start blocks every prompt', async () => {
    const { session, names } = sessionWith({ 'session.start': { decision: 'deny', reason: 'no' } });
    assert.equal((await session.prompt('a')).block, 'no');
    assert.equal((await session.prompt('a')).block, 'no');
    assert.deepEqual(names(), ['session.start']);
  });

  test('a prompt is rewritten or blocked', async () => {
    const rewritten = sessionWith({ 'prompt.submit': { rewrite: { of: 'prompt', value: 'b' } } });
    assert.equal((await rewritten.session.prompt('a')).text, 'b');
    const blocked = sessionWith({ 'prompt.submit': { decision: 'deny' } });
    assert.equal((await blocked.session.prompt('a')).block, 'Blocked by a hook that gave no reason.');
    assert.ok(!blocked.names().includes('turn.start'));
  });

  test('hooks see a call with canonical fields, and a rewrite is mapped back to the tool’s fields', async () => {
    const { session, fired } = sessionWith({
      'tool.before': { rewrite: { of: 'input', value: { command: 'ls -a', wait: 1 } } },
    });
    const decision = await session.beforeTool(call);
    assert.deepEqual(decision, { kind: 'run', input: { cmd: 'ls -a', wait: 1 }, approved: false });
    const seen = { kind: 'shell', nativeName: 'bash', id: 'c1', input: { command: 'ls', wait: 1 } };
    assert.deepEqual(fired[0]?.words?.data?.['call'], seen);
    await session.afterTool(call, 'out');
    assert.deepEqual(fired[1]?.words?.data?.['call'], { ...seen, input: { command: 'ls -a', wait: 1 } });
  });

  test('a call is decided once, and the same id with another input is decided again', async () => {
    const { session, names } = sessionWith({ 'tool.before': { decision: 'ask', reason: 'sure?' } });
    const asked = await session.beforeTool(call);
    assert.deepEqual(asked, { kind: 'ask', reason: 'sure?', input: call.input });
    assert.deepEqual(await session.beforeTool({ ...call }), asked);
    assert.equal((await session.beforeTool(call, { approved: true })).kind, 'run');
    assert.equal((await session.beforeTool(call)).kind, 'run');
    assert.deepEqual(names(), ['tool.before']);
    await session.beforeTool({ ...call, input: { cmd: 'rm' } });
    assert.deepEqual(names(), ['tool.before', 'tool.before']);
  });

  for (const id of ['c1', undefined])
    test(`a blocked call ${id ? 'with' : 'without'} an id fires no tool.after or tool.failure`, async () => {
      const { session, names } = sessionWith({ 'tool.before': { decision: 'deny', reason: 'no', context: ['why'] } });
      const blocked = { ...call, id };
      assert.deepEqual(await session.beforeTool(blocked), { kind: 'deny', reason: 'no\n\nwhy' });
      assert.deepEqual(await session.afterTool(blocked, 'x'), { feedback: [] });
      assert.deepEqual(await session.toolFailed(blocked, 'x'), { feedback: [] });
      assert.deepEqual(names(), ['tool.before']);
    });

  test('context of tool.before is returned with the result, before the context of tool.after', async () => {
    const { session } = sessionWith({
      'tool.before': { context: ['first'] },
      'tool.after': { decision: 'deny', reason: 'bad', context: ['more'], rewrite: { of: 'output', value: '{"a":2}' } },
      'tool.failure': { context: ['try again'] },
    });
    await session.beforeTool(call);
    assert.deepEqual(await session.afterTool(call, { a: 1 }), { output: { a: 2 }, feedback: ['first', 'bad', 'more'] });
    assert.deepEqual(await session.afterTool(call, 'text'), { output: '{"a":2}', feedback: ['bad', 'more'] });
    assert.deepEqual(await session.toolFailed(call, new Error('x')), { feedback: ['try again'] });
  });

  test('stopHookActive is set after a blocked stop', async () => {
    const answers: Partial<Record<EventName, Partial<Verdict>>> = {
      'agent.stop': { decision: 'deny', reason: 'go on' },
    };
    const { session, fired, names } = sessionWith(answers);
    assert.deepEqual(await session.stop({ text: 't' }), { continue: 'go on' });
    delete answers['agent.stop'];
    assert.deepEqual(await session.stop(), {});
    assert.deepEqual(names(), ['agent.stop', 'agent.stop', 'agent.done', 'turn.end']);
    assert.deepEqual(
      fired.slice(0, 2).map(({ words }) => words?.data?.['stopHookActive']),
      [false, true],
    );
  });

  test('after a hook ended the agent, every further call is blocked', async () => {
    const { session, names } = sessionWith({ 'tool.before': { stop: 'enough' }, 'agent.stop': { decision: 'deny' } });
    assert.deepEqual(await session.beforeTool(call), { kind: 'deny', reason: 'enough' });
    assert.deepEqual(await session.beforeTool({ ...call, id: 'c2' }), { kind: 'deny', reason: 'enough' });
    assert.deepEqual(await session.beforeModel([]), { block: 'enough' });
    assert.deepEqual(await session.stop(), {});
    assert.equal(session.stopped, 'enough');
    assert.deepEqual(names(), ['tool.before', 'agent.stop', 'agent.done', 'turn.end']);
  });
});

describe('a broken engine', () => {
  const broken = Object.fromEntries(
    (['session.start', 'prompt.submit', 'model.before', 'tool.before', 'tool.after', 'agent.stop'] as const).map(
      (name) => [name, new Error('engine down')],
    ),
  );

  test('lets the agent go on, with a note per event', async () => {
    const { session, notes } = sessionWith(broken);
    assert.deepEqual(await session.prompt('a'), { text: 'a', context: [] });
    assert.equal((await session.beforeTool(call)).kind, 'run');
    assert.deepEqual(await session.afterTool(call, 'out'), { feedback: [] });
    assert.deepEqual(await session.stop(), {});
    assert.equal(notes.length, 5);
    assert.match(notes[2] ?? '', /the hooks for tool\.before could not run \(engine down\): f continues without them/);
  });

  test('blocks the agent with failClosed, but never keeps it from stopping', async () => {
    const { session } = sessionWith(broken, { failClosed: true });
    assert.match((await session.prompt('a')).block ?? '', /engine down.*failClosed/);
    assert.equal((await session.beforeTool(call)).kind, 'deny');
    const unseen = { ...call, id: 'c2' };
    assert.match(String((await session.afterTool(unseen, 'secret')).output), /tool\.after could not run/);
    assert.match((await session.beforeModel([])).block ?? '', /engine down/);
    assert.deepEqual(await session.stop(), {});
  });

  test('that failed to load blocks everything that hooks can guard, even if the note listener throws', async () => {
    const onNote = () => {
      throw new Error('listener');
    };
    for (const failClosed of [false, true]) {
      const options = { framework: 'f', onNote, failClosed };
      const session = createHookSession(Promise.reject(new Error('no project')), options);
      const reason = 'anyhook: there is no engine (no project), so everything hooks may guard is blocked';
      assert.deepEqual(await session.beforeTool(call), { kind: 'deny', reason });
      assert.equal((await session.prompt('a')).block, reason);
      assert.deepEqual(await session.beforeModel([]), { block: reason });
      assert.equal((await session.subagentStart({ name: 'a' })).block, reason);
      assert.deepEqual(await session.stop(), {}, 'the agent can still stop');
    }
  });

  test('that is not an engine blocks too: a caught rejection, or a value from plain JavaScript', async () => {
    for (const given of [Promise.resolve(undefined), undefined, null, {}, () => {}]) {
      const session = createHookSession(given as never, { framework: 'f', onNote: () => {} });
      assert.match(JSON.stringify(await session.beforeTool(call)), /"deny".*there is no engine \(what was given/);
      assert.match((await session.prompt('a')).block ?? '', /there is no engine/);
      assert.deepEqual(await session.stop(), {}, 'the agent can still stop');
    }
  });

  test('with untrusted hooks blocks with the text of its error, even from another copy of anyhook', async () => {
    const error = new UntrustedHooksError('trust them');
    const foreign = Object.assign(new Error('trust them'), { code: 'UNTRUSTED_HOOKS' });
    for (const one of [error, foreign]) {
      const answers = { 'tool.before': one, 'tool.after': one, 'agent.stop': one };
      const { session, notes } = sessionWith(answers);
      assert.deepEqual(await session.beforeTool(call), { kind: 'deny', reason: 'anyhook: trust them' });
      assert.deepEqual(await session.stop(), {});
      assert.deepEqual(notes, ['trust them', 'trust them']);
    }
  });

  test('reports a note once, even if it is also among the messages', async () => {
    const { session, notes } = sessionWith({ 'tool.before': { messages: ['mind it'], notes: ['mind it'] } });
    await session.beforeTool(call);
    assert.deepEqual(notes, ['mind it']);
  });
});
