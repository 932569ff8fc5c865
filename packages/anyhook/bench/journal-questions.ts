import type { DecisionFilter } from '../src/journal/query.js';
import { createJournalReader } from '../src/journal/store/reader.js';
import type { JournalStore } from '../src/journal/store/store.js';

const filters: readonly DecisionFilter[] = [
  {},
  { session: 'session-777' },
  { session: 'a-very-long-session' },
  { session: 'a-very-long-session', decision: 'ask' },
  { session: 'a-very-long-session', hook: 'guard' },
  { session: 'session-777', hook: 'guard' },
  { host: 'codex' },
  { event: 'tool.after' },
  { tool: 'shell' },
  { tool: 'mcp__github__search' },
  { decision: 'ask' },
  { decision: 'allow' },
  { decision: 'deny', host: 'codex', tool: 'write', event: 'tool.after' },
  { hook: 'guard' },
  { hook: 'guard', decision: 'pass' },
  { hook: 'self-protection', decision: 'ask' },
  { shadow: true },
];

/** Runs all queries of `log` and `why` twice; returns the slowest, counting the better run of each. */
export function slowestQuestion(store: JournalStore): { readonly name: string; readonly ms: number } {
  const journal = createJournalReader(store.sql, () => {});
  const days = (n: number) => Date.now() - n * 24 * 3_600_000;
  const asked: readonly (readonly [string, () => unknown])[] = [
    ...filters.map((filter) => [`log ${JSON.stringify(filter)}`, () => journal.list(filter, { limit: 50 })] as const),
    ['log since', () => journal.list({ since: days(3), decision: 'deny' }, { limit: 50 })],
    ['log from the beginning', () => journal.list({ hook: 'guard' }, { limit: 50, order: 'oldest' })],
    ['why --last', () => journal.get({ last: true })],
    ['why --tool-use', () => journal.get({ call: 'toolu_4711' })],
    ['stats', () => journal.stats({})],
    ['stats of a host', () => journal.stats({ host: 'codex' })],
    ['stats of a hook', () => journal.stats({ hook: 'guard' })],
    ['stats of a session', () => journal.stats({ session: 'session-777' })],
    ['stats since', () => journal.stats({ since: days(7.3) })],
  ];
  const times = asked.map(([name, ask]) => ({ name, ms: Math.min(timeOf(ask), timeOf(ask)) }));
  return times.reduce((a, b) => (a.ms > b.ms ? a : b));
}

function timeOf(act: () => unknown): number {
  const began = performance.now();
  act();
  return performance.now() - began;
}
