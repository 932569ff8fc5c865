import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Event } from '@anyhook/core';
import { allow, ask, contractOf, deny, done, failed, type HookRun, neverRan, pass, type Result } from '@anyhook/core';
import {
  type AnswerDeps,
  engineEvent,
  hookOf,
  runWithAnswers,
  shellCommandOf,
  shellEvent,
  verdictWithAnswers,
  withPositions,
} from '../../test/support/engine-samples.js';
import type { HooksAtWork, RunDeps } from './run.js';

const appends = (text: string) => (event: Event) =>
  pass({ rewrite: { of: 'input', value: { command: `${shellCommandOf(event)}${text}` } } });
const rewrites = (command: string) => () => pass({ rewrite: { of: 'input', value: { command } } });
const deniesText = (text: string) => (event: Event) =>
  String(shellCommandOf(event)).includes(text) ? deny(`no ${text}`) : pass();
const runLines = ({ runs }: { runs: readonly HookRun[] }) =>
  runs.map(({ hook, seenEvent, recheck }) => `${hook.id}${recheck ? '*' : ''}: ${shellCommandOf(seenEvent)}`);
const input = (source: string) => ({ input: { source, mode: 'search' } as const });

/** A promise that the test settles. */
function deferred(): { promise: Promise<Result>; resolve: (result: Result) => void } {
  let resolve: (result: Result) => void = () => {};
  const promise = new Promise<Result>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('rewrites', () => {
  test('are chained in the same order in twenty runs, and a guard that ran before them denies the result', async () => {
    const hooks = withPositions(hookOf('guard'), hookOf('a'), hookOf('b'), hookOf('c'));
    const answers: AnswerDeps = {
      guard: deniesText('abc'),
      a: async (event) => appends('a')(event),
      b: appends('b'),
      c: async (event) => appends('c')(event),
    };
    for (let round = 0; round < 20; round++) {
      const ran = await runWithAnswers(hooks, shellEvent('x'), answers);
      const first = ['guard: x', 'a: x', 'b: xa', 'c: xab'];
      assert.deepEqual(runLines(ran), [...first, 'guard*: xabc', 'a*: xabc', 'b*: xabc', 'c*: xabc']);
      const { decision, reason } = await verdictWithAnswers(hooks, shellEvent('x'), answers);
      assert.deepEqual([decision, reason], ['deny', '[guard] no abc']);
    }
  });

  test('each hook is matched on the call as rewritten so far', async () => {
    const hooks = withPositions(
      hookOf('toB'),
      hookOf('seesA', { match: input('^a$'), recheck: false }),
      hookOf('seesB', { match: input('^b$'), recheck: false }),
    );
    const ran = await runWithAnswers(hooks, shellEvent('a'), { toB: rewrites('b') });
    assert.deepEqual(runLines(ran), ['toB: a', 'seesB: b', 'toB*: b']);
  });

  test('only the fields that a hook set are replaced', async () => {
    const ran = await runWithAnswers([hookOf('a')], shellEvent('ls', { timeout: 5 }), { a: rewrites('ls -h') });
    assert.deepEqual('call' in ran.event && ran.event.call, {
      ...shellEvent('').call,
      input: { command: 'ls -h', timeout: 5 },
    });
  });

  test('a shadow hook, a hook declared parallel and one whose agent lacks rewrites do not rewrite', async () => {
    const answers = { a: rewrites('changed') };
    for (const hook of [hookOf('a', { mode: 'shadow' }), hookOf('a', { parallel: true })])
      assert.equal(shellCommandOf((await runWithAnswers([hook], shellEvent('x'), answers)).event), 'x');
    const contract = { ...contractOf('tool.before'), rewrites: false, chains: false } as const;
    assert.equal(
      shellCommandOf((await runWithAnswers([hookOf('a')], shellEvent('x'), answers, { contract })).event),
      'x',
    );
    const rowOf = () => ({ blocks: true, context: true, rewrites: false });
    assert.equal(
      shellCommandOf((await runWithAnswers([hookOf('a')], shellEvent('x'), answers, { permissionsOf: rowOf })).event),
      'x',
    );
  });
});

describe('the recheck', () => {
  const rewriter = hookOf('rewriter');
  const bad = { rewriter: rewrites('evil') };

  test('asks a guard that ran before the rewrite, and marks its event as a recheck', async () => {
    const seen: (boolean | undefined)[] = [];
    const guard = (event: Event) => {
      seen.push(event.recheck);
      return deniesText('evil')(event);
    };
    const { decision, hooks } = await verdictWithAnswers(withPositions(hookOf('guard'), rewriter), shellEvent('ok'), {
      guard,
      ...bad,
    });
    assert.equal(decision, 'deny');
    assert.deepEqual(seen, [undefined, true]);
    assert.deepEqual(
      hooks.filter(({ hook }) => hook.id === 'guard').map(({ outcome, recheck }) => [outcome, recheck]),
      [
        ['ok', undefined],
        ['blocked', true],
      ],
    );
  });

  test('asks a guard whose pattern matches only the final input', async () => {
    const hooks = withPositions(hookOf('guard', { match: input('evil') }), rewriter);
    assert.equal(
      (await verdictWithAnswers(hooks, shellEvent('ok'), { guard: () => deny('no'), ...bad })).decision,
      'deny',
    );
  });

  test('skips hooks that saw the final input, opted out, cannot block, or no longer match', async () => {
    const hooks = withPositions(
      hookOf('optsOut', { recheck: false }),
      hookOf('advisor', { blocking: false }),
      hookOf('onlyOk', { match: input('ok') }),
      rewriter,
      hookOf('after'),
    );
    const ran = await runWithAnswers(hooks, shellEvent('ok'), bad);
    assert.deepEqual(
      ran.runs.filter(({ recheck }) => recheck).map(({ hook }) => hook.id),
      ['rewriter'],
    );
    const rowOf = () => ({ blocks: false, context: true, rewrites: true });
    assert.deepEqual(
      (await runWithAnswers([rewriter], shellEvent('ok'), bad, { permissionsOf: rowOf })).runs.length,
      1,
    );
  });

  test('asks a shadow hook as well, whose deny is recorded but not applied', async () => {
    const hooks = withPositions(hookOf('shadow', { mode: 'shadow' }), rewriter);
    const verdict = await verdictWithAnswers(hooks, shellEvent('ok'), { shadow: deniesText('evil'), ...bad });
    assert.equal(verdict.decision, 'pass');
    assert.deepEqual(
      verdict.hooks.filter(({ hook }) => hook.id === 'shadow').map(({ decision, recheck }) => [decision, recheck]),
      [
        ['pass', undefined],
        ['deny', true],
      ],
    );
  });

  test('applies only a deny or an ask; an allow of an older input is dropped', async () => {
    const hooks = withPositions(hookOf('guard'), rewriter);
    const decisionOf = async (guard: (event: Event) => Result) =>
      (await verdictWithAnswers(hooks, shellEvent('ok'), { guard, ...bad })).decision;
    assert.equal(await decisionOf(() => allow()), 'pass');
    assert.equal(await decisionOf((event) => (event.recheck ? ask('?') : allow())), 'ask');
    assert.equal(await decisionOf((event) => (event.recheck ? pass({ context: ['x'] }) : pass())), 'pass');
  });

  test('applies only the vote, not texts or rewrites', async () => {
    const guard = (event: Event) =>
      event.recheck
        ? pass({ context: ['c'], messages: ['m'], stop: 's', rewrite: { of: 'input', value: { command: 'z' } } })
        : pass();
    const verdict = await verdictWithAnswers(withPositions(hookOf('guard'), rewriter), shellEvent('ok'), {
      guard,
      ...bad,
    });
    assert.deepEqual([verdict.context, verdict.messages, verdict.stop], [[], [], undefined]);
    assert.deepEqual(verdict.rewrite, { of: 'input', value: { command: 'evil' } });
  });

  test('an allow by the hook that made the final input is applied, one by an earlier hook is not', async () => {
    const allowing = (command: string) => () => allow('fine', { rewrite: { of: 'input', value: { command } } });
    assert.equal((await verdictWithAnswers([hookOf('a')], shellEvent('x'), { a: allowing('y') })).decision, 'allow');
    const two = withPositions(hookOf('a'), hookOf('b'));
    assert.equal(
      (await verdictWithAnswers(two, shellEvent('x'), { a: allowing('y'), b: rewrites('z') })).decision,
      'pass',
    );
    assert.equal(
      (await verdictWithAnswers(two, shellEvent('x'), { a: rewrites('y'), b: () => allow() })).decision,
      'allow',
    );
  });

  test('does not run if nothing was rewritten', async () => {
    assert.equal((await runWithAnswers([hookOf('guard')], shellEvent('x'), {})).runs.length, 1);
  });
});

describe('concurrency', () => {
  test('neighboring hooks of a format run at once if nothing is chained, and merge in file order', async () => {
    const hooks = withPositions(...['a', 'b', 'c'].map((id) => hookOf(id, { events: ['session.start'] })));
    const waiting = { a: deferred(), b: deferred(), c: deferred() };
    const begun: string[] = [];
    const answers: AnswerDeps = Object.fromEntries(
      Object.entries(waiting).map(([id, { promise }]) => [
        id,
        () => {
          begun.push(id);
          return promise;
        },
      ]),
    );
    const verdict = verdictWithAnswers(hooks, engineEvent('session.start'), answers);
    await nextTurn();
    assert.deepEqual(begun, ['a', 'b', 'c']);
    for (const id of ['c', 'a', 'b'] as const) waiting[id].resolve(pass({ context: [id] }));
    assert.deepEqual((await verdict).context, ['a', 'b', 'c']);
  });

  test('a hook that is not concurrent, or of another event or format, waits for its turn', async () => {
    const alone = [{ concurrent: false }, { nativeEvent: 'other_event' }, { dialect: 'claude' }] as const;
    for (const more of alone) {
      const hooks = withPositions(
        hookOf('a', { events: ['session.start'] }),
        hookOf('b', { events: ['session.start'], ...more }),
      );
      const first = deferred();
      const begun: string[] = [];
      const ran = runWithAnswers(hooks, engineEvent('session.start'), {
        a: () => {
          begun.push('a');
          return first.promise;
        },
        b: () => {
          begun.push('b');
          return pass();
        },
      });
      await nextTurn();
      assert.deepEqual(begun, ['a'], JSON.stringify(more));
      first.resolve(pass());
      await ran;
      assert.deepEqual(begun, ['a', 'b']);
    }
  });

  test('hooks of an event with chained rewrites run one by one, even if concurrent', async () => {
    const first = deferred();
    const begun: string[] = [];
    const answers: AnswerDeps = {
      a: () => {
        begun.push('a');
        return first.promise;
      },
      b: () => {
        begun.push('b');
        return pass();
      },
    };
    const ran = runWithAnswers(withPositions(hookOf('a'), hookOf('b')), shellEvent('x'), answers);
    await nextTurn();
    assert.deepEqual(begun, ['a']);
    first.resolve(pass());
    await ran;
    assert.deepEqual(begun, ['a', 'b']);
  });

  test('hooks declared parallel run together at the end, on the final input', async () => {
    const hooks = withPositions(
      hookOf('p1', { parallel: true }),
      hookOf('p2', { parallel: true, match: input('final') }),
      hookOf('p3', { parallel: true, match: input('first') }),
      hookOf('r', { recheck: false }),
    );
    const waiting = deferred();
    const seen: string[] = [];
    const answer = (id: string) => (event: Event) => {
      seen.push(`${id} ${shellCommandOf(event)}`);
      return waiting.promise;
    };
    const ran = runWithAnswers(hooks, shellEvent('first'), {
      p1: answer('p1'),
      p2: answer('p2'),
      p3: answer('p3'),
      r: rewrites('final'),
    });
    await nextTurn();
    assert.deepEqual(seen, ['p1 final', 'p2 final']);
    waiting.resolve(pass());
    assert.deepEqual(
      (await ran).runs.map(({ hook, recheck }) => [hook.id, recheck]),
      [
        ['r', false],
        ['p1', false],
        ['p2', false],
      ],
    );
  });

  test('a deny of one of ten concurrent hooks wins', async () => {
    const ids = Array.from({ length: 10 }, (_, i) => `h${i}`);
    const hooks = withPositions(...ids.map((id) => hookOf(id, { events: ['session.start'] })));
    for (const denying of ids) {
      const answers = Object.fromEntries(ids.map((id) => [id, async () => (id === denying ? deny('no') : pass())]));
      const { decision, reason } = await verdictWithAnswers(hooks, engineEvent('session.start'), answers);
      assert.deepEqual([decision, reason], ['deny', `[${denying}] no`]);
    }
  });
});

describe('the first block skips later hooks', () => {
  const list = { stopsList: true, dialect: 'hook-md' } as const;
  const outcomes = async (hooks: Parameters<typeof verdictWithAnswers>[0], answers: AnswerDeps) =>
    (await verdictWithAnswers(hooks, shellEvent('x'), answers)).hooks.map(
      ({ hook, outcome }) => `${hook.id} ${outcome}`,
    );

  test('of its own format only', async () => {
    const hooks = withPositions(hookOf('a', list), hookOf('b', list), hookOf('other'));
    assert.deepEqual(await outcomes(hooks, { a: () => deny('no') }), ['a blocked', 'b skipped', 'other ok']);
  });

  test('even if the hook failed and its onFailure blocks', async () => {
    const hooks = withPositions(hookOf('a', { ...list, onFailure: 'closed' }), hookOf('b', list));
    assert.deepEqual(await outcomes(hooks, { a: () => failed('exit', 'code 1') }), ['a failed', 'b skipped']);
  });

  for (const [what, more, answer] of [
    ['an ask', {}, ask('?')],
    ['a tolerated failure', {}, failed('exit', 'code 1')],
    ['a shadow hook', { mode: 'shadow' }, deny('no')],
    ['a non-blocking hook', { blocking: false }, deny('no')],
    ['a format without this rule', { stopsList: false }, deny('no')],
  ] as const)
    test(`but not by ${what}`, async () => {
      const hooks = withPositions(hookOf('a', { ...list, ...more }), hookOf('b', list));
      assert.equal((await outcomes(hooks, { a: () => answer }))[1], 'b ok');
    });

  test('hooks of two protocols of one format are separate lists', async () => {
    const hooks = withPositions(
      hookOf('a', { ...list, flavour: 'plugin' }),
      hookOf('b', { ...list, flavour: 'settings' }),
    );
    assert.deepEqual(await outcomes(hooks, { a: () => deny('no') }), ['a blocked', 'b ok']);
  });
});

describe('async hooks', () => {
  test('are started with the event as rewritten so far, and are not awaited', async () => {
    const started: string[] = [];
    const verdict = await verdictWithAnswers(
      withPositions(hookOf('r'), hookOf('bg', { async: true })),
      shellEvent('x'),
      { r: rewrites('y') },
      {
        startAsync: async (hook, event) => void started.push(`${hook.id} ${shellCommandOf(event)}`) as undefined,
      },
    );
    assert.deepEqual(started, ['bg y']);
    const bg = verdict.hooks.find(({ hook }) => hook.id === 'bg');
    assert.deepEqual([bg?.outcome, bg?.decision], ['started', 'pass']);
  });

  test('run once, next to a group and next to parallel hooks', async () => {
    const started: string[] = [];
    const hooks = withPositions(
      hookOf('a', { events: ['session.start'] }),
      hookOf('bg', { events: ['session.start'], async: true }),
      hookOf('both', { events: ['session.start'], async: true, parallel: true }),
    );
    const startAsync = async ({ id }: { id: string }) => void started.push(id) as undefined;
    const ran = await runWithAnswers(hooks, engineEvent('session.start'), {}, { startAsync });
    assert.deepEqual([started.sort(), ran.runs.map(({ hook }) => hook.id)], [['bg', 'both'], ['a']]);
  });

  test('that fail to start are noted, however they fail', async () => {
    for (const startAsync of [async () => 'no room', () => Promise.reject(new Error('no room'))]) {
      const { notes, hooks } = await verdictWithAnswers(
        [hookOf('bg', { async: true })],
        shellEvent('x'),
        {},
        { startAsync },
      );
      assert.match(notes.join(), /^\[bg\] could not be started in the background: .*no room/);
      assert.deepEqual([hooks[0]?.outcome, hooks[0]?.reason?.includes('no room')], ['failed', true]);
    }
  });
});

describe('time', () => {
  test("a hook gets the lesser of its own timeout and the event's remaining time", async () => {
    let clock = 0;
    const given: number[] = [];
    const spends = (ms: number) => (_: Event, timeoutMs: number) => {
      given.push(timeoutMs);
      clock += ms;
      return pass();
    };
    const hooks = withPositions(...['a', 'b', 'c', 'd'].map((id) => hookOf(id)));
    const answers = { a: spends(100), b: spends(700), c: spends(400), d: spends(0) };
    const ran = await runWithAnswers(hooks, shellEvent('x'), answers, { ticks: () => clock, deadline: 1_200 });
    assert.deepEqual(given, [1000, 1000, 400]);
    assert.deepEqual(ran.runs[3]?.ending, neverRan('timeout', 'there was no time left'));
    assert.deepEqual(
      ran.runs.map(({ ms }) => ms),
      [100, 700, 400, 0],
    );
    assert.deepEqual(
      ran.runs.map(({ from }) => from),
      [0, 100, 800, 1_200],
    );
  });

  test('a run reports its start, its wait for its turn, and that it is running', async () => {
    let clock = 50;
    const atWork: HooksAtWork = new Map();
    const seen: string[] = [];
    const runHook: RunDeps['runHook'] = async ({ id }, _event, _timeoutMs, waited) => {
      await Promise.resolve();
      seen.push(`${id}: ${[...atWork].map(([one, at]) => `${one.id} since ${at}`).join()}`);
      if (id === 'b') waited?.(7);
      clock += 10;
      return done(pass());
    };
    const more = { ticks: () => clock, began: 20, deadline: 1_000, runHook, atWork };
    const { runs } = await runWithAnswers(withPositions(hookOf('a'), hookOf('b')), shellEvent('x'), {}, more);
    assert.deepEqual(
      runs.map(({ hook: { id }, from, waited, ms }) => [id, from, waited, ms]),
      [
        ['a', 30, undefined, 10],
        ['b', 40, 7, 10],
      ],
    );
    assert.deepEqual(seen, ['a: a since 50', 'b: b since 60']);
    assert.equal(atWork.size, 0);
  });

  test('a guard without remaining time fails by its onFailure', async () => {
    const hooks = [hookOf('guard', { onFailure: 'closed' })];
    const verdict = await verdictWithAnswers(hooks, shellEvent('x'), {}, { deadline: 0 });
    assert.deepEqual([verdict.decision, verdict.hooks[0]?.outcome], ['deny', 'timeout']);
  });

  test('an aborted request cancels running hooks, and starts no others', async () => {
    const leaving = new AbortController();
    const started: string[] = [];
    const hooks = withPositions(hookOf('a'), hookOf('b'), hookOf('bg', { async: true }));
    const a = () => {
      leaving.abort();
      return pass();
    };
    const ran = await runWithAnswers(
      hooks,
      shellEvent('x'),
      { a, b: () => deny('ran') },
      {
        signal: leaving.signal,
        startAsync: async ({ id }) => void started.push(id) as undefined,
      },
    );
    assert.deepEqual(ran.runs[1]?.ending, failed('cancelled', 'the agent went away'));
    assert.deepEqual([started, ran.started[0]?.startError], [[], 'the agent went away']);
  });
});

test('an event without hooks runs nothing', async () => {
  const ran = await runWithAnswers([hookOf('a')], engineEvent('agent.stop'), { a: () => deny('ran') });
  assert.deepEqual([ran.runs, ran.started], [[], []]);
});
