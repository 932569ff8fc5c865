import { setTimeout as wait } from 'node:timers/promises';
import { now } from '../../platform/clock.js';
import type { DecisionFilter, Journal } from './query.js';
import type { DecisionRecord } from './record.js';

export const pageSize = 500;

/** All decisions that match a filter, page by page. */
export function* pagesOf(
  journal: Journal,
  filter: DecisionFilter,
  order: 'oldest' | 'newest',
): Generator<readonly DecisionRecord[], void> {
  let after: string | undefined;
  for (;;) {
    const page = journal.list(filter, { limit: pageSize, order, ...(after !== undefined && { after }) });
    yield page;
    after = page.at(-1)?.id;
    if (after === undefined || page.length < pageSize) return;
  }
}

const pollMs = 250;
/** A line of one process may arrive after newer lines of another. */
const maxDelayMs = 5_000;
const maxPageSize = 200;

/** The last decisions, then new ones as they are made, without end. */
export async function* followDecisions(
  journal: Journal,
  filter: DecisionFilter,
  last: number,
): AsyncGenerator<readonly DecisionRecord[], never> {
  const seen = new Map<string, number>();
  let records: readonly DecisionRecord[] = [...journal.list(filter, { limit: Math.min(last, maxPageSize) })].reverse();
  for (;;) {
    for (const { id, at } of records) seen.set(id, at);
    yield records;
    await wait(pollMs);
    journal.refresh();
    const since = Math.max(filter.since ?? 0, now() - maxDelayMs);
    for (const [id, at] of seen) if (at < since - maxDelayMs) seen.delete(id);
    records = journal
      .list({ ...filter, since }, { limit: maxPageSize, order: 'oldest' })
      .filter(({ id }) => !seen.has(id));
  }
}
