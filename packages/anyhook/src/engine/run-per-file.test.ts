import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { allow, ask, deny, done, type Ending, type Event, failed, type Hook, pass, skipped } from '@anyhook/core';
import {
  engineEvent,
  hookOf,
  runWithAnswers,
  shellToolCall,
  verdictWithAnswers,
} from '../../test/support/engine-samples.js';
import { combineEndings, fileViews } from './run.js';

const patch = (...paths: unknown[]): Event =>
  engineEvent('tool.before', {
    call: { ...shellToolCall(''), kind: 'patch', nativeName: 'apply_patch', input: { content: 'the patch', paths } },
  });
const single = (more: Partial<Hook> = {}) => hookOf('h', { dialect: 'hook-md', ...more });
const pathOf = (event: Event) =>
  'call' in event ? (event.call as { input: { path?: unknown } }).input.path : undefined;

describe('a patch of several files', () => {
  test('is shown to a single-path format as one edit per file', async () => {
    const seen: unknown[] = [];
    const answer = (event: Event) => {
      seen.push('call' in event && event.call);
      return pass();
    };
    const ran = await runWithAnswers([single()], patch('/p/a', '/p/b'), { h: answer });
    assert.equal(ran.runs.length, 1);
    assert.deepEqual(
      seen,
      ['/p/a', '/p/b'].map((path) => ({
        ...shellToolCall(''),
        kind: 'edit',
        nativeName: 'apply_patch',
        input: { path, newText: 'the patch' },
      })),
    );
  });

  for (const [what, hook, event, singlePath] of [
    ['a format that takes several paths', single(), patch('/a'), false],
    ['a builtin', single({ handler: { kind: 'builtin', use: 'x' } }), patch('/a'), true],
    ['a module', single({ handler: { kind: 'module', file: 'x' } }), patch('/a'), true],
    [
      'a hook that matches the patch tool',
      single({ match: { tool: { source: 'Bash|apply_patch', mode: 'anchored' } } }),
      patch('/a'),
      true,
    ],
    ['a patch without files', single(), patch(), true],
    ['another tool', single(), engineEvent('tool.before'), true],
    ['an event without a tool call', single(), engineEvent('agent.stop'), true],
  ] as const)
    test(`is shown as a whole to ${what}`, () => assert.equal(fileViews(hook, event, singlePath), undefined));

  test('a deny for one file denies the whole patch', async () => {
    const answer = (event: Event) => (pathOf(event) === '/p/b' ? deny('not b') : allow());
    const verdict = await verdictWithAnswers([single()], patch('/p/a', '/p/b'), { h: answer });
    assert.deepEqual([verdict.decision, verdict.reason], ['deny', '[h] not b']);
  });

  test('a rewrite of a single file is dropped with a note', async () => {
    const answer = () => pass({ rewrite: { of: 'input', value: { newText: 'x' } } as const });
    const { rewrite, notes } = await verdictWithAnswers([single()], patch('/p/a'), { h: answer });
    assert.equal(rewrite, undefined);
    assert.match(notes.join(), /cannot be applied to the patch/);
  });

  test('too many files fail the hook instead of starting too many runs', async () => {
    const many = Array.from({ length: 201 }, (_, i) => `/p/${i}`);
    let looks = 0;
    const answer = () => {
      looks++;
      return pass();
    };
    const ran = await runWithAnswers([single()], patch(...many), { h: answer });
    assert.deepEqual(ran.runs[0]?.ending, failed('error', 'the patch touches 201 files, the limit is 200'));
    assert.equal(looks, 0);
  });

  test("all files share the hook's timeout", async () => {
    let clock = 0;
    const given: number[] = [];
    const answer = (_: Event, timeoutMs: number) => {
      given.push(timeoutMs);
      clock += 600;
      return pass();
    };
    const ran = await runWithAnswers([single()], patch('/a', '/b', '/c'), { h: answer }, { ticks: () => clock });
    assert.deepEqual(given, [1000, 400]);
    assert.equal(ran.runs[0]?.ending.kind, 'failed');
  });
});

describe('combined answers for all files', () => {
  const bad = failed('timeout', 'slow');
  const decision = (ending: Ending) => (ending.kind === 'done' ? ending.result.decision : ending.kind);
  const rows: readonly [string, readonly Ending[], Hook['onFailure'], string][] = [
    ['allow only if all allow', [done(allow()), done(allow())], 'open', 'allow'],
    ['one answer without an opinion', [done(allow()), done(pass())], 'open', 'pass'],
    ['ask over allow', [done(allow()), done(ask('?'))], 'open', 'ask'],
    ['deny over ask', [done(ask('?')), done(deny('no')), done(allow())], 'open', 'deny'],
    ['a tolerated failure does not hide an ask', [done(ask('?')), bad], 'open', 'ask'],
    ['a tolerated failure does not hide a deny', [bad, done(deny('no'))], 'open', 'deny'],
    ['a failure that blocks is stronger than an ask', [done(ask('?')), bad], 'closed', 'failed'],
    ['a deny wins over a failure that asks', [done(deny('no')), bad], 'ask', 'deny'],
    ['a failure among answers without an opinion', [done(pass()), bad], 'open', 'failed'],
    ['a failure is reported before a skip', [skipped('no model'), bad], 'open', 'failed'],
    ['skipped', [skipped('no model'), done(pass())], 'open', 'skipped'],
    ['no files at all', [], 'open', 'failed'],
  ];
  for (const [what, endings, onFailure, expected] of rows)
    test(what, () => assert.equal(decision(combineEndings(endings, { onFailure })), expected));

  test('reasons, texts, signals and stops are joined without duplicates', () => {
    const signal = { source_event: 'e', hook_id: 'h', kind: 'k', code: 'c', payload: 1 };
    const one = deny('no', { context: ['c'], messages: ['m'], signals: [signal], logs: ['l'], notes: ['n'] });
    const two = deny('no', { context: ['c', 'd'], messages: ['m'], stop: 's' });
    assert.deepEqual(combineEndings([done(one), done(two), done(pass({ context: ['e'] }))], { onFailure: 'open' }), {
      kind: 'done',
      result: {
        decision: 'deny',
        reason: 'no',
        context: ['c', 'd', 'e'],
        messages: ['m'],
        signals: [signal],
        logs: ['l'],
        notes: ['n'],
        stop: 's',
      },
    });
  });
});
