import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Decision } from '@anyhook/core';
import { matchesFilter } from '../../answer/live-decisions.js';
import { decisionId, decisionNumberAt } from '../decision-id.js';
import { journalPaths, spoolFileName } from '../journal-files.js';
import type { DecisionFilter, Journal } from '../query.js';
import type { DecisionRecord } from '../record.js';
import { createJournalReader } from './reader.js';
import { type JournalStore, openJournalStore } from './store.js';

const start = Date.UTC(2026, 10, 1, 3, 20);
const minute = 60_000;
const pick = <T>(list: readonly T[], i: number): T => list[i % list.length] as T;

/** Decisions of ten days that combine every value with every other. */
const records: readonly DecisionRecord[] = [...Array(1_500).keys()].map((i) => {
  const at = start + i * 9 * minute + (i % 7);
  const denied = i % 11 === 0;
  return {
    id: decisionId(decisionNumberAt(at)),
    at,
    host: pick(['gemini', 'codex', 'cursor'], i),
    event: pick(['tool.before', 'tool.after'] as const, Math.floor(i / 3)),
    nativeEvent: 'x',
    session: `s${i % 13}`,
    caller: 'ai_session',
    tool: pick(['shell', 'edit', 'mcp'] as const, Math.floor(i / 5)),
    toolName: pick(['Bash', 'Edit', 'mcp__a__b'], Math.floor(i / 5)),
    call: `call-${i}`,
    root: '/p',
    cwd: '/p',
    decision: pick<Decision>(denied ? ['deny'] : ['pass', 'pass', 'allow', 'ask'], i),
    hookSet: 'set',
    hooks: [
      { hook: 'all', outcome: 'ok', decision: 'pass', ms: 1 + (i % 10) },
      ...(denied ? [{ hook: 'guard', outcome: 'blocked', decision: 'deny', ms: 5 } as const] : []),
      ...(i % 17 === 0 ? [{ hook: 'new', outcome: 'ok', decision: 'deny', ms: 2, shadow: true } as const] : []),
    ],
    ms: 10,
    via: 'engine',
  };
});

const fits = (filter: DecisionFilter, record: DecisionRecord): boolean =>
  (filter.session === undefined || record.session === filter.session) &&
  (filter.host === undefined || record.host === filter.host) &&
  (filter.event === undefined || record.event === filter.event) &&
  (filter.tool === undefined || record.tool === filter.tool || record.toolName === filter.tool) &&
  (filter.decision === undefined || record.decision === filter.decision) &&
  (filter.hook === undefined || record.hooks.some(({ hook }) => hook === filter.hook)) &&
  (!filter.shadow || record.hooks.some(({ shadow }) => shadow)) &&
  (filter.since === undefined || record.at >= filter.since) &&
  (filter.until === undefined || record.at < filter.until);

const since = start + 3_000 * minute;
const until = since + 4_321 * minute;
const filters: readonly DecisionFilter[] = [
  {},
  { session: 's3' },
  { session: 'nobody' },
  { host: 'codex' },
  { host: 'nothing' },
  { event: 'tool.after' },
  { tool: 'shell' },
  { tool: 'mcp__a__b' },
  { decision: 'deny' },
  { hook: 'guard' },
  { hook: 'none' },
  { shadow: true },
  { shadow: true, hook: 'new', host: 'gemini' },
  { since },
  { until },
  { since, until, decision: 'ask' },
  { session: 's3', hook: 'guard', host: 'gemini' },
  { session: 's4', event: 'tool.before', tool: 'edit', decision: 'pass', host: 'cursor', since },
  { hook: 'all', decision: 'allow', tool: 'Bash' },
];

describe('a journal with many decisions', () => {
  const state = mkdtempSync(join(tmpdir(), 'anyhook-journal-'));
  let store: JournalStore;
  let journal: Journal;
  before(async () => {
    const { spool } = journalPaths(state);
    mkdirSync(spool, { recursive: true });
    const lines = records.map((decision) => `${JSON.stringify({ v: 1, decision })}\n`);
    appendFileSync(join(spool, spoolFileName(start, 'c')), lines.join(''));
    store = await openJournalStore({ state, waitMs: 100, now: () => start, notify: () => {} });
    while (store.storePending([]));
    journal = createJournalReader(store.sql, () => {});
  });
  after(() => {
    store.close();
    rmSync(state, { recursive: true, force: true });
  });

  for (const filter of filters)
    test(`${JSON.stringify(filter)} finds the matching decisions page by page, newest or oldest first`, () => {
      const expected = records.filter((record) => fits(filter, record));
      assert.deepEqual(journal.list(filter, { limit: 20 }), [...expected].reverse().slice(0, 20));
      const paged: DecisionRecord[] = [];
      for (let after: string | undefined; ; ) {
        const page = journal.list(filter, { limit: 70, order: 'oldest', ...(after !== undefined && { after }) });
        paged.push(...page);
        after = page.at(-1)?.id;
        if (page.length < 70) break;
      }
      assert.deepEqual(paged, expected);
    });

  test('a decision matches a filter whether or not it is in the journal', () => {
    for (const filter of filters)
      assert.deepEqual(
        records.filter((record) => matchesFilter(record, filter)),
        records.filter((record) => fits(filter, record)),
        JSON.stringify(filter),
      );
  });

  test('sessions are listed by their last decision, with their span and counts', () => {
    const sessions = journal.sessions({}, 5);
    assert.deepEqual(
      sessions.map(({ session }) => session),
      [...records]
        .reverse()
        .slice(0, 5)
        .map(({ session }) => session),
    );
    const [latest] = sessions;
    const own = records.filter(({ session }) => session === latest?.session);
    const { first, last, events, denied, asked, host: agent } = latest ?? {};
    const count = (decision: Decision) => own.filter((one) => one.decision === decision).length;
    assert.deepEqual([first, last, events], [own[0]?.at, own.at(-1)?.at, own.length]);
    assert.deepEqual([denied, asked, agent], [count('deny'), count('ask'), own.at(-1)?.host]);
    assert.deepEqual(journal.sessions({ host: 'nothing' }, 5), []);
    assert.deepEqual(journal.sessions({ root: '/other' }, 5), []);
    assert.equal(journal.sessions({ since: records.at(-3)?.at ?? 0 }, 50).length, 3);
  });

  test("a hook's counts over time add up to its total", () => {
    const counts = journal.hookCounts(0).get('guard') ?? [];
    const denied = records.filter(({ decision }) => decision === 'deny').length;
    const sum = (field: 'count' | 'denied' | 'failed') => counts.reduce((all, one) => all + one[field], 0);
    assert.deepEqual([sum('count'), sum('denied'), sum('failed')], [denied, denied, 0]);
    assert.ok(counts.length > 30, 'ten days have forty spans of six hours');
    const last = records.at(-1)?.at ?? 0;
    assert.equal(journal.hookCounts(last).get('all')?.length, 1);
  });

  for (const filter of filters)
    test(`${JSON.stringify(filter)} has the same count as the list`, () => {
      const expected = records.filter((record) => fits(filter, record));
      const stats = journal.stats(filter);
      const count = (test: (record: DecisionRecord) => boolean) => expected.filter(test).length;
      assert.equal(stats.events.count, expected.length);
      for (const decision of ['pass', 'allow', 'ask', 'deny'] as const)
        assert.equal(
          stats.events.decisions[decision],
          count((record) => record.decision === decision),
          decision,
        );
      for (const [agent, all, denied] of stats.by.host) {
        assert.equal(
          all,
          count((record) => record.host === agent),
        );
        assert.equal(
          denied,
          count((record) => record.host === agent && record.decision === 'deny'),
        );
      }
      assert.equal(
        stats.over.spans.reduce((sum, [, all]) => sum + all, 0),
        expected.length,
      );
      for (const { hook, shadow, count: times } of stats.hooks)
        assert.equal(
          times,
          count(({ hooks }) => hooks.some((run) => run.hook === hook && (run.shadow ?? false) === shadow)),
        );
    });

  test("a hook's percentile durations are accurate to a tenth", () => {
    const [all] = journal.stats({ host: 'codex' }).hooks;
    assert.ok(all && Math.abs(all.p50 - 5.5) < 0.8 && Math.abs(all.p95 - 10) < 1.1, `${all?.p50} ${all?.p95}`);
  });

  test('a decision is found by its id, an id prefix, its call id, or as the last one', () => {
    const [first, last] = [records[0] as DecisionRecord, records.at(-1) as DecisionRecord];
    const idOfFound = (ref: Parameters<Journal['get']>[0]) => {
      const found = journal.get(ref);
      return found.kind === 'found' ? found.entry.decision.id : found.kind;
    };
    assert.equal(idOfFound({ last: true }), last.id);
    assert.equal(idOfFound({ id: first.id }), first.id);
    assert.equal(idOfFound({ call: 'call-77' }), records[77]?.id);
    assert.equal(idOfFound({ id: last.id.slice(0, 3) }), 'several');
    assert.equal(idOfFound({ id: 'zzzzzzzzzz' }), 'none');
    assert.equal(idOfFound({ id: "'; --" }), 'none');
    assert.equal(idOfFound({ call: "'; --" }), 'none');
  });
});
