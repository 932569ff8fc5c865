import type { DecisionFilter, Journal } from './query.js';
import type { DecisionRecord } from './record.js';

export const pageSize = 500;

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
