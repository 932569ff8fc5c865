import { pageSize, pagesOf } from '../records/journal/pages.js';
import type { DecisionFilter, Journal } from '../records/journal/query.js';
import type { DecisionRecord } from '../records/journal/record.js';
import type { RecordedEvent } from './recording.js';

/** Which recorded events to read. */
export interface Span {
  readonly filter: DecisionFilter;
  /** Only the latest n; default: all. */
  readonly last?: number;
}

/** The events of a project in a span, oldest first, with their recorded details. */
export async function* eventsIn(journal: Journal, { filter, last }: Span, root: string): AsyncIterable<RecordedEvent> {
  const isOurs = (decision: DecisionRecord) => decision.root === root;
  const pages = last === undefined ? pagesOf(journal, filter, 'oldest') : latest(journal, filter, last, isOurs);
  for (const page of pages) {
    const ours = page.filter(isOurs);
    const details = journal.details(ours.map(({ id }) => id));
    for (const decision of ours) {
      const detail = details.get(decision.id);
      yield { decision, ...(detail && { detail }) };
    }
  }
}

/** Finds the last events from the end, and returns them oldest first. */
function* latest(
  journal: Journal,
  filter: DecisionFilter,
  last: number,
  isOurs: (decision: DecisionRecord) => boolean,
): Generator<readonly DecisionRecord[], void> {
  const found: DecisionRecord[] = [];
  for (const page of pagesOf(journal, filter, 'newest')) {
    found.push(...page.filter(isOurs));
    if (found.length >= last) break;
  }
  const chosen = found.slice(0, last).reverse();
  for (let at = 0; at < chosen.length; at += pageSize) yield chosen.slice(at, at + pageSize);
}
