import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Hook } from '@anyhook/core';
import {
  allow,
  ask,
  contractOf,
  type Decision,
  deny,
  type EventName,
  eventNames,
  failed,
  failureKinds,
  pass,
  type Result,
  skipped,
} from '@anyhook/core';
import {
  type AnswerDeps,
  engineEvent,
  hookOf,
  shellEvent,
  verdictWithAnswers,
  withPositions,
} from '../../test/support/engine-samples.js';
import { permissionsLookup } from './permissions.js';

const verdictOf = (
  answers: AnswerDeps,
  more: Readonly<Record<string, Partial<Hook>>> = {},
  name: EventName = 'tool.before',
) =>
  verdictWithAnswers(
    withPositions(...Object.keys(answers).map((id) => hookOf(id, { events: [name], ...more[id] }))),
    engineEvent(name),
    answers,
  );
const verdictOfOne = (answer: Result, more: Partial<Hook> = {}, name: EventName = 'tool.before') =>
  verdictOf({ h: () => answer }, { h: more }, name);

/** The result of a deny or an ask at an event. */
function appliedDecision(name: EventName, wish: 'deny' | 'ask'): Decision {
  const { decisions } = contractOf(name);
  if (decisions.includes(wish)) return wish;
  // Where a hook may allow, asking is the default anyway.
  if (wish === 'ask' && decisions.includes('allow')) return 'pass';
  return wish === 'ask' && decisions.includes('deny') ? 'deny' : 'pass';
}

describe('the failure matrix', () => {
  const wishes = { open: 'pass', ask: 'ask', closed: 'deny' } as const;
  const kinds: readonly [string, Partial<Hook>, mayBlock: boolean][] = [
    ['blocking', {}, true],
    ['not blocking', { blocking: false }, false],
    ['shadow', { mode: 'shadow' }, false],
  ];
  for (const name of eventNames)
    for (const onFailure of ['open', 'ask', 'closed'] as const)
      for (const [what, more, mayBlock] of kinds)
        test(`${name}, ${onFailure}, ${what}: every kind of failure gets the same decision`, async () => {
          const wish = wishes[onFailure];
          const wouldBe = wish === 'pass' ? 'pass' : appliedDecision(name, wish);
          const decision = mayBlock ? wouldBe : 'pass';
          for (const way of failureKinds) {
            const answers = { h: () => failed(way, 'the detail', 'first line\nsecond line') };
            const verdict = await verdictOf(answers, { h: { onFailure, ...more } }, name);
            const text = `did not finish (${way}): the detail: first line`;
            assert.deepEqual(
              verdict.hooks.map(({ hook: _hook, ...report }) => report),
              [
                {
                  outcome: way === 'timeout' ? 'timeout' : 'failed',
                  decision: what === 'shadow' ? wouldBe : decision,
                  reason: text,
                  ms: 0,
                  from: 0,
                  logs: ['first line\nsecond line'],
                },
              ],
            );
            assert.equal(verdict.decision, decision);
            const loud = decision === 'pass' && what !== 'shadow';
            assert.deepEqual(verdict.notes, loud ? [`[h] ${text}; continuing without it`] : []);
            assert.equal(
              verdict.reason,
              decision === 'pass' ? undefined : `[h] ${text} (its onFailure is "${onFailure}")`,
            );
          }
        });

  test('a failure with warnOnFailure: false is only recorded', async () => {
    const verdict = await verdictOf({ h: () => failed('exit', 'x') }, { h: { warnOnFailure: false } });
    assert.deepEqual([verdict.notes, verdict.hooks[0]?.outcome], [[], 'failed']);
  });

  test('an async hook is started and never blocks', async () => {
    const verdict = await verdictOf({ h: () => deny('ran') }, { h: { async: true, onFailure: 'closed' } });
    assert.deepEqual([verdict.decision, verdict.hooks[0]?.outcome], ['pass', 'started']);
  });

  test('a failure does not block at an event that the format cannot block', async () => {
    const rowOf = () => ({ blocks: false, context: true, rewrites: true });
    const hooks = [hookOf('h', { onFailure: 'closed' })];
    assert.equal(
      (await verdictWithAnswers(hooks, shellEvent('x'), { h: () => failed('exit', 'x') }, { permissionsOf: rowOf }))
        .decision,
      'pass',
    );
  });
});

describe('decisions', () => {
  const rank: readonly Decision[] = ['pass', 'allow', 'ask', 'deny'];
  const saying: Readonly<Record<Decision, Result>> = {
    pass: pass(),
    allow: allow('a'),
    ask: ask('q'),
    deny: deny('d'),
  };
  for (const a of rank)
    for (const b of rank)
      test(`${a} and ${b} merge to the stricter decision`, async () => {
        const verdict = await verdictOf({ a: () => saying[a], b: () => saying[b] });
        assert.equal(verdict.decision, rank[Math.max(rank.indexOf(a), rank.indexOf(b))]);
      });

  test('pass is not allow: without an explicit allow, nothing is allowed', async () => {
    assert.equal((await verdictOfOne(pass())).decision, 'pass');
    assert.equal((await verdictWithAnswers([], shellEvent('x'), {})).decision, 'pass');
  });

  test('reasons of all denying hooks are joined with their ids; reasons of weaker votes are dropped', async () => {
    const verdict = await verdictOf({
      a: () => deny('one'),
      b: () => ask('two'),
      c: () => deny(' three '),
      d: () => deny(''),
    });
    assert.equal(verdict.reason, '[a] one\n[c] three\n[d] blocked');
    assert.equal((await verdictOfOne(ask(''))).reason, '[h] needs approval');
    assert.equal((await verdictOfOne(allow())).reason, undefined);
    assert.equal((await verdictOfOne(allow('good'))).reason, '[h] good');
  });

  test('equal reasons of two hooks are quoted once, and both hooks are reported', async () => {
    const verdict = await verdictOf({ a: () => deny('it is a key'), b: () => deny('it is a key'), c: () => deny('') });
    assert.equal(verdict.reason, '[a] it is a key\n[c] blocked');
    assert.deepEqual(
      verdict.hooks.map(({ decision }) => decision),
      ['deny', 'deny', 'deny'],
    );
  });

  for (const name of eventNames)
    test(`${name}: a decision that the event does not support becomes a note or the closest supported one`, async () => {
      for (const wish of ['deny', 'ask'] as const) {
        const verdict = await verdictOfOne(saying[wish], {}, name);
        const decision = appliedDecision(name, wish);
        assert.equal(verdict.decision, decision, wish);
        const asIs = decision === wish || (wish === 'ask' && contractOf(name).decisions.includes('allow'));
        assert.equal(verdict.notes.length, asIs ? 0 : 1, wish);
      }
      const allowed = contractOf(name).decisions.includes('allow') ? 'allow' : 'pass';
      assert.equal((await verdictOfOne(allow(), {}, name)).decision, allowed);
    });

  for (const name of eventNames)
    test(`${name}: a shadow hook's record has the decision that would have been applied`, async () => {
      for (const wish of ['deny', 'ask', 'allow', 'pass'] as const) {
        const { decision: counts } = await verdictOfOne(saying[wish], {}, name);
        const { decision, notes, hooks } = await verdictOfOne(saying[wish], { mode: 'shadow' }, name);
        assert.deepEqual([decision, notes, hooks[0]?.decision], ['pass', [], counts], wish);
      }
    });

  for (const [what, more, notes] of [
    ['a shadow hook is only recorded', { mode: 'shadow' }, []],
    ['a non-blocking hook becomes a note', { blocking: false }, ['[h] said deny, but it is not a blocking hook']],
  ] as const)
    test(`a deny of ${what}`, async () => {
      const verdict = await verdictOfOne(deny('no'), more);
      assert.deepEqual([verdict.decision, verdict.notes], ['pass', notes]);
      assert.deepEqual(
        [verdict.hooks[0]?.decision, verdict.hooks[0]?.reason, verdict.hooks[0]?.outcome],
        ['deny', 'no', 'ok'],
      );
    });

  test("a deny at an event that cannot block in the hook's format becomes a note", async () => {
    const rowOf = () => ({ blocks: false, context: true, rewrites: true });
    const { decision, notes } = await verdictWithAnswers(
      [hookOf('h')],
      shellEvent('x'),
      { h: () => deny('no') },
      { permissionsOf: rowOf },
    );
    assert.deepEqual(
      [decision, notes],
      ['pass', ['[h] said deny, but pre_tool_use of the docker format cannot block']],
    );
  });

  test("permissions come from the format's table; for an event without a row, from the contract", () => {
    const events = { pre_tool_use: { blocks: false, context: false, rewrites: false } };
    const table = { events };
    const rowOf = permissionsLookup({ 'hook-md': table, docker: table, ability: table, claude: table, flow: table });
    assert.equal(rowOf(hookOf('h')), events.pre_tool_use);
    assert.deepEqual(rowOf(hookOf('h', { nativeEvent: 'x' })), { blocks: true, context: true, rewrites: true });
  });
});

describe('texts', () => {
  test('context and messages are joined in order without duplicates; blank ones are dropped', async () => {
    const a = pass({ context: ['one', ' ', 'two'], messages: ['m', ''] });
    const b = pass({ context: ['two', 'three'], messages: ['m', 'n'] });
    const { context, messages, notes } = await verdictOf({ a: () => a, b: () => b });
    assert.deepEqual([context, messages, notes], [['one', 'two', 'three'], ['m', 'n'], []]);
  });

  test('context at an event where the model sees none becomes a note', async () => {
    const note = '[h] gave context, which the model does not see at this event';
    for (const name of eventNames) {
      const { context, notes } = await verdictOfOne(pass({ context: ['c'] }), {}, name);
      const read = contractOf(name).context !== false;
      assert.deepEqual([context, notes], read ? [['c'], []] : [[], [note]], name);
    }
    const rowOf = () => ({ blocks: true, context: false, rewrites: true });
    const { notes } = await verdictWithAnswers(
      [hookOf('h')],
      shellEvent('x'),
      { h: () => pass({ context: ['c'] }) },
      { permissionsOf: rowOf },
    );
    assert.deepEqual(notes, [note]);
  });

  test("notes of the format have the hook's id, without duplicates", async () => {
    assert.deepEqual((await verdictOfOne(pass({ notes: ['odd', 'odd'] }))).notes, ['[h] odd']);
  });

  test('signals are passed on unchanged', async () => {
    const signal = { source_event: 'PromptSubmit', hook_id: 'h', kind: 'routing_hint', code: 'c', payload: { a: 1 } };
    assert.deepEqual((await verdictOfOne(pass({ signals: [signal] }))).signals, [signal]);
  });

  test('a shadow hook changes nothing, and the record lists its effects', async () => {
    const gift = pass({
      context: ['c'],
      messages: ['m'],
      stop: 's',
      rewrite: { of: 'input', value: { command: 'x' } },
    });
    const { hooks, ...verdict } = await verdictOfOne(gift, { mode: 'shadow' });
    assert.deepEqual(verdict, { decision: 'pass', context: [], messages: [], signals: [], notes: [] });
    assert.deepEqual(hooks[0]?.gave, ['rewrite', 'context', 'message', 'stop']);
  });

  test('a shadow deny from a non-blocking hook is recorded as a pass', async () => {
    const { hooks } = await verdictOfOne(deny('no'), { mode: 'shadow', blocking: false });
    assert.deepEqual([hooks[0]?.decision, hooks[0]?.reason], ['pass', 'no']);
  });

  test("a shadow hook's notes and skip reason are only recorded", async () => {
    const lost = await verdictOfOne(pass({ notes: ['odd'], logs: ['line'] }), { mode: 'shadow' });
    assert.deepEqual([lost.notes, lost.hooks[0]?.logs], [[], ['line', 'odd']]);
    const idle = await verdictOf({ h: () => skipped('no model is configured') }, { h: { mode: 'shadow' } });
    assert.deepEqual([idle.notes, idle.hooks[0]?.reason], [[], 'no model is configured']);
  });

  test("a hook's log lines are in its report", async () => {
    assert.deepEqual((await verdictOfOne(pass({ logs: ['a', 'b'] }))).hooks[0]?.logs, ['a', 'b']);
  });

  test('a skipped hook is noted, unless an earlier hook ended its list', async () => {
    const verdict = await verdictOf({ h: () => skipped('no model is configured') });
    assert.deepEqual(verdict.notes, ['[h] was skipped: no model is configured']);
    assert.deepEqual([verdict.decision, verdict.hooks[0]?.outcome], ['pass', 'skipped']);
    const list = { stopsList: true };
    const ended = await verdictOf({ a: () => deny('no'), b: () => pass() }, { a: list, b: list });
    assert.deepEqual([ended.notes, ended.hooks[1]?.outcome], [[], 'skipped']);
  });
});

describe('stops', () => {
  test('are joined; an empty one gets a default text', async () => {
    assert.equal(
      (await verdictOf({ a: () => pass({ stop: 'one' }), b: () => pass({ stop: 'two' }) })).stop,
      'one\ntwo',
    );
    assert.equal((await verdictOfOne(pass({ stop: '' }))).stop, 'a hook asked the agent to stop');
  });

  test('of a non-blocking hook become a note', async () => {
    const { stop, notes } = await verdictOfOne(pass({ stop: 'x' }), { blocking: false });
    assert.equal(stop, undefined);
    assert.deepEqual(notes, ['[h] wants the agent to stop, but it is not a blocking hook']);
  });
});

describe('rewrites', () => {
  const summaryRewrite = (value: string) => pass({ rewrite: { of: 'summary', value } });

  test('the first non-empty summary wins', async () => {
    const answers = {
      a: () => summaryRewrite(''),
      b: () => summaryRewrite('second'),
      c: () => summaryRewrite('third'),
    };
    const { rewrite } = await verdictOf(answers, {}, 'compact.before');
    assert.deepEqual(rewrite, { of: 'summary', value: 'second' });
  });

  test('a denied call keeps no rewritten input; a replaced output is kept next to a deny', async () => {
    const input = deny('no', { rewrite: { of: 'input', value: { command: 'x' } } });
    assert.equal((await verdictOfOne(input)).rewrite, undefined);
    const output = deny('no', { rewrite: { of: 'output', value: 'x' } });
    assert.deepEqual((await verdictOfOne(output, {}, 'tool.after')).rewrite, { of: 'output', value: 'x' });
  });

  for (const [what, more, why] of [
    ['a hook declared parallel', { parallel: true }, 'its override says parallel: true, so it never rewrites'],
    ['another part', {}, 'the prompt cannot be rewritten here'],
  ] as const)
    test(`of ${what} are left out with a note`, async () => {
      const part = what === 'another part' ? 'prompt' : 'input';
      const rewrite = part === 'prompt' ? ({ of: part, value: 'x' } as const) : ({ of: part, value: {} } as const);
      const verdict = await verdictOfOne(pass({ rewrite }), more);
      assert.equal(verdict.rewrite, undefined);
      assert.deepEqual(verdict.notes, [`[h] rewrote the ${part}, which was left out: ${why}`]);
    });

  test('the record has the input before and after each rewrite, and marks refused rewrites', async () => {
    const commandRewrite = (command: string) => pass({ rewrite: { of: 'input', value: { command } } });
    const answers = {
      a: () => commandRewrite('one'),
      b: () => commandRewrite('two'),
      c: () => commandRewrite('three'),
    };
    const { hooks } = await verdictOf(answers, { c: { mode: 'shadow' } });
    const input = (command: unknown) => ({ of: 'input', value: { ...first, command } });
    const first = hooks[0]?.rewrote?.before?.value as Readonly<Record<string, unknown>>;
    assert.deepEqual(
      hooks.filter(({ recheck }) => !recheck).map(({ rewrote }) => rewrote),
      [
        { before: input(first['command']), after: input('one') },
        { before: input('one'), after: input('two') },
        { before: input('two'), after: input('three'), refused: true },
      ],
    );
  });

  test("a rewrite at an event that cannot rewrite in the hook's format is refused with a note", async () => {
    const rowOf = () => ({ blocks: true, context: true, rewrites: false });
    const rewrite = { of: 'input', value: { command: 'x' } } as const;
    const verdict = await verdictWithAnswers(
      [hookOf('h')],
      shellEvent('x'),
      { h: () => pass({ rewrite }) },
      { permissionsOf: rowOf },
    );
    assert.match(verdict.notes.join(), /pre_tool_use of the docker format cannot rewrite/);
  });
});
