import { setTimeout as wait } from 'node:timers/promises';
import { now } from '../../platform/clock.js';
import type { DecisionFilter, Journal } from './query.js';
import type { DecisionRecord } from './record.js';

export const pageSize = 500;

/** All decisions that a filter lets through, page by page. */
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

const lookMs = 250;
/** Lines of one process may come in after younger ones of another. */
const lateMs = 5_000;
const maxAtOnce = 200;

/** The last decisions, then new ones as they are made, without end. */
export async function* followDecisions(
  journal: Journal,
  filter: DecisionFilter,
  last: number,
): AsyncGenerator<readonly DecisionRecord[], never> {
  const seen = new Map<string, number>();
  let records: readonly DecisionRecord[] = [...journal.list(filter, { limit: Math.min(last, maxAtOnce) })].reverse();
  for (;;) {
    for (const { id, at } of records) seen.set(id, at);
    yield records;
    await wait(lookMs);
    journal.refresh();
    const since = Math.max(filter.since ?? 0, now() - lateMs);
    for (const [id, at] of seen) if (at < since - lateMs) seen.delete(id);
    records = journal
      .list({ ...filter, since }, { limit: maxAtOnce, order: 'oldest' })
      .filter(({ id }) => !seen.has(id));
  }
}
