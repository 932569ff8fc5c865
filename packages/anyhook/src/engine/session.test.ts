import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Hook } from '@anyhook/core';
import { deny, emptyVerdict, type Verdict } from '@anyhook/core';
import { engineEvent, hookOf, sampleSpeech, shellEvent, shellToolCall } from '../../test/support/engine-samples.js';
import { createMemorySessionStore } from '../sessions/session-store.js';
import { buildHookIndex } from './plan.js';
import { addSessionFacts, recordEvent, type SessionDeps, type SessionStore, withParentSession } from './session.js';

function depsFor(events: Hook['events'], more: Partial<SessionDeps> = {}): SessionDeps {
  return {
    index: buildHookIndex([hookOf('h', { dialect: 'ability', events })], sampleSpeech),
    store: createMemorySessionStore(),
    stopLimit: 8,
    now: () => 0,
    changedFiles: async () => [],
    ...more,
  };
}

const denied: Verdict = { ...emptyVerdict, ...deny('go on') };
/** A store that must not be used. */
const forbidden: SessionStore = {
  read: () => assert.fail('read'),
  append: () => assert.fail('append'),
};
/** A state folder that cannot be written. */
const readOnly: SessionStore = {
  ...createMemorySessionStore(),
  append: () => {
    throw new Error('EROFS');
  },
};

describe('consecutive blocked stops', () => {
  const countingFormats = {
    ...sampleSpeech,
    flow: { ...sampleSpeech['flow'], readsStopBlocks: true },
  } as typeof sampleSpeech;
  const depsOf = (format: string, store: SessionStore) =>
    depsFor(['agent.stop'], {
      store,
      index: buildHookIndex([hookOf('h', { dialect: format, events: ['agent.stop'] })], countingFormats),
    });
  const stopBlocks = async (deps: SessionDeps, stopHookActive?: boolean) => {
    const event = await addSessionFacts(
      engineEvent('agent.stop', stopHookActive === undefined ? {} : { stopHookActive }),
      deps,
    );
    return event.name === 'agent.stop' ? event.stopBlocks : assert.fail();
  };

  test('are counted for hooks that read the count, and restart at the first stop of a row', async () => {
    const deps = depsOf('flow', createMemorySessionStore());
    assert.equal(await stopBlocks(deps), 0);
    for (let i = 0; i < 2; i++) recordEvent(engineEvent('agent.stop'), denied, deps);
    assert.deepEqual([await stopBlocks(deps), await stopBlocks(deps, true), await stopBlocks(deps, false)], [2, 2, 0]);
  });

  test('are not counted if no hook reads them', async () => {
    assert.equal(await stopBlocks(depsOf('claude', forbidden)), undefined);
  });
});

describe('steps', () => {
  const depsWith = (event: Hook['events'][number], more: Partial<SessionDeps> = {}) =>
    depsFor([event], {
      index: buildHookIndex([hookOf('h', { dialect: 'hook-md', events: [event] })], sampleSpeech),
      ...more,
    });
  const recordAll = (deps: SessionDeps, ...seen: Parameters<typeof recordEvent>[0][]) => {
    for (const event of seen) recordEvent(event, emptyVerdict, deps);
  };
  const prompt = engineEvent('prompt.submit');
  const stepCount = async (deps: SessionDeps) => {
    const event = await addSessionFacts(engineEvent('agent.stop'), deps);
    return event.name === 'agent.stop' ? event.stepCount : assert.fail();
  };

  test('of a turn are the calls since its prompt, including failed ones', async () => {
    const deps = depsWith('agent.stop');
    recordAll(deps, prompt);
    assert.equal(await stepCount(deps), 0);
    recordAll(deps, engineEvent('tool.after'), engineEvent('tool.failure'));
    assert.equal(await stepCount(deps), 2);
    recordAll(deps, { ...prompt, synthetic: true }, engineEvent('tool.after'));
    assert.equal(await stepCount(deps), 3, 'a stop reason that returns as a prompt does not begin a turn');
    recordAll(deps, prompt, engineEvent('tool.after'));
    assert.equal(await stepCount(deps), 1);
  });

  test("at a session's end include its duration", async () => {
    const deps = depsWith('session.end');
    const atTime = (timestamp: string) => ({ timestamp: `2026-01-15T10:${timestamp}Z` });
    recordAll(
      deps,
      engineEvent('session.start', atTime('30:00')),
      prompt,
      engineEvent('tool.after'),
      prompt,
      engineEvent('tool.failure'),
    );
    const end = await addSessionFacts(engineEvent('session.end', atTime('31:01.500')), deps);
    assert.deepEqual(end.name === 'session.end' && [end.totalSteps, end.durationMs], [2, 61_500]);
  });

  test('that the agent reports itself are kept', async () => {
    const deps = depsWith('session.end');
    recordAll(deps, engineEvent('session.start'), engineEvent('tool.after'));
    const end = await addSessionFacts(engineEvent('session.end', { totalSteps: 9, durationMs: 7 }), deps);
    assert.deepEqual(end.name === 'session.end' && [end.totalSteps, end.durationMs], [9, 7]);
  });

  test('of an unrecorded session are undefined, not 0', async () => {
    assert.equal(await stepCount(depsWith('agent.stop')), undefined);
    const end = await addSessionFacts(engineEvent('session.end'), depsWith('session.end'));
    assert.deepEqual(end.name === 'session.end' && ['totalSteps' in end, 'durationMs' in end], [false, false]);
  });

  test('are not counted if no hook reads them', () => {
    const deps = depsWith('tool.before', { store: forbidden });
    recordAll(deps, engineEvent('session.start'), prompt, engineEvent('tool.after'), engineEvent('tool.failure'));
  });
});

describe('stop blocks', () => {
  const stop = (deps: SessionDeps, stopHookActive?: boolean, verdict = denied) =>
    recordEvent(engineEvent('agent.stop', stopHookActive === undefined ? {} : { stopHookActive }), verdict, deps)
      .decision;

  for (const active of [true, undefined])
    test(`are limited to eight in a row, then the agent may stop (${active ? 'the agent reports stopHookActive' : 'the agent does not report it'})`, () => {
      const deps = depsFor(['agent.stop']);
      const decisions = Array.from({ length: 10 }, () => stop(deps, active));
      assert.deepEqual(decisions, [...Array.from({ length: 8 }, () => 'deny'), 'pass', 'pass']);
    });

  test('are reset only if the agent reports that no stop hook is active', () => {
    const deps = depsFor(['agent.stop'], { stopLimit: 2 });
    assert.deepEqual([stop(deps, false), stop(deps, true), stop(deps, true)], ['deny', 'deny', 'pass']);
    assert.equal(stop(deps, undefined), 'pass');
    assert.equal(stop(deps, true, emptyVerdict), 'pass');
    assert.equal(stop(deps, true), 'pass');
    assert.deepEqual([stop(deps, false), stop(deps, true), stop(deps, true)], ['deny', 'deny', 'pass']);
  });

  test('over the limit are noted, and leave no reason', () => {
    const deps = depsFor(['agent.stop'], { stopLimit: 0 });
    const after = recordEvent(engineEvent('agent.stop'), denied, deps);
    assert.equal('reason' in after, false);
    assert.deepEqual(after.notes, ['stop was blocked 0 times in a row, the limit: the agent may stop now']);
  });

  test('are counted per session', () => {
    const deps = depsFor(['agent.stop'], { stopLimit: 1 });
    const stopIn = (sessionId: string) => recordEvent(engineEvent('agent.stop', { sessionId }), denied, deps).decision;
    assert.deepEqual([stopIn('a'), stopIn('a'), stopIn('b'), stopIn('b')], ['deny', 'pass', 'deny', 'pass']);
  });

  test('without a store are limited to the first of a row', () => {
    const deps = depsFor(['agent.stop'], { store: readOnly });
    assert.deepEqual([stop(deps, false), stop(deps, true)], ['deny', 'pass']);
    assert.match(recordEvent(engineEvent('agent.stop'), denied, deps).notes.join(), /could not be recorded .*EROFS/);
  });
});

describe('a prompt', () => {
  test('that repeats our own stop reason is marked synthetic', async () => {
    const deps = depsFor(['agent.stop', 'prompt.submit']);
    recordEvent(engineEvent('agent.stop'), denied, deps);
    const prompt = async (text: string) => {
      const event = await addSessionFacts(engineEvent('prompt.submit', { prompt: text }), deps);
      return event.synthetic;
    };
    assert.equal(await prompt('Stop hook feedback:\ngo on'), true);
    assert.equal(await prompt('something else'), undefined);
    assert.equal(
      (await addSessionFacts(engineEvent('prompt.submit', { sessionId: 'x', prompt: 'go on' }), deps)).synthetic,
      undefined,
    );
  });

  test('is recognized by the start of a stop reason of any length', async () => {
    const deps = depsFor(['agent.stop', 'prompt.submit']);
    const reason = 'why '.repeat(100_000);
    recordEvent(engineEvent('agent.stop'), { ...denied, reason }, deps);
    assert.equal((await addSessionFacts(engineEvent('prompt.submit', { prompt: reason }), deps)).synthetic, true);
    assert.ok((deps.store.read('s').lastStopReason?.length ?? 0) < 10_000);
  });
});

describe('a duration that the agent does not report', () => {
  for (const [what, call] of [
    ['by the call id', shellToolCall('ls')],
    ['by tool and input if calls have no id', { kind: 'shell', nativeName: 'run', input: { command: 'ls' } }],
  ] as const)
    test(`is measured from tool.before, ${what}`, async () => {
      let clock = 1_000;
      const deps = depsFor(['tool.after', 'tool.failure'], { now: () => clock });
      recordEvent(engineEvent('tool.before', { call }), emptyVerdict, deps);
      clock = 1_250;
      for (const name of ['tool.after', 'tool.failure'] as const) {
        const event = await addSessionFacts(engineEvent(name, { call }), deps);
        assert.equal('durationMs' in event && event.durationMs, 250);
      }
      const given = await addSessionFacts(engineEvent('tool.after', { call, durationMs: 7 }), deps);
      assert.equal('durationMs' in given && given.durationMs, 7);
    });

  test('stays undefined for a call without a recorded start, or a denied call', async () => {
    const deps = depsFor(['tool.after']);
    recordEvent(shellEvent('ls'), denied, deps);
    assert.equal('durationMs' in (await addSessionFacts(engineEvent('tool.after'), deps)), false);
  });

  test('is not negative if the clock was set back', async () => {
    let clock = 1_000;
    const deps = depsFor(['tool.after'], { now: () => clock });
    recordEvent(shellEvent('ls'), emptyVerdict, deps);
    clock = 0;
    const event = await addSessionFacts(engineEvent('tool.after'), deps);
    assert.equal('durationMs' in event && event.durationMs, 0);
  });
});

describe('the end of a session', () => {
  const write = (path: string, kind: 'write' | 'edit' | 'read' = 'write') =>
    engineEvent('tool.after', { call: { kind, nativeName: 'W', input: { path } } });

  test("has the session's changed files, used abilities and start", async () => {
    const deps = depsFor(['session.end'], { changedFiles: async () => ['b.ts', 'z.ts'] });
    recordEvent(engineEvent('session.start', { timestamp: 'begin' }), emptyVerdict, deps);
    const touched = [
      write('/p/b.ts'),
      write('./src/a.ts', 'edit'),
      write('x/../c.ts'),
      write('/p/read.ts', 'read'),
      write('/etc/passwd'),
      write('../up.ts'),
    ];
    for (const event of touched) recordEvent(event, emptyVerdict, deps);
    const patch = { kind: 'patch', nativeName: 'P', input: { paths: ['d.ts', '/p/e.ts'] } } as const;
    recordEvent(engineEvent('tool.after', { call: patch }), emptyVerdict, deps);
    const end = await addSessionFacts(engineEvent('session.end', { timestamp: 'end' }), deps);
    assert.deepEqual(end, {
      ...engineEvent('session.end', { timestamp: 'end' }),
      changedFiles: ['b.ts', 'c.ts', 'd.ts', 'e.ts', 'src/a.ts', 'z.ts'],
      abilitiesUsed: ['write_file', 'edit_file', 'read_file', 'apply_patch'],
      startedAt: 'begin',
      endedAt: 'end',
    });
  });

  test('keeps the values that the agent reports', async () => {
    const given = { changedFiles: ['x'], abilitiesUsed: ['y'], startedAt: '1', endedAt: '2' };
    assert.deepEqual(
      await addSessionFacts(engineEvent('session.end', given), depsFor(['session.end'])),
      engineEvent('session.end', given),
    );
  });
});

describe('the session record', () => {
  test('is neither read nor written if no hook needs it', async () => {
    const deps: SessionDeps = { ...depsFor([]), store: forbidden, changedFiles: () => assert.fail('git') };
    for (const name of [
      'session.start',
      'session.end',
      'prompt.submit',
      'tool.before',
      'tool.after',
      'agent.stop',
    ] as const) {
      const event = engineEvent(name);
      assert.equal(await addSessionFacts(event, deps), event);
      assert.equal(recordEvent(event, denied, deps), denied);
    }
  });

  test('does not affect the verdict if it cannot be written', () => {
    for (const [event, wanted] of [
      [engineEvent('session.start'), 'session.end'],
      [engineEvent('tool.before'), 'tool.after'],
      [engineEvent('tool.after'), 'session.end'],
    ] as const) {
      const after = recordEvent(event, { ...emptyVerdict, decision: 'ask' }, depsFor([wanted], { store: readOnly }));
      assert.equal(after.decision, 'ask');
      assert.match(after.notes.join(), /could not be recorded/);
    }
  });

  test('stays small for any payload', () => {
    const written: string[] = [];
    const store = {
      ...createMemorySessionStore(),
      append: (_: string, record: unknown) => void written.push(JSON.stringify(record)),
    };
    const deps = depsFor(['session.end', 'tool.after'], { store });
    const big = 'x'.repeat(5_000_000);
    recordEvent(engineEvent('tool.before', { call: shellToolCall('ls', { id: big }) }), emptyVerdict, deps);
    const paths = Array.from({ length: 50_000 }, (_, i) => `f${i}`);
    recordEvent(
      engineEvent('tool.after', { call: { kind: 'patch', nativeName: big, input: { path: big, paths } } }),
      emptyVerdict,
      deps,
    );
    assert.ok(written.length >= 3);
    for (const line of written) assert.ok(line.length < 50_000, `${line.length}`);
  });
});

describe('an agent that names the parent session only at the start', () => {
  const start = engineEvent('session.start', { sessionId: 'child', parentSessionId: 'parent' });
  const call = engineEvent('tool.before', { sessionId: 'child' });

  test('later events of the session have the parent and an agent', () => {
    const deps = depsFor(['tool.before']);
    recordEvent(start, emptyVerdict, deps);
    const { agent, parentSessionId } = withParentSession(call, deps);
    assert.deepEqual([agent, parentSessionId], [{ id: 'child' }, 'parent']);
    const named = withParentSession({ ...call, agent: { id: 'a', name: 'helper' } }, deps);
    assert.deepEqual(named.agent, { id: 'a', name: 'helper' });
  });

  test('a session without a parent is unchanged', () => {
    const deps = depsFor(['tool.before']);
    recordEvent(engineEvent('session.start', { sessionId: 'child' }), emptyVerdict, deps);
    assert.equal(withParentSession(call, deps), call);
  });

  test('nothing is read if the event names its parent, starts a session, or has no hooks', () => {
    const deps = depsFor(['tool.before', 'session.start'], { store: forbidden });
    for (const event of [
      { ...call, parentSessionId: 'p' },
      start,
      engineEvent('session.start'),
      engineEvent('agent.stop'),
    ])
      assert.equal(withParentSession(event, deps), event);
  });
});
