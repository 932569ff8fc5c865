import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Event, EventName, Hook } from '@anyhook/core';
import { broken, deny, done, pass, type Result, type Verdict } from '@anyhook/core';
import { engineEvent, fullRow, hookOf, sampleSpeech } from '../../test/support/engine-samples.js';
import { createMemorySessionStore } from '../sessions/session-store.js';
import { type DecideDeps, type DecidingAgent, decide } from './decide.js';
import type { CapabilityGrades } from './fit.js';
import { buildHookIndex } from './plan.js';

const all: CapabilityGrades = {
  deny: 'exact',
  ask: 'exact',
  allow: 'exact',
  rewrite: 'exact',
  context: 'exact',
  message: 'exact',
  stop: 'exact',
};

function agentFor(names: readonly EventName[], grades: CapabilityGrades = all): DecidingAgent<undefined, Verdict> {
  return {
    title: 'Agent',
    contextLimit: 1_000,
    capabilities: Object.fromEntries(names.map((name) => [name, grades])),
    events: Object.fromEntries(names.map((name) => [`Native.${name}`, name])),
    encode: (_, verdict) => verdict,
  };
}

function depsFor(
  hooks: readonly Hook[],
  answers: Readonly<Record<string, (event: Event) => Result>>,
  more: Partial<DecideDeps> = {},
): DecideDeps {
  return {
    index: buildHookIndex(hooks, sampleSpeech),
    runHook: (hook, event) => done(answers[hook.id]?.(event) ?? pass()),
    startAsync: async () => undefined,
    permissionsOf: () => fullRow,
    isSinglePath: () => false,
    ticks: () => 0,
    began: 0,
    deadline: 1_000,
    store: createMemorySessionStore(),
    stopLimit: 8,
    now: () => 0,
    changedFiles: async () => [],
    notices: () => [],
    ...more,
  };
}

const hook = (id: string, name: EventName) => hookOf(id, { events: [name] });

describe('decide', () => {
  test('merges, fits and encodes the verdict', async () => {
    const deps = depsFor([hook('h', 'tool.before')], { h: () => deny('no') });
    const { event, verdict, wire } = await decide(
      engineEvent('tool.before'),
      agentFor(['tool.before']),
      undefined,
      deps,
    );
    assert.deepEqual([event.name, verdict.decision, verdict.reason], ['tool.before', 'deny', '[h] no']);
    assert.equal(wire, verdict);
  });

  test('an approval is requested only when a hook asks and the agent cannot', async () => {
    const asked: string[] = [];
    const { ask: _ask, ...withoutAsk } = all;
    const agent = agentFor(['tool.before'], withoutAsk);
    for (const decision of ['pass', 'allow', 'ask', 'deny'] as const) {
      const approve = async () => {
        asked.push(decision);
        return { kind: 'approved' } as const;
      };
      const deps = depsFor([hook('h', 'tool.before')], { h: () => ({ decision }) }, { approve });
      await decide(engineEvent('tool.before'), agent, undefined, deps);
    }
    assert.deepEqual(asked, ['ask']);
  });

  test('an event without hooks runs nothing and reads no clock', async () => {
    const failIfCalled = () => assert.fail('a dependency was called');
    const deps = depsFor(
      [hook('h', 'agent.stop')],
      {},
      { runHook: failIfCalled, ticks: failIfCalled, now: failIfCalled },
    );
    const { verdict } = await decide(engineEvent('tool.before'), agentFor(['tool.before']), undefined, deps);
    assert.deepEqual([verdict.decision, verdict.hooks], ['pass', []]);
  });

  test('a notice for the user is shown at session start only', async () => {
    const deps = depsFor([], {}, { notices: () => ['2 hooks are not trusted'] });
    const agent = agentFor(['session.start', 'prompt.submit']);
    const messagesAt = async (name: EventName) =>
      (await decide(engineEvent(name), agent, undefined, deps)).verdict.messages;
    assert.deepEqual(
      [await messagesAt('session.start'), await messagesAt('prompt.submit')],
      [['2 hooks are not trusted'], []],
    );
  });

  test("a problem in hook files is shown at a session's first event, and again when it changes", async () => {
    const store = createMemorySessionStore();
    const agent = agentFor(['session.start', 'tool.before']);
    const messagesAt = async (name: EventName, key: string) => {
      const deps = depsFor([], {}, { store, problems: { key, text: `problem ${key}` } });
      return (await decide(engineEvent(name), agent, undefined, deps)).verdict.messages;
    };
    assert.deepEqual(await messagesAt('tool.before', 'a'), ['problem a']);
    assert.deepEqual(await messagesAt('tool.before', 'a'), []);
    assert.deepEqual(await messagesAt('tool.before', 'b'), ['problem b']);
    // The notices at session start already include it.
    assert.deepEqual([await messagesAt('session.start', 'c'), await messagesAt('tool.before', 'c')], [[], []]);
  });

  test('skipped hooks are reported once: to the user at the first event, to the model at the first with context', async () => {
    const { context: _context, ...silent } = all;
    const agent = {
      ...agentFor(['prompt.submit', 'tool.before']),
      capabilities: { 'prompt.submit': silent, 'tool.before': all },
    };
    const deps = depsFor([], {}, { store: createMemorySessionStore(), skippedNotices: ['1 hook is not trusted'] });
    const noticesAt = async (name: EventName) => {
      const { notes, context } = (await decide(engineEvent(name), agent, undefined, deps)).verdict;
      return [notes.filter((one) => one.includes('not trusted')).length, context.length];
    };
    assert.deepEqual(await noticesAt('prompt.submit'), [1, 0]);
    assert.deepEqual(await noticesAt('tool.before'), [0, 1]);
    assert.deepEqual(await noticesAt('tool.before'), [0, 0]);
  });

  test('a rewrite that the agent does not support is dropped with a message', async () => {
    const { rewrite: _rewrite, ...grades } = all;
    const rewriting = () => pass({ rewrite: { of: 'prompt', value: 'new' } } as const);
    const seen: string[] = [];
    const second = (event: Event) => {
      seen.push('prompt' in event ? String(event.prompt) : '');
      return pass();
    };
    const hooks = [hook('a', 'prompt.submit'), hookOf('b', { events: ['prompt.submit'], position: 1 })];
    const deps = depsFor(hooks, { a: rewriting, b: second });
    const { verdict } = await decide(
      engineEvent('prompt.submit'),
      agentFor(['prompt.submit'], grades),
      undefined,
      deps,
    );
    assert.deepEqual([seen, verdict.rewrite], [['hello'], undefined]);
    assert.match(verdict.notes.join(), /rewrote the prompt, which was left out/);
  });
});

describe('derived events', () => {
  const ran: string[] = [];
  const answerWithName = (event: Event) => {
    ran.push(`${event.name}${event.derivedFrom ? ` from ${event.derivedFrom}` : ''}`);
    return pass({ messages: [event.name] });
  };
  const decideWith = async (
    event: Event,
    hooks: readonly Hook[],
    agent = agentFor([event.name]),
    answers = {},
    more: Partial<DecideDeps> = {},
  ) => {
    ran.length = 0;
    const notifyAll = Object.fromEntries(hooks.map(({ id }) => [id, answerWithName]));
    return (await decide(event, agent, undefined, depsFor(hooks, { ...notifyAll, ...answers }, more))).verdict;
  };

  test('run after the event that implies them, and add their texts', async () => {
    const verdict = await decideWith(engineEvent('agent.stop'), [hook('a', 'agent.stop'), hook('b', 'agent.done')]);
    assert.deepEqual(ran, ['agent.stop', 'agent.done from agent.stop']);
    assert.deepEqual(verdict.messages, ['agent.stop', 'agent.done']);
    assert.deepEqual(
      verdict.hooks.map(({ hook: { id } }) => id),
      ['a', 'b'],
    );
  });

  test('do not run if a hook blocked the first event', async () => {
    const hooks = [hook('a', 'agent.stop'), hook('b', 'agent.done')];
    const verdict = await decideWith(engineEvent('agent.stop'), hooks, undefined, { a: () => deny('go on') });
    assert.deepEqual([ran, verdict.decision], [[], 'deny']);
  });

  test('run after a block that the stop limit or the agent ignores, because the agent does end', async () => {
    const hooks = [hook('a', 'agent.stop'), hook('b', 'agent.done')];
    const blocks = { a: () => deny('go on') };
    await decideWith(engineEvent('agent.stop'), hooks, undefined, blocks, { stopLimit: 0 });
    assert.deepEqual(ran, ['agent.done from agent.stop']);
    await decideWith(engineEvent('agent.stop'), hooks, agentFor(['agent.stop'], { message: 'exact' }), blocks);
    assert.deepEqual(ran, ['agent.done from agent.stop']);
  });

  test('do not run for an agent that fires them itself', async () => {
    await decideWith(engineEvent('agent.stop'), [hook('b', 'agent.done')], agentFor(['agent.stop', 'agent.done']));
    assert.deepEqual(ran, []);
  });

  test('cannot block the first event with a deny, which is reported', async () => {
    const hooks = [hook('b', 'agent.done')];
    const verdict = await decideWith(engineEvent('agent.stop'), hooks, undefined, { b: () => deny('not done') });
    assert.equal(verdict.decision, 'pass');
    assert.match(verdict.messages.join(), /deny at agent\.done, which this agent does not have: \[b\] not done/);
  });

  test('a note for the record is not shown, even if a derived event follows', async () => {
    const agent = agentFor(['prompt.submit'], { ...all, context: 'degraded' });
    const hooks = [hook('p', 'prompt.submit'), hook('t', 'turn.start')];
    const deps = depsFor(hooks, { p: () => pass({ context: ['c'] }), t: () => pass({ context: ['d'] }) });
    const { verdict } = await decide(engineEvent('prompt.submit', { prompt: 'x' }), agent, undefined, deps);
    assert.deepEqual([verdict.context, verdict.messages], [['c', 'd'], []]);
    assert.equal(verdict.notes.length, 1);
  });
});

describe('a broken hook', () => {
  const guard = hookOf('h', { events: ['tool.before'], exitRule: 'decisions', source: '/p/hooks.json', line: 3 });
  const agent = agentFor(['tool.before']);
  const deps = (more: Partial<DecideDeps> = {}) =>
    depsFor([guard], {}, { runHook: () => broken({ detail: 'no module', fix: 'build it' }, 'stack'), ...more });
  const ask = async (with_: DecideDeps, sessionId: string) =>
    (await decide(engineEvent('tool.before', { sessionId }), agent, undefined, with_)).wire;

  test('is reported to user and model once per session', async () => {
    const all = deps();
    const [first, again, other] = [await ask(all, 'a'), await ask(all, 'a'), await ask(all, 'b')];
    for (const { decision, notes, context } of [first, other]) {
      assert.equal(decision, 'pass');
      assert.match(
        notes.join(),
        /\[h\] did not finish \(exit\): no module\. .*To repair it: build it \(\/p\/hooks\.json:3\)/,
      );
      assert.deepEqual(context, notes);
    }
    assert.deepEqual([again.notes, again.context], [[], []]);
    assert.equal(again.hooks[0]?.outcome, 'failed');
  });

  test('is reported each time if there is no session, or it cannot be recorded', async () => {
    const full = createMemorySessionStore();
    const store = { ...full, append: () => assert.fail('disk full') };
    for (const [all, session] of [
      [deps(), ''],
      [deps({ store }), 'a'],
    ] as const)
      for (const { notes } of [await ask(all, session), await ask(all, session)])
        assert.match(notes.join(), /no module/);
  });

  test('in shadow mode is not shown to the user', async () => {
    const shadow = { ...guard, mode: 'shadow' } as const;
    const { notes, context } = await ask(
      depsFor([shadow], {}, { runHook: () => broken({ detail: 'no module', fix: 'build it' }) }),
      'a',
    );
    assert.deepEqual([notes, context], [[], []]);
  });
});
