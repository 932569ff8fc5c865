import { pageSize, pagesOf } from '../journal/pages.js';
import type { DecisionFilter, Journal } from '../journal/query.js';
import type { DecisionRecord } from '../journal/record.js';
import type { RecordedEvent } from './recording.js';

export interface Span {
  readonly filter: DecisionFilter;
  /** Only the latest n; default: all. */
  readonly last?: number;
}

/** The events of a project in a span, oldest first, with their recorded details. */
export async function* eventsIn(journal: Journal, { filter, last }: Span, root: string): AsyncIterable<RecordedEvent> {
  const isInProject = (decision: DecisionRecord) => decision.root === root;
  const pages =
    last === undefined ? pagesOf(journal, filter, 'oldest') : latestPages(journal, filter, last, isInProject);
  for (const page of pages) {
    const decisions = page.filter(isInProject);
    const details = journal.details(decisions.map(({ id }) => id));
    for (const decision of decisions) {
      const detail = details.get(decision.id);
      yield { decision, ...(detail && { detail }) };
    }
  }
}

/** Finds the last events from the end, and returns them oldest first. */
function* latestPages(
  journal: Journal,
  filter: DecisionFilter,
  last: number,
  isInProject: (decision: DecisionRecord) => boolean,
): Generator<readonly DecisionRecord[], void> {
  const found: DecisionRecord[] = [];
  for (const page of pagesOf(journal, filter, 'newest')) {
    found.push(...page.filter(isInProject));
    if (found.length >= last) break;
  }
  const chosen = found.slice(0, last).reverse();
  for (let start = 0; start < chosen.length; start += pageSize) yield chosen.slice(start, start + pageSize);
}
